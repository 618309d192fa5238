import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { riderName } from '../../riders/rider.tsx';
import { PaperHead } from './paper.head.tsx';
import styles from './print.module.css';
import { type GroupRanking, listPodium } from './rankings.ts';

/** Who is on the podium, group by group, for the speaker: the third first. */
export function PodiumSheet({
  competition,
  rankings,
}: {
  competition: Competition;
  rankings: readonly GroupRanking[];
}) {
  const { groupWord } = useGenderWords();
  return (
    <div className={styles.sheet}>
      <PaperHead competition={competition} title={m.print_podium()} />
      {rankings.map(({ group, entries }) => (
        <section key={groupWord(group)} className={styles.podium}>
          <h2>{groupWord(group)}</h2>
          <table className={styles.list}>
            <tbody>
              {listPodium(entries)
                .reverse()
                .map((entry) => (
                  <tr key={entry.dossard}>
                    <th scope="row">{entry.rank}</th>
                    <td className={styles.called}>{riderName(entry)}</td>
                    <td>{entry.club}</td>
                    <td className={styles.figure}>{m.rider_by_bib({ dossard: entry.dossard })}</td>
                    <td className={styles.figure}>{m.points_count({ count: entry.total_points })}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  );
}
