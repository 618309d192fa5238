import type { PublishedList } from '@dossard/contract/results/result.schema.ts';
import { m } from '../../paraglide/messages.js';
import { Rank } from '../../riders/rank.tsx';
import { Bib, riderName } from '../../riders/rider.tsx';
import { formatStatus } from '../../riders/status.words.ts';
import { formatChrono } from '../../text/formats.ts';
import styles from './results.module.css';

/** The ranking of an official list: on screen with bibs and medals, on paper with numbers. */
export function OfficialTable({ published, paper = false }: { published: PublishedList; paper?: boolean }) {
  const names = new Map(published.names.map((name) => [name.dossard, name]));
  return (
    <div className={paper ? undefined : styles.scroll}>
      <table className={`${paper ? '' : styles.table} numbers`}>
        <thead>
          <tr>
            <th data-figure>{m.rank()}</th>
            <th>{m.dossard()}</th>
            <th data-column="rider">{m.rider()}</th>
            <th data-column="club">{m.club()}</th>
            <th data-figure>{m.points()}</th>
            <th data-figure>{m.penalties()}</th>
            <th data-figure>{m.time()}</th>
          </tr>
        </thead>
        <tbody>
          {published.list.rankings.map(({ dossard, rank, status, total_points, penality, chrono_sec }) => {
            const name = names.get(dossard);
            const said = name?.erased ? m.official_erased() : name && riderName(name);
            return (
              <tr key={dossard}>
                <td data-figure>{paper ? (rank ?? '–') : <Rank rank={rank} />}</td>
                <td>{paper ? dossard : <Bib dossard={dossard} />}</td>
                <th scope="row" data-column="rider">
                  {said || m.rider_by_bib({ dossard })}
                </th>
                <td data-column="club">{name?.club}</td>
                {rank === null ? (
                  <td colSpan={3}>{status ? formatStatus(status) : ''}</td>
                ) : (
                  <>
                    <td data-figure>{total_points}</td>
                    <td data-figure>{penality}</td>
                    <td data-figure>{formatChrono(chrono_sec)}</td>
                  </>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
