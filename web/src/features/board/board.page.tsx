import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { isGone } from '../../api/denied.ts';
import { useWakeLock } from '../../device/hardware.ts';
import { useHydrated } from '../../device/hydrated.ts';
import { contactAddress } from '../../device/installation.ts';
import { useNetwork } from '../../device/online.ts';
import { useLiveRankings } from '../../live/live.rankings.ts';
import { m } from '../../paraglide/messages.js';
import { publicCompetition } from '../../queries/competition.queries.ts';
import { wholeGroup } from '../../queries/whole.ranking.ts';
import { rankedGroups } from '../../queries/zone.queries.ts';
import { type ResultFacts, ResultNote } from '../../riders/result.note.tsx';
import { GenderWords } from '../../riders/rider.words.tsx';
import { formatDay, formatTime } from '../../text/formats.ts';
import styles from './board.module.css';
import { boardPages, pageAfter, rowsThatFit } from './board.pages.ts';
import { BoardTable } from './board.table.tsx';
import '../../ui/parts/icon.button.css';

/** How long a page is shown, in milliseconds. */
const pageMs = 10_000;
/** The screen size that the server renders for, in pixels. */
const usualScreen = { width: 1920, height: 1080 };
/** How often the competition and its groups are polled, in milliseconds. */
const groupsMs = 30_000;

/** The big screen beside the course: all groups in turn, unattended for days. */
export default function BoardPage({ competitionId }: { competitionId: number }) {
  useWakeLock(true);
  const live = useLiveRankings(competitionId);
  const known = !Number.isNaN(competitionId);
  const { data: competition } = useQuery({ ...publicCompetition(competitionId), refetchInterval: groupsMs });
  const groups = useQuery({ ...rankedGroups(competitionId), refetchInterval: groupsMs, enabled: known });
  const offered = groups.data?.categories_and_genders ?? [];
  const rankings = useQueries({ queries: offered.map((group) => wholeGroup(competitionId, group, live)) });
  const rows = useRowsThatFit();
  const ranked = offered.map((group, index) => {
    const { entries = [], held } = rankings[index]?.data ?? {};
    return { group, entries, held: held === 'all' };
  });
  const isAllHeld = ranked.every(({ held }) => held);
  const [nextReleased] = isAllHeld ? rankings.flatMap(({ data }) => data ?? []).sort(byRelease) : [];
  // Pages without anybody need not turn.
  const pages = nextReleased ? [] : boardPages(ranked, rows);
  const [isHeld, setHeld] = useState(false);
  const shown = useTurning(
    pages.map(({ key }) => key),
    isHeld,
  );
  const page = pages.find(({ key }) => key === shown) ?? pages[0];
  const ranking = page && rankings[offered.indexOf(page.group)];
  const offline = useNetwork() === 'offline';
  const isHidden = !known || [groups, ...rankings].some(({ error }) => isGone(error));
  const broken = offline || [groups, ...rankings].some(({ error }) => error !== null);
  const waiting = groups.data === undefined || rankings.some(({ data }) => data === undefined);
  function content() {
    if (isHidden)
      return <BoardNote title={known ? m.competition_not_public() : m.invalid_competition_id()} tries={known} />;
    if (page)
      return (
        <BoardTable
          page={page}
          everything={rankings.map(({ data }) => data?.entries)}
          groups={offered}
          result={ranking?.data}
          cycleMs={pages.length * pageMs}
        />
      );
    if (nextReleased)
      return (
        <div className={styles.note} role="status">
          <ResultNote result={nextReleased} />
        </div>
      );
    if (waiting)
      return <BoardNote title={broken ? m.error_status({ status: '0' }) : m.board_loading()} tries={broken} />;
    return <BoardNote title={m.board_no_riders()} why={m.board_no_riders_why()} tries={false} />;
  }
  return (
    <GenderWords youth={competition?.youth_words}>
      <div className={styles.board}>
        <header className={styles.head}>
          <strong className="one-line">{competition?.name ?? m.ranking()}</strong>
          <p className={`one-line soft ${styles.place}`}>
            {competition && `${competition.location} · ${formatDay(competition.date)}`}
          </p>
        </header>
        <main className={styles.main} id="main">
          {content()}
        </main>
        <BoardFoot
          updatedAt={isHidden ? undefined : (ranking?.dataUpdatedAt ?? groups.dataUpdatedAt)}
          broken={broken}
          pages={isHidden ? [] : pages.map(({ key }) => key)}
          shown={page?.key}
          isHeld={isHeld}
          onHold={setHeld}
        />
      </div>
    </GenderWords>
  );
}

