import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { doorNames } from '@dossard/contract/runs/doors.ts';
import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { fullName } from '../../riders/rider.tsx';
import { formatDay } from '../../text/formats.ts';
import styles from './print.module.css';
import type { GroupRanking } from './rankings.ts';

/** A certificate for each ranked rider, one on each page. */
export function Certificates({
  competition,
  rankings,
}: {
  competition: Competition;
  rankings: readonly GroupRanking[];
}) {
  const { groupWord } = useGenderWords();
  if (rankings.every(({ entries }) => entries.length === 0)) return <p>{m.ranked_nobody()}</p>;
  return rankings.flatMap(({ group, entries }) =>
    entries.map((entry) => (
      <article key={entry.dossard} className={styles.certificate}>
        <div className={styles.frame}>
          <p className={styles.organizer}>{competition.organizer}</p>
          <div className={styles.bars} aria-hidden="true">
            {doorNames.map((door) => (
              <span key={door} />
            ))}
          </div>
          <h1>{m.certificate()}</h1>
          <p>{m.certificate_awarded_to()}</p>
          <p className={styles.honoured}>{fullName(entry)}</p>
          {entry.club && <p>{entry.club}</p>}
          <p className={styles.place}>{m.ordinal_place({ count: entry.rank ?? 0 })}</p>
          <p>
            {groupWord(group)} · {m.points_count({ count: entry.total_points })}
          </p>
          <p className={styles.event}>{competition.name}</p>
          <p>
            {competition.location}, {formatDay(competition.date)}
          </p>
          <p className={styles.certified}>
            <span>{m.certificate_organizer()}</span>
            <span>{m.certificate_president()}</span>
          </p>
        </div>
      </article>
    )),
  );
}
