import type { PublishedList } from '@dossard/contract/results/result.schema.ts';
import { m } from '../../paraglide/messages.js';
import { complaintWords } from '../../riders/complaint.words.ts';
import { formatMissing, formatRevision } from '../../riders/result.words.ts';
import { RiderCells, RiderHeadings } from '../../riders/rider.table.tsx';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { formatStatus } from '../../riders/status.words.ts';
import { tieBreakWords } from '../../riders/tie.words.ts';
import { formatFullMoment, joinFacts } from '../../text/formats.ts';
import { DeviceTime } from '../../ui/parts/device.time.tsx';
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
                            <span className="soft">{joinFacts(statusWord, name?.club)}</span>
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

/** What stands below the date of a list: its reason, the runs that were missing (E11), and the zones that were closed (U8). */
export const listNotes = ({ reason, list: { missing, closed_zones } }: PublishedList): string =>
  joinFacts(
    reason && m.history_reason({ reason }),
    missing && m.official_missing({ missing: formatMissing(missing) }),
    closed_zones && `${m.ranking_closed_zones({ count: closed_zones.length })} ${closed_zones.join(', ')}`,
  );

/** The tie-breaks of a list in which riders have equal points; nothing without any. */
export function TieBreaks({ list: { rankings, ranking_rule } }: Pick<PublishedList, 'list'>) {
  const points = rankings.filter(({ rank }) => rank !== null).map(({ total_points }) => total_points);
  if (new Set(points).size === points.length) return null;
  return <p>{m.official_ties({ order: ranking_rule.tie_breaks.map((one) => tieBreakWords[one]()).join(', ') })}</p>;
}

/** The outcomes of the group's complaints, without details (E9). */
export function Outcomes({ published: { complaints = [] } }: { published: PublishedList }) {
  if (complaints.length === 0) return null;
  return (
    <ul className="list">
      {complaints.map(({ dossard, outcome, decided_at }) => (
        <li key={`${dossard} ${decided_at}`}>
          {m.complaint_of({ dossard, outcome: complaintWords[outcome]() })}{' '}
          <DeviceTime className="soft">{formatFullMoment(decided_at)}</DeviceTime>
        </li>
      ))}
    </ul>
  );
}

/** Returns the name of a list: its group, and its revision after the first. */
export function useTitle({ list }: PublishedList): string {
  const { groupWord } = useGenderWords();
  const official = [m.result_state_name({ state: 'official' }), formatRevision(list.revision)]
    .filter(Boolean)
    .join(', ');
  return `${groupWord(list)} · ${official}`;
}
