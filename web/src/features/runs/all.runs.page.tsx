import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { competitionPage, type InCompetition, type PageOf } from '../../desk/competition.desk.tsx';
import { PageLink } from '../../desk/page.link.tsx';
import { useLiveRuns } from '../../live/live.runs.ts';
import { m } from '../../paraglide/messages.js';
import { doubtfulCount, runPage, unresolvedRuns } from '../../queries/run.queries.ts';
import { type RunSearch, runSearch } from '../../queries/run.search.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { Reading, useReads } from '../../ui/failure/reading.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import styles from './all.runs.module.css';
import { isFiltered, RunFilters } from './run.filters.tsx';
import { RunList } from './run.list.tsx';
import { DoubtfulRuns, UnresolvedRuns } from './undecided.runs.tsx';

interface Props {
  /** The filters; in the address, so that links can set them. */
  search: RunSearch;
  onSearch: (search: RunSearch) => void;
}

const frame = { title: m.all_runs, page: 'runs', waiting: 24 } as const;

interface UndecidedProps {
  shows: 'doubtful-runs' | 'unresolved-runs';
}

/** The runs of a competition that need a decision: a filter of all its runs. */
export const UndecidedRunsPage: PageOf<UndecidedProps> = competitionPage(
  frame,
  ({ competition: { id }, may, shows }) => (
    <>
      <div className="above">
        <RunParts competitionId={id} shows={shows} />
      </div>
      {shows === 'doubtful-runs' ? (
        <DoubtfulRuns competitionId={id} />
      ) : (
        <UnresolvedRuns competitionId={id} mayAdd={may('manage_participants')} />
      )}
    </>
  ),
);

/** All runs of a competition, the latest first, to find, correct and delete. */
export const AllRunsPage: PageOf<Props> = competitionPage(frame, AllRuns);

/** How long a new count stays a live region, in milliseconds. */
const announcingMs = 1_000;

function AllRuns({ competition, search: given, onSearch }: Props & InCompetition) {
  const search = runSearch({ ...given });
  const live = useLiveRuns(competition.id);
  const [cleared, setCleared] = useState(0);
  const showAll = () => {
    setCleared(cleared + 1);
    onSearch({});
  };
  const choice = { competitionId: competition.id, search, utcOffset: utcOffsetOn(competition.date), live };
  const first = useQuery({ ...runPage(choice, 0), placeholderData: keepPreviousData });
  const reads = useReads({ runs: first }, { zones: useQuery(zonesOf(competition.id)) });
  return (
    <>
      <RunFilters
        cleared={cleared}
        competitionId={competition.id}
        search={search}
        onSearch={onSearch}
        onShowAll={showAll}
      >
        <RunParts competitionId={competition.id} />
        {first.data && <FoundCount search={search} total={first.data.total} isRead={!first.isPlaceholderData} />}
      </RunFilters>
      <Reading of={reads} waiting={24} showsAge>
        {({ runs, zones }) => (
          <>
            {runs.total === 0 && <NoRun isFiltered={isFiltered(search)} onShowAll={showAll} />}
            <RunList choice={choice} first={runs} zones={zones?.zones} />
          </>
        )}
      </Reading>
    </>
  );
}

interface FoundCountProps {
  search: RunSearch;
  total: number;
  /** True if the count belongs to this search. */
  isRead: boolean;
}

/** The number of runs; announced to screen readers after a change of the filters, but not with each new run. */
function FoundCount({ search, total, isRead }: FoundCountProps) {
  const filters = JSON.stringify(search);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    if (!isRead) return;
    const done = setTimeout(() => setAnnounced(filters), announcingMs);
    return () => clearTimeout(done);
  }, [filters, isRead]);
  return (
    <p className="numbers" role="status" aria-live={announced === filters ? 'off' : 'polite'}>
      {m.runs_number({ count: total })}
    </p>
  );
}

function NoRun({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  if (!isFiltered) return <Empty title={m.runs_none()} why={m.runs_none_why()} />;
  return (
    <Empty title={m.all_runs_none()} why={m.all_runs_none_why()}>
      <Button action={m.all_runs_show()} onClick={onShowAll} />
    </Empty>
  );
}

/** Minutes by which the reader's clock is ahead of UTC on a day, `YYYY-MM-DD`. */
const utcOffsetOn = (day: string): number => -new Date(`${day}T12:00`).getTimezoneOffset();

interface RunPartsProps {
  competitionId: number;
  /** Absent where all runs are shown. */
  shows?: 'doubtful-runs' | 'unresolved-runs';
}

/** Links between all runs and those that need a decision, with their number; absent while there are none. */
function RunParts({ competitionId, shows }: RunPartsProps) {
  const { data: doubtful } = useQuery(doubtfulCount(competitionId));
  const { data: unresolved } = useQuery(unresolvedRuns(competitionId));
  const parts = [
    { end: 'doubtful-runs', label: m.doubtful_runs(), count: doubtful?.total ?? 0 },
    { end: 'unresolved-runs', label: m.unresolved_runs(), count: unresolved?.total ?? 0 },
  ] as const;
  const shown = parts.filter(({ end, count }) => count > 0 || end === shows);
  if (shown.length === 0) return null;
  return (
    <nav className={`sideways ${styles.parts}`} aria-label={m.filters()}>
      <PageLink of={competitionId} page="runs" aria-current={!shows && 'page'} label={m.filter_any()} />
      {shown.map(({ end, label, count }) => (
        <PageLink key={end} of={competitionId} page={end} aria-current={end === shows && 'page'}>
          {label} <span className="numbers">{count}</span>
        </PageLink>
      ))}
    </nav>
  );
}
