import type { OverlayRun, PageData, PublicPage } from '@dossard/contract/pages/public.page.ts';
import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import { doorNames } from '@dossard/contract/runs/doors.ts';
import { m } from '../paraglide/messages.js';
import { Bib, Rank } from '../riders/rider.tsx';
import { fullName, GenderWords, useGenderWords } from '../riders/rider.words.tsx';
import { formatChrono } from '../text/formats.ts';
import styles from './overlay.module.css';

interface Props {
  page: Extract<PublicPage, { name: 'overlay' }>;
  data: PageData;
}

/**
 * An overlay for a video of 1920 × 1080, with a transparent background; rendered by the server, updated by
 * `overlay.entry.ts`.
 */
export function Overlay({ page: { competitionId, layout }, data: { competition, overlay } }: Props) {
  return (
    <main className={`numbers ${styles.overlay}`} data-competition={competitionId} data-layout={layout} translate="no">
      {competition && overlay && (
        <GenderWords youth={competition.youth_words}>
          {layout === 'leader' && <LeaderStrip {...overlay} />}
          {layout === 'five' && <TopFive {...overlay} />}
          {layout === 'run' && <LastRun {...overlay} />}
        </GenderWords>
      )}
    </main>
  );
}

type Shown = NonNullable<PageData['overlay']>;
const shownName = (entry: RankingEntry) => fullName(entry) || m.rider_by_bib({ dossard: entry.dossard });

function LeaderStrip({ group, entries }: Shown) {
  const { groupWord } = useGenderWords();
  const [leader, second] = entries;
  if (!leader) return null;
  return (
    <section className={`${styles.plate} ${styles.strip}`} aria-label={m.overlay_leader()}>
      <h1 className={`one-line ${styles.group}`}>{groupWord(group)}</h1>
      <p className={styles.rider} data-row={leader.dossard}>
        <Bib dossard={leader.dossard} />
        <strong className={`one-line ${styles.name}`}>{shownName(leader)}</strong>
        <strong className={styles.points}>{leader.total_points}</strong>
      </p>
      {second && (
        <p className={`${styles.rider} ${styles.second}`} data-row={second.dossard}>
          <Rank rank={second.rank} />
          <span className={`one-line ${styles.name}`}>{shownName(second)}</span>
          <span className={styles.points}>{second.total_points}</span>
        </p>
      )}
    </section>
  );
}

function TopFive({ group, entries }: Shown) {
  const { groupWord } = useGenderWords();
  if (entries.length === 0) return null;
  return (
    <section className={`${styles.plate} ${styles.five}`} aria-labelledby="overlay-group">
      <h1 id="overlay-group" className={`one-line ${styles.group}`}>
        {groupWord(group)}
      </h1>
      <ol className="plain">
        {entries.map((entry) => (
          <li key={entry.dossard} className={styles.rider} data-row={entry.dossard}>
            <Rank rank={entry.rank} />
            <Bib dossard={entry.dossard} />
            <span className={`one-line ${styles.name}`}>{shownName(entry)}</span>
            <strong className={styles.points}>{entry.total_points}</strong>
          </li>
        ))}
      </ol>
    </section>
  );
}

function LastRun({ group, entries: [entry], run }: Shown) {
  const { groupWord } = useGenderWords();
  if (!entry || !run) return null;
  return (
    <section
      className={`${styles.plate} ${styles.run}`}
      aria-label={run.zone_name}
      // Another run gets a new element, so that its animation starts again.
      data-key={`${entry.dossard} ${run.run_number}`}
    >
      <p className={styles.rider}>
        <Bib dossard={entry.dossard} />
        <strong className={`one-line ${styles.name}`}>{shownName(entry)}</strong>
        <strong className={styles.points}>{run.points}</strong>
      </p>
      <p className={styles.facts}>
        <span>
          {groupWord(group)} · {run.zone_name}
        </span>
        <Doors run={run} />
        <span>
          {m.penalties_count({ count: run.penality })} · {formatChrono(run.chrono_sec)}
        </span>
        {entry.rank !== null && (
          <span className={styles.place}>
            {m.ordinal_place({ count: entry.rank })} · {m.points_count({ count: entry.total_points })}
          </span>
        )}
      </p>
    </section>
  );
}

function Doors({ run }: { run: OverlayRun }) {
  return (
    <span className={styles.doors}>
      {doorNames.map((door, index) => (
        <span key={door} className={styles.door} data-won={run[door] || undefined}>
          <span className="visually-hidden">P{index + 1} </span>
          {run[door] ? '✓' : '✕'}
        </span>
      ))}
    </span>
  );
}
