import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { CompetitionDesk } from '../../desk/competition.desk.tsx';
import { useLiveRuns } from '../../live/live.runs.ts';
import { m } from '../../paraglide/messages.js';
import { type RunSearch, runPage } from '../../queries/run.queries.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { StaleNote } from '../../ui/failure/stale.note.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import styles from './all.runs.module.css';
import { RunFilters } from './run.filters.tsx';
import { RunList } from './run.list.tsx';
import { runSearch } from './run.search.ts';

interface Props {
  competitionId: number;
  /** The filters; in the address, so that links can set them. */
  search: RunSearch;
  onSearch: (search: RunSearch) => void;
}

/** All runs of a competition, the latest first, to find, correct and delete. */
export function AllRunsPage({ competitionId, search, onSearch }: Props) {
  return (
    <CompetitionDesk
      competitionId={competitionId}
      title={m.all_runs()}
      needs="edit_runs"
      actions={() => (
        <Link
          to="/competitions/$competitionId/paper"
          params={{ competitionId: String(competitionId) }}
          search={{}}
          className="button"
        >
          {m.paper_entry()}
        </Link>
      )}
      waiting={<div className={`card ${styles.waiting} skeleton`} />}
    >
      {(competition) => <AllRuns competition={competition} search={runSearch({ ...search })} onSearch={onSearch} />}
    </CompetitionDesk>
  );
}

/** How long a new count stays a live region, in milliseconds. */
const announcingMs = 1_000;

const isFiltered = (search: RunSearch) => Object.values(search).some((value) => value !== undefined);

function AllRuns({ competition, search, onSearch }: Omit<Props, 'competitionId'> & { competition: Competition }) {
  const live = useLiveRuns(competition.id);
  const choice = { competitionId: competition.id, search, utcOffset: utcOffsetOn(competition.date), live };
  const first = useQuery({ ...runPage(choice, 0), placeholderData: keepPreviousData });
  const zones = useQuery(zonesOf(competition.id));
  const error = first.error ?? zones.error;
  const data = first.data && zones.data && { runs: first.data, zones: zones.data.zones };
  return (
    <>
      <RunFilters competitionId={competition.id} search={search} onSearch={onSearch} />
      {error && !data && (
        <FailureAlert error={error} retry={() => void Promise.all([first.refetch(), zones.refetch()])} />
      )}
      {!error && !data && <Waiting className={`card ${styles.waiting}`} />}
      {data && (
        <>
          <StaleNote error={error} at={first.dataUpdatedAt} retry={() => void first.refetch()} />
          <FoundCount search={search} total={data.runs.total} isRead={!first.isPlaceholderData} />
          {data.runs.total === 0 && <NoRun isFiltered={isFiltered(search)} onShowAll={() => onSearch({})} />}
          <RunList choice={choice} first={data.runs} zones={data.zones} />
        </>
      )}
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
    <p className={`${styles.count} numbers`} role="status" aria-live={announced === filters ? 'off' : 'polite'}>
      {m.runs_number({ count: total })}
    </p>
  );
}

function NoRun({ isFiltered, onShowAll }: { isFiltered: boolean; onShowAll: () => void }) {
  return (
    <div className="card panel panel-empty">
      <h2>{isFiltered ? m.all_runs_none() : m.runs_none()}</h2>
      <p className="soft">{isFiltered ? m.all_runs_none_why() : m.runs_none_why()}</p>
      {isFiltered && (
        <button type="button" className="button" onClick={onShowAll}>
          {m.all_runs_show()}
        </button>
      )}
    </div>
  );
}

/** Minutes by which the reader's clock is ahead of UTC on a day, `YYYY-MM-DD`. */
const utcOffsetOn = (day: string): number => -new Date(`${day}T12:00`).getTimezoneOffset();
