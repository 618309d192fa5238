import { runKey } from '@dossard/contract/runs/run.key.ts';
import {
  type ListedRun,
  maxListedRuns,
  type RunList as RunListAnswer,
} from '@dossard/contract/runs/run.list.schema.ts';
import { doubtsAboutRun } from '@dossard/contract/runs/run.rules.ts';
import { useMediaQuery } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type Dispatch, type RefObject, type SetStateAction, useId, useLayoutEffect, useRef, useState } from 'react';
import { RiderRunsLink } from '../../desk/rider.runs.link.tsx';
import { m } from '../../paraglide/messages.js';
import { type RunChoice, runPage } from '../../queries/run.queries.ts';
import { DoorRow } from '../../riders/door.row.tsx';
import { Bib } from '../../riders/rider.tsx';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { zoneNameOf } from '../../riders/zone.words.ts';
import { formatChrono, formatTime, joinFacts } from '../../text/formats.ts';
import { hasUnsavedIn } from '../../ui/forms/unsaved.ts';
import { Icon } from '../../ui/parts/icons.tsx';
import styles from './all.runs.module.css';
import { RunCard } from './run.card.tsx';
import { RunEditor } from './run.editor.tsx';

interface Props {
  choice: RunChoice;
  /** The first page, which also has the total number of runs. */
  first: RunListAnswer;
}

/** An opened run, and its last known position. */
interface Opened {
  run: ListedRun;
  index: number;
}

type OpenedRuns = ReadonlyMap<string, Opened>;

/** Height of a closed row in pixels, as in the style sheet: on a desktop, and on a phone. */
const [deskRow, phoneRow] = [44, 64];

/** Number of rows rendered above and below the window. */
const overscan = 8;

