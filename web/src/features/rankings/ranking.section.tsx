import { type RankingEntry, rankingPageSize } from '@dossard/contract/rankings/ranking.schema.ts';
import { clockOf } from '@dossard/contract/starts/start.times.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, Suspense, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Failure } from '../../api/failure.ts';
import { useHydrated } from '../../device/hydrated.ts';
import { laterPart } from '../../device/later.part.ts';
import { useNetwork } from '../../device/online.ts';
import { m } from '../../paraglide/messages.js';
import { type RankingChoice, rankingPage } from '../../queries/ranking.queries.ts';
import { type HeldWords, ResultNote } from '../../riders/result.note.tsx';
import { columnsOf, RiderCells, RiderHeadings } from '../../riders/rider.table.tsx';
import { fullName } from '../../riders/rider.words.tsx';
import { formatStanding } from '../../riders/status.words.ts';
import { formatTime, joinFacts } from '../../text/formats.ts';
import { RetryAlert } from '../../ui/failure/retry.alert.tsx';
import { Pager } from '../../ui/parts/pager.tsx';
import { PlainButton } from '../../ui/parts/plain.button.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { FollowStar } from './follow.star.tsx';
import { type FollowedRider, storeStandings, toggleFollowed } from './followed.riders.ts';
import { shownPlace, useMovingRows } from './moving.rows.ts';
import styles from './ranking.module.css';
import { ScriptlessPages } from './scriptless.choice.tsx';

/** A separate chunk: most readers of a ranking never open a rider. */
const RiderDetail = laterPart(() => import('./rider.detail.tsx'));
const detailId = (dossard: number) => `rider-${dossard}`;

interface Props {
  title: string;
  choice: RankingChoice;
  /** `correction` is true if the requested page does not exist. */
  onPage: (page: number, correction?: boolean) => void;
  /** Bib number of the rider whose detail is open. */
  opened: number | undefined;
  /** The rider who was searched for, a new object each time: their row takes the focus, in the middle of the screen. */
  found?: { dossard: number } | undefined;
  onOpen: (rider: number | undefined) => void;
  /** The riders that the reader follows; absent where following is not possible. */
  followed?: readonly FollowedRider[] | undefined;
  heldWords?: HeldWords | undefined;
}

/** The ranking of one category and gender: its rows, its pages, and its age. */
export function RankingSection({ title, choice, onPage, opened, found, onOpen, followed, heldWords }: Props) {
  const { data: latest, error, refetch, isPlaceholderData } = useQuery(rankingPage(choice));
  // A ranking that was made private is not shown any longer, even if the cached one is fresh.
  const data = error instanceof Failure && error.status === 404 ? undefined : latest;
  const shown = isPlaceholderData ? undefined : data?.rankings;
  useEffect(() => {
    // Runs again when the reader follows another rider.
    if (followed && shown) storeStandings(choice.competitionId, choice.page, shown);
  }, [shown, followed, choice.competitionId, choice.page]);
  const headingId = useId();
  const page = `${choice.category} ${choice.gender} ${choice.page}`;
  const paging = { page: choice.page, total: data?.total ?? 0, size: rankingPageSize };
  const changed = useChangedRows(shown, page);
  return (
    <section aria-labelledby={headingId}>
      <div className={styles.title}>
        <h2 id={headingId}>{title}</h2>
        {data && (!data.held || heldWords) && <span className="soft small">{m.riders({ count: data.total })}</span>}
      </div>
      {data && (
        <>
          <ResultNote
            result={data}
            link={<ListLink choice={choice} revision={data.revision ?? 0} />}
            heldWords={heldWords}
          />
          {/* Tells riders which zones they need not go to now. */}
          {data.closed_zones && (
            <p className="above">
              {m.ranking_closed_zones({ count: data.closed_zones.length })}{' '}
              <strong translate="no">{data.closed_zones.join(', ')}</strong>
            </p>
          )}
          {data.rankings.length > 0 ? (
            <RankingTable
              title={title}
              page={page}
              entries={data.rankings}
              changed={changed}
              opened={opened}
              found={found}
              onOpen={onOpen}
              competitionId={choice.competitionId}
              live={choice.live}
              linked={choice.reader === 'public'}
              followed={followed}
            />
          ) : (
            !data.held && <p className="soft below">{m.ranking_empty()}</p>
          )}
          <Pager label={m.pages_of({ ranking: title })} {...paging} onPage={onPage} />
          <ScriptlessPages {...paging} title={title} param={choice.gender === 'F' ? 'page_f' : 'page_h'} />
        </>
      )}
      {!data && (error ? <RetryAlert error={error} retry={refetch} /> : <Waiting className={styles.wait} />)}
    </section>
  );
}