/** Sorts results by when they are released; those without a time come last. */
const byRelease = (one: ResultFacts, other: ResultFacts) =>
  (one.release_at ?? '9999') < (other.release_at ?? '9999') ? -1 : 1;

/** Returns the key of the shown page, which changes every `pageMs` unless it is held. */
function useTurning(keys: readonly string[], isHeld: boolean): string | undefined {
  const [shown, setShown] = useState<string>();
  const all = keys.join('\n');
  useEffect(() => {
    if (isHeld) return;
    const ring = all === '' ? [] : all.split('\n');
    const turning = setInterval(() => setShown((key) => pageAfter(ring, key ?? ring[0])), pageMs);
    return () => clearInterval(turning);
  }, [all, isHeld]);
  return shown;
}

function useRowsThatFit(): number {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener('resize', listener);
      return () => window.removeEventListener('resize', listener);
    },
    () => rowsThatFit(window.innerWidth, window.innerHeight),
    () => rowsThatFit(usualScreen.width, usualScreen.height),
  );
}

/** Shown when there is no ranking to show; the screen keeps retrying. */
function BoardNote({ title, why, tries }: { title: string; why?: string; tries: boolean }) {
  return (
    <div className={styles.note} role="status">
      <h1>{title}</h1>
      {why && <p>{why}</p>}
      {tries && <p>{m.board_waits()}</p>}
    </div>
  );
}

interface FootProps {
  /** When the shown data were read, in milliseconds; absent when nothing is shown. */
  updatedAt: number | undefined;
  broken: boolean;
  pages: readonly string[];
  shown: string | undefined;
  /** True while the pages do not turn. */
  isHeld: boolean;
  onHold: (isHeld: boolean) => void;
}

/**
 * The footer: age of the data, position in the cycle, contact address, and buttons to pause the cycle and fill the
 * screen.
 */
function BoardFoot({ updatedAt, broken, pages, shown, isHeld, onHold }: FootProps) {
  const hydrated = useHydrated();
  return (
    <footer className={styles.foot}>
      {updatedAt ? (
        <p className={broken ? styles.stale : undefined} role={broken ? 'status' : undefined}>
          {!hydrated
            ? '\u00a0'
            : broken
              ? m.ranking_offline({ time: formatTime(updatedAt, 'minute') })
              : m.ranking_updated({ time: formatTime(updatedAt) })}
        </p>
      ) : (
        <p />
      )}
      <p className={styles.dots} aria-hidden="true">
        {pages.length > 1 && pages.map((key) => <span key={key} data-shown={key === shown || undefined} />)}
      </p>
      <p className={`soft ${styles.contact}`}>
        <span className="one-line">{contactAddress()}</span>
        {pages.length > 1 && (
          <FootButton
            label={isHeld ? m.board_turn() : m.board_hold()}
            onClick={() => onHold(!isHeld)}
            path={isHeld ? 'M7 4v16l13-8z' : 'M8 4v16M16 4v16'}
          />
        )}
        <FullScreenButton />
      </p>
    </footer>
  );
}

/** Fills the screen; hidden if the browser cannot, or already does. */
function FullScreenButton() {
  const isFull = useSyncExternalStore(
    (listener) => {
      document.addEventListener('fullscreenchange', listener);
      return () => document.removeEventListener('fullscreenchange', listener);
    },
    () => document.fullscreenElement !== null,
    // Rendered from the first paint on, so that the layout does not shift.
    () => false,
  );
  const hydrated = useHydrated();
  if (isFull || (hydrated && !document.fullscreenEnabled)) return null;
  // A browser may refuse, for example in a kiosk that is already full screen.
  const fill = () => document.documentElement.requestFullscreen().catch(() => undefined);
  return <FootButton label={m.full_screen()} onClick={fill} path="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" />;
}

/** An icon button; `path` draws the icon in a square of 24. */
function FootButton({ label, onClick, path }: { label: string; onClick: () => void; path: string }) {
  return (
    <button
      type="button"
      className={`icon-button ${styles.footButton}`}
      onClick={onClick}
      aria-label={label}
      title={label}
    >
      <svg
        width="20"
        height="20"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        aria-hidden="true"
      >
        <path d={path} />
      </svg>
    </button>
  );
}