/** A virtual list of the runs: only rows in the window are rendered, and only their pages are loaded. */
export function RunList({ choice, first }: Props) {
  const isPhone = useMediaQuery('(max-width: 48rem)', undefined, { getInitialValueInEffect: false });
  const rowHeight = isPhone ? phoneRow : deskRow;
  const list = useRef<HTMLOListElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => setMargin(list.current?.offsetTop ?? 0), []);
  const { opened, toggle, follow, setOpened } = useOpenedRuns();
  const [hiddenHeight, setHiddenHeight] = useState(0);
  const openedIndexes = [...opened.values()].map(({ index }) => index).filter((index) => index < first.total);
  const virtualizer = useWindowVirtualizer({
    count: first.total,
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: margin + hiddenHeight,
    getItemKey: (index) => index,
    // An opened run stays rendered when it is scrolled out of the window, so that its input is not lost.
    rangeExtractor: (range) => sortUnique([...defaultRangeExtractor(range), ...openedIndexes]),
  });
  const items = virtualizer.getVirtualItems();
  const { runAt, placeOf, isKnown } = useLoadedRuns(
    choice,
    first,
    items.map(({ index }) => index),
  );
  useSteadyWindow({
    scrolled: (virtualizer.scrollOffset ?? 0) - margin - hiddenHeight,
    topIndex: items.find(({ end }) => end > (virtualizer.scrollOffset ?? 0))?.index,
    runAt,
    placeOf,
    rowHeight,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other runs come to the rendered places with it.
  useLayoutEffect(() => {
    // Heights are kept by place, while rows move with their runs.
    for (const row of list.current?.querySelectorAll<HTMLElement>('[data-index]') ?? [])
      virtualizer.resizeItem(Number(row.dataset.index), row.offsetHeight);
  }, [first, virtualizer]);
  follow(placeOf);
  const hidden = [...opened].filter(([key, { index }]) => placeOf(key) === undefined && isKnown(index));
  useHiddenRows(list, hidden.map(([key]) => key).join(' '), setHiddenHeight, setOpened);
  return (
    <>
      {first.total > 0 && <Headings />}
      <ol ref={list} className={`plain ${styles.runs}`} style={{ height: virtualizer.getTotalSize() + hiddenHeight }}>
        {/* One list of children: a run keeps its unsaved input when a filter hides it or shows it again. */}
        {[
          ...hidden.map(([key, { run, index }]) => (
            <li key={key} data-hidden={key} data-index={-1}>
              <ListedRunRow run={run} isOpen onToggle={() => toggle(run, index)} />
              <p className="soft">{m.run_hidden_by_filters()}</p>
            </li>
          )),
          ...items.map(({ index, key, start }) => {
            const run = runAt(index);
            return (
              <li
                key={run ? runKey(run) : key}
                ref={virtualizer.measureElement}
                data-index={index}
                className={styles.run}
                style={{ transform: `translateY(${start - margin}px)` }}
                aria-setsize={first.total}
                aria-posinset={index + 1}
              >
                {run ? (
                  <ListedRunRow run={run} isOpen={opened.has(runKey(run))} onToggle={() => toggle(run, index)} />
                ) : (
                  <div className={`${styles.row} skeleton`} />
                )}
              </li>
            );
          }),
        ]}
      </ol>
    </>
  );
}

/** The opened runs, which keep their input while they move or are hidden. */
function useOpenedRuns() {
  const [opened, setOpened] = useState<OpenedRuns>(new Map());
  return {
    opened,
    setOpened,
    toggle(run: ListedRun, index: number) {
      const next = new Map(opened);
      if (!next.delete(runKey(run))) next.set(runKey(run), { index, run });
      setOpened(next);
    },
    /** Updates the positions of those that moved. */
    follow(placeOf: (key: string) => number | undefined) {
      const moved = [...opened].some(([key, { index }]) => (placeOf(key) ?? index) !== index);
      if (moved)
        setOpened(new Map([...opened].map(([key, { index, run }]) => [key, { index: placeOf(key) ?? index, run }])));
    },
  };
}

const sortUnique = (indexes: readonly number[]) => [...new Set(indexes)].sort((one, other) => one - other);

const Headings = () => (
  <p className={`soft small ${styles.headings}`} aria-hidden="true">
    <span>{m.recorded()}</span>
    <span>{m.rider()}</span>
    <span>{m.zone()}</span>
    <span>{m.doors_won()}</span>
    <span>{m.points()}</span>
    <span>{m.time()}</span>
    <span>{m.referee()}</span>
  </p>
);

/** Loads the pages of the runs at given positions. */
function useLoadedRuns(choice: RunChoice, first: RunListAnswer, indexes: readonly number[]) {
  const numbers = [...new Set(indexes.map((index) => Math.floor(index / maxListedRuns)))].filter((page) => page > 0);
  const pages = useQueries({ queries: numbers.map((page) => runPage(choice, page)) });
  const pageAt = (page: number) => (page === 0 ? first : pages[numbers.indexOf(page)]?.data);
  return {
    runAt: (index: number) => pageAt(Math.floor(index / maxListedRuns))?.runs[index % maxListedRuns],
    placeOf(key: string): number | undefined {
      for (const page of [0, ...numbers]) {
        const place = pageAt(page)?.runs.findIndex((run) => runKey(run) === key) ?? -1;
        if (place >= 0) return page * maxListedRuns + place;
      }
      return undefined;
    },
    isKnown: (index: number) => index >= first.total || pageAt(Math.floor(index / maxListedRuns)) !== undefined,
  };
}

/** Measures opened runs that a filter hides, and closes those without unsaved input. */
function useHiddenRows(
  list: RefObject<HTMLElement | null>,
  keys: string,
  onHeight: (height: number) => void,
  setOpened: Dispatch<SetStateAction<OpenedRuns>>,
): void {
  useLayoutEffect(() => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-hidden]') ?? [])];
    const idle = keys.split(' ').filter((key) => !rows.some((row) => row.dataset.hidden === key && hasUnsavedIn(row)));
    if (keys !== '' && idle.length > 0) setOpened((all) => new Map([...all].filter(([key]) => !idle.includes(key))));
    const measure = () => onHeight(rows.reduce((sum, row) => sum + row.offsetHeight, 0));
    measure();
    const observer = new ResizeObserver(measure);
    for (const row of rows) observer.observe(row);
    return () => observer.disconnect();
  }, [list, keys, onHeight, setOpened]);
}

interface Window {
  /** Scroll position within the list, in pixels. */
  scrolled: number;
  topIndex: number | undefined;
  runAt: (index: number) => ListedRun | undefined;
  placeOf: (key: string) => number | undefined;
  rowHeight: number;
}

/**
 * Keeps the run at the top of the window in place while new ones arrive above; at the very top the new ones are shown.
 */