/** Links to the official list of the group. */
function ListLink({ choice, revision }: { choice: RankingChoice; revision: number }) {
  const { competitionId, reader, category, gender } = choice;
  return (
    <Link
      to={reader === 'public' ? '/public/competitions/$competitionId/results' : '/competitions/$competitionId/results'}
      params={{ competitionId: String(competitionId) }}
      search={{ category, gender, revision }}
    >
      {m.result_list()}
    </Link>
  );
}

interface TableProps extends Pick<Props, 'title' | 'found' | 'followed'> {
  /** Shown below the opened rider where the server has rendered it. */
  detail?: ReactNode;
  /** Identifies the page; rows animate only within the same one. */
  page: string;
  entries: readonly RankingEntry[];
  /** The riders whose row has just changed, with the places that they gained, or lost if negative. */
  changed?: ReadonlyMap<number, number>;
  competitionId: number;
  live?: boolean;
  /** The riders have public pages. */
  linked?: boolean;
  opened?: Props['opened'];
  /** Absent where a rider's detail would be from another time than the ranking. */
  onOpen?: Props['onOpen'];
}

/** A table that becomes cards on a phone: the same rows, laid out by CSS alone. */
export function RankingTable({ title, page, entries, changed, opened, found, followed, onOpen, ...rest }: TableProps) {
  const { competitionId, live = false, linked = false, detail } = rest;
  const body = useMovingRows(page);
  // Only a rider opened by the reader may shift the rows below, not one opened by the address.
  const [hasChosen, setHasChosen] = useState(false);
  const waiting = entries.filter(isWaiting);
  const open = (dossard: number) => {
    setHasChosen(true);
    onOpen?.(dossard === opened ? undefined : dossard);
  };
  return (
    <table className={`${styles.table} numbers`}>
      <caption className="visually-hidden">{title}</caption>
      <thead className="hidden-on-phone">
        <tr>
          <RiderHeadings table="ranking" />
        </tr>
      </thead>
      <tbody ref={body}>
        {entries.map((entry) => (
          <Fragment key={entry.dossard}>
            {entry === waiting[0] && (
              <tr className={styles.waiting}>
                <td colSpan={columnsOf('ranking').length}>{m.not_ridden_yet({ count: waiting.length })}</td>
              </tr>
            )}
            <RankingRow
              entry={entry}
              gained={changed?.get(entry.dossard)}
              opened={entry.dossard === opened}
              found={entry.dossard === found?.dossard ? found : undefined}
              {...(followed && {
                followed: followed.some(({ dossard }) => dossard === entry.dossard),
                onFollow: () => toggleFollowed(competitionId, entry),
              })}
              {...(onOpen && { onOpen: () => open(entry.dossard) })}
            />
            {entry.dossard === opened && (
              <tr data-detail id={detailId(entry.dossard)}>
                <td colSpan={columnsOf('ranking').length}>
                  {detail ?? (
                    <LaterDetail {...{ competitionId, live, linked }} dossard={entry.dossard} isFirst={!hasChosen} />
                  )}
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  entry: RankingEntry;
  /** Undefined unless the row has just changed. */
  gained: number | undefined;
  opened: boolean;
  found: Props['found'];
  onOpen?: () => void;
  followed?: boolean;
  onFollow?: () => void;
}

function RankingRow({ entry, gained, opened, found, onOpen, followed = false, onFollow }: RowProps) {
  // Takes the focus, with room for the detail below it, which may still be on its way.
  const foundRef = useMemo(
    () =>
      found &&
      ((row: HTMLElement | null) => {
        row?.focus({ preventScroll: true });
        row?.scrollIntoView({ block: 'center' });
      }),
    [found],
  );
  const named = fullName(entry) || m.rider_by_bib({ dossard: entry.dossard });
  const name = <span className={styles.riderName}>{named}</span>;
  const standing = isWaiting(entry)
    ? entry.start_time && m.starts_at({ time: clockOf(entry.start_time) })
    : formatStanding(entry);
  const rider = (
    <div className={styles.rider}>
      <div>
        {onOpen ? (
          <button
            ref={foundRef}
            type="button"
            className={`bare ${styles.riderOpen}`}
            aria-expanded={opened}
            aria-controls={opened ? detailId(entry.dossard) : undefined}
            onClick={onOpen}
          >
            {name}
          </button>
        ) : (
          name
        )}
        {gained && gained > 0 ? (
          <strong className={`small ${styles.gained}`}>{m.ranking_gained({ count: gained })}</strong>
        ) : (
          <span className="soft">{joinFacts(standing, entry.club)}</span>
        )}
      </div>
      {onFollow && <FollowStar rider={named} followed={followed} onToggle={onFollow} />}
    </div>
  );
  return (
    <tr
      data-row={entry.dossard}
      data-changed={gained !== undefined || undefined}
      data-waiting-row={isWaiting(entry) || undefined}
    >
      <RiderCells table="ranking" rider={entry} own={{ rider }} />
    </tr>
  );
}

/** Returns true for a rider who has not ridden yet, and still may (R8). */
const isWaiting = ({ rank, status }: RankingEntry): boolean => rank === null && !status;

/** The one status of all rankings on the page, with the button that reads them again. */
export function RankingStatus({ choices: [first, second] }: { choices: readonly [RankingChoice, RankingChoice?] }) {
  // Only looks on: the sections read, and poll.
  const passive = { enabled: false, refetchInterval: false } as const;
  const ofFirst = useQuery({ ...rankingPage(first), ...passive });
  const ofSecond = useQuery({ ...rankingPage(second ?? first), ...passive });
  const reads = second ? [ofFirst, ofSecond] : [ofFirst];
  return (
    <div className={`small numbers ${styles.status}`}>
      <Age
        updatedAt={Math.min(...reads.map(({ dataUpdatedAt }) => dataUpdatedAt || Number.POSITIVE_INFINITY))}
        broken={reads.some(({ error }) => error)}
        live={first.live && !reads.every(({ data }) => data?.state === 'official')}
      />
      <PlainButton
        action="↻"
        look="quiet"
        className="needs-scripts"
        onClick={() => {
          for (const { refetch } of reads) void refetch();
        }}
        aria-label={m.refresh_rankings()}
        aria-disabled={reads.some(({ isFetching }) => isFetching)}
      />
    </div>
  );
}

interface AgeProps {
  /** When the oldest of them was read, in milliseconds. */
  updatedAt: number;
  broken: boolean;
  /** True while the stream of changes is open, and one of them is not official. */
  live: boolean;
}

/** The age of the rankings; in words when there is no network. */
function Age({ updatedAt, broken, live }: AgeProps) {
  const network = useNetwork();
  // The server does not know the reader's clock or time zone.
  const isKnown = useHydrated() && updatedAt < Number.POSITIVE_INFINITY;
  if (isKnown && (broken || network === 'offline'))
    return (
      <span className={styles.stale}>
        {network === 'offline'
          ? m.ranking_offline({ time: formatTime(updatedAt, 'minute') })
          : m.ranking_stale({ time: formatTime(updatedAt) })}
      </span>
    );
  return (
    <span className={styles.age} data-later={isKnown ? undefined : true}>
      {network === 'reconnected' && <strong>{m.reconnected()}</strong>}
      <span>{m.ranking_updated({ time: isKnown ? formatTime(updatedAt) : '00:00:00' })}</span>
      <strong className={styles.live} data-later={live && network === 'online' ? undefined : true}>
        {m.ranking_live()}
      </strong>
    </span>
  );
}

/** How long a changed row stays marked, in milliseconds. */
const markedMs = 6_000;

/** Returns the riders whose row has just changed, with the places gained; on another `page` it starts over. */
function useChangedRows(entries: readonly RankingEntry[] | undefined, page: string): ReadonlyMap<number, number> {
  const before = useRef<{ page: string; rows: Map<number, RankingEntry> } | undefined>(undefined);
  const [changed, setChanged] = useState<ReadonlyMap<number, number>>(new Map());
  useEffect(() => {
    if (!entries) return;
    const earlier = before.current?.page === page ? before.current.rows : undefined;
    before.current = { page, rows: new Map(entries.map((entry) => [entry.dossard, entry])) };
    const differing = entries.flatMap((entry): [number, number][] => {
      const row = earlier?.get(entry.dossard);
      if (!earlier || (row && shownPlace(row) === shownPlace(entry))) return [];
      return [[entry.dossard, row?.rank && entry.rank ? row.rank - entry.rank : 0]];
    });
    if (differing.length > 0) setChanged(new Map(differing));
  }, [entries, page]);
  // Of the marks alone: a re-read that changes no place would end the timer of an earlier one.
  useEffect(() => {
    const end = setTimeout(() => changed.size > 0 && setChanged(new Map()), markedMs);
    return () => clearTimeout(end);
  }, [changed]);
  return changed;
}

interface DetailProps {
  competitionId: number;
  dossard: number;
  live: boolean;
  linked: boolean;
  isFirst: boolean;
}

/** A rider's detail, loaded when it is opened; until then a skeleton. With `isFirst` the content below waits for it. */
function LaterDetail({ isFirst, ...rider }: DetailProps) {
  // Its key makes it an element of its own: the detail would move if it became this one.
  const waiting = (
    <div
      key="waiting"
      className={`${styles.detailWait} skeleton`}
      aria-busy="true"
      data-waiting={isFirst || undefined}
    />
  );
  return (
    <Suspense fallback={waiting}>
      <RiderDetail {...rider} waiting={waiting} />
    </Suspense>
  );
}
