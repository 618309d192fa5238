import type { PublishedList } from '@dossard/contract/results/result.schema.ts';
import { m } from '../../paraglide/messages.js';
import { RiderCells, RiderHeadings } from '../../riders/rider.table.tsx';
import { fullName } from '../../riders/rider.tsx';
import { formatStatus } from '../../riders/status.words.ts';
import rankingStyles from '../rankings/ranking.module.css';

/** The ranking of an official list, formatted like other rankings on screen and on paper. */
export function OfficialTable({ published, paper = false }: { published: PublishedList; paper?: boolean }) {
  const names = new Map(published.names.map((name) => [name.dossard, name]));
  const table = paper ? 'print' : 'ranking';
  return (
    <table className={paper ? undefined : `${rankingStyles.table} numbers`}>
      <thead className={paper ? undefined : 'hidden-on-phone'}>
        <tr>
          <RiderHeadings table={table} />
        </tr>
      </thead>
      <tbody>
        {published.list.rankings.map(({ status, runs, ...ranked }) => {
          const { dossard, rank } = ranked;
          const name = names.get(dossard);
          const rider = { first_name: '', last_name: '', ...name, ...ranked };
          const shownName = name?.erased ? m.official_erased() : fullName(rider) || m.rider_by_bib({ dossard });
          const statusWord = status ? formatStatus(status) : '';
          return (
            <tr key={dossard}>
              <RiderCells
                table={table}
                rider={rider}
                own={
                  paper
                    ? { rank: rank ?? '–', bib: dossard, rider: shownName }
                    : {
                        rider: (
                          <>
                            <span className={rankingStyles.riderName}>{shownName}</span>
                            <span className="soft">{[statusWord, name?.club].filter(Boolean).join(' · ')}</span>
                          </>
                        ),
                      }
                }
                insteadOfFigures={paper && rank === null && statusWord}
              />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