function useSteadyWindow({ scrolled, topIndex, runAt, placeOf, rowHeight }: Window): void {
  const anchor = useRef<{ key: string; index: number }>(undefined);
  useLayoutEffect(() => {
    const place = anchor.current && placeOf(anchor.current.key);
    if (anchor.current && place !== undefined && place !== anchor.current.index && scrolled > 0) {
      const before = window.scrollY;
      window.scrollBy(0, (place - anchor.current.index) * rowHeight);
      // At the end the list may still be too short: the rest follows once the new total is loaded.
      const moved = Math.round((window.scrollY - before) / rowHeight);
      anchor.current = { ...anchor.current, index: anchor.current.index + moved };
      return;
    }
    const run = topIndex === undefined ? undefined : runAt(topIndex);
    anchor.current = run && topIndex !== undefined ? { key: runKey(run), index: topIndex } : undefined;
  });
}

interface RowProps {
  run: ListedRun;
  isOpen: boolean;
  onToggle: () => void;
}

/** Lists what looks unlikely in a run, as questions (D3). */
const doubtsOf = (run: ListedRun): string[] => [
  ...doubtsAboutRun(run).map((doubt) => m.run_doubt({ doubt })),
  ...(run.close_to_another ? [m.doubt_close_to_another()] : []),
];

/** One run of the list; it opens in place. */
function ListedRunRow({ run, isOpen, onToggle }: RowProps) {
  const [isEdited, setIsEdited] = useState(false);
  const detailId = useId();
  const doubts = doubtsOf(run);
  return (
    <>
      <button
        type="button"
        className={`bare numbers ${styles.row}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailId : undefined}
        aria-disabled={isEdited}
        onClick={() => isEdited || onToggle()}
      >
        <span className={styles.time} translate="no">
          {formatTime(run.ridden_at)}
        </span>
        <span className={styles.rider}>
          <Bib dossard={run.dossard} />
          <span className={`one-line ${styles.name}`} translate="no">
            {fullName(run)}
          </span>
        </span>
        <span className={`one-line ${styles.zone}`}>{zoneNameOf(run)}</span>
        <DoorRow doors={run} className={styles.doors} isNumbered />
        <span className={styles.points} data-counted={run.counted}>
          <span translate="no">{run.points}</span> <span className="visually-hidden">{m.points()}</span>
          {run.penality > 0 && <small>{m.penalties_number_short({ count: run.penality })}</small>}
        </span>
        <span className={styles.chrono} translate="no">
          {formatChrono(run.chrono_sec)}
        </span>
        <span className={`one-line ${styles.referee} soft small`}>
          {joinFacts(run.referee_name, run.checked && m.run_checked())}
        </span>
        {doubts.length > 0 && (
          <span className={`alert-sign warning ${styles.mark}`}>
            <span aria-hidden="true">?</span>
            <span className="visually-hidden">{m.run_unlikely()}</span>
          </span>
        )}
        <Icon name="chevron" size={16} />
      </button>
      {isOpen && (
        <section
          id={detailId}
          className={`stack narrow ${styles.detail}`}
          aria-label={`${m.rider_by_bib({ dossard: run.dossard })} · ${m.run_number({ number: run.run_number })}`}
        >
          <OpenedRun run={run} doubts={doubts} isEdited={isEdited} onEdit={setIsEdited} />
        </section>
      )}
    </>
  );
}

interface OpenedProps extends Pick<RowProps, 'run'> {
  doubts: readonly string[];
  isEdited: boolean;
  onEdit: (isEdited: boolean) => void;
}

function OpenedRun({ run, doubts, isEdited, onEdit }: OpenedProps) {
  const { groupWord } = useGenderWords();
  return (
    <>
      <p>
        <strong translate="no">{fullName(run)}</strong> · {groupWord(run)} ·{' '}
        <RiderRunsLink dossard={run.dossard}>{m.all_runs_of_rider()}</RiderRunsLink>
      </p>
      {doubts.map((doubt) => (
        <p key={doubt} className="doubt">
          {doubt}
        </p>
      ))}
      {isEdited ? (
        <RunEditor run={run} rider={run} onClose={() => onEdit(false)} />
      ) : (
        <RunCard run={run} rider={run} onEdit={() => onEdit(true)} />
      )}
    </>
  );
}
