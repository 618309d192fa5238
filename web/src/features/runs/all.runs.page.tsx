import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import type { RunSources } from '@dossard/contract/runs/run.list.schema.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { competitionPage, type PageOf } from '../../desk/competition.desk.tsx';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { PageLink } from '../../desk/page.link.tsx';
import { usePageZones } from '../../desk/page.reads.ts';
import { useUnchanged } from '../../device/clock.ts';
import { useLiveRuns } from '../../live/live.runs.ts';
import { m } from '../../paraglide/messages.js';
import { doubtfulCount, runPage, runSources, unresolvedRuns } from '../../queries/run.queries.ts';
import { type RunSearch, runSearch } from '../../queries/run.search.ts';
import { rankedGroups, zonesOf } from '../../queries/zone.queries.ts';
import { GroupField } from '../../riders/group.field.tsx';
import { ZoneField } from '../../riders/zone.field.tsx';
import { Reading, useReads } from '../../ui/failure/reading.tsx';
import { DossardField, SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { Tick } from '../../ui/fields/tick.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { Filters } from '../../ui/parts/filters.tsx';
import { Icon } from '../../ui/parts/icons.tsx';
import styles from './all.runs.module.css';
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
export const UndecidedRunsPage: PageOf<UndecidedProps> = competitionPage(frame, ({ shows }) => (
  <>
    <div className="above">
      <RunParts shows={shows} />
    </div>
    {shows === 'doubtful-runs' ? <DoubtfulRuns /> : <UnresolvedRuns />}
  </>
));

/** All runs of a competition, the latest first, to find, correct and delete. */
const AllRunsPage: PageOf<Props> = competitionPage(frame, AllRuns);
export default AllRunsPage;

/** How long a new count stays a live region, in milliseconds. */
const announcingMs = 1_000;

function AllRuns({ search: given, onSearch }: Props) {
  const { competition } = usePageCompetition();
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
      <RunFilters cleared={cleared} search={search} onSearch={onSearch} onShowAll={showAll}>
        <RunParts />
        {first.data && <FoundCount search={search} total={first.data.total} isRead={!first.isPlaceholderData} />}
      </RunFilters>
      <Reading of={reads} waiting={24} showsAge>
        {({ runs }) => (
          <>
            {runs.total === 0 && <NoRun isFiltered={isNarrowed(search)} onShowAll={showAll} />}
            <RunList choice={choice} first={runs} />
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
  const isAnnounced = useUnchanged(isRead ? JSON.stringify(search) : undefined, announcingMs);
  return (
    <p className="numbers" role="status" aria-live={isAnnounced ? 'off' : 'polite'}>
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
  /** Absent where all runs are shown. */
  shows?: 'doubtful-runs' | 'unresolved-runs';
}

/** Links between all runs and those that need a decision, with their number; absent while there are none. */
function RunParts({ shows }: RunPartsProps) {
  const { id } = usePageCompetition();
  const { data: doubtful } = useQuery(doubtfulCount(id));
  const { data: unresolved } = useQuery(unresolvedRuns(id));
  const parts = [
    { end: 'doubtful-runs', label: m.doubtful_runs(), count: doubtful?.total ?? 0 },
    { end: 'unresolved-runs', label: m.unresolved_runs(), count: unresolved?.total ?? 0 },
  ] as const;
  const shown = parts.filter(({ end, count }) => count > 0 || end === shows);
  if (shown.length === 0) return null;
  return (
    <nav className={`sideways ${styles.parts}`} aria-label={m.filters()}>
      <PageLink page="runs" aria-current={!shows && 'page'} label={m.filter_any()} />
      {shown.map(({ end, label, count }) => (
        <PageLink key={end} page={end} aria-current={end === shows && 'page'}>
          {label} <span className="numbers">{count}</span>
        </PageLink>
      ))}
    </nav>
  );
}

interface FilterProps {
  search: RunSearch;
  onSearch: (search: RunSearch) => void;
  onShowAll: () => void;
  /** How often all were shown: the fields are mounted anew, without typed text. */
  cleared: number;
  /** At the end of the line: other filters, and how many runs were found. */
  children: ReactNode;
}

/** Whether a search leaves out runs. */
const isNarrowed = (search: RunSearch): boolean => Object.values(search).some((value) => value !== undefined);

/** The filters of the list of all runs, the rarer ones folded; each takes effect immediately. */
function RunFilters({ search, onSearch, onShowAll, cleared, children }: FilterProps) {
  const { id } = usePageCompetition();
  const zones = usePageZones();
  const groups = useQuery(rankedGroups(id)).data?.categories_and_genders ?? [];
  const { data: sources } = useQuery(runSources(id));
  const { zone: _zone, bib: _bib, ...rarer } = search;
  const [showsMore, setShowsMore] = useState(isNarrowed(rarer));
  const narrow = (more: RunSearch) => onSearch({ ...search, ...more });
  return (
    <Filters key={cleared} label={m.filters()}>
      <DossardField
        name="bib"
        placeholder={m.dossard()}
        // The address of the last search may still be there when the fields are mounted anew.
        defaultValue={cleared === 0 ? search.bib : undefined}
        onValue={(typed) => narrow({ bib: /^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : undefined })}
      />
      <ZoneField zones={zones} value={search.zone} empty={m.filter_any_zone()} onZone={(zone) => narrow({ zone })} />
      <Button aria-expanded={showsMore} onClick={() => setShowsMore(!showsMore)}>
        {m.filters()} <Icon name="chevron" size={16} />
      </Button>
      {isNarrowed(search) && <Button action={m.all_runs_show()} look="quiet" onClick={onShowAll} />}
      {children}
      {showsMore && <RarerFilters {...{ search, narrow, groups, sources }} />}
    </Filters>
  );
}

interface RarerProps {
  search: RunSearch;
  narrow: (more: RunSearch) => void;
  groups: readonly Group[];
  /** Undefined while they are loading. */
  sources: RunSources | undefined;
}

function RarerFilters({ search, narrow, groups, sources }: RarerProps) {
  const { category, gender } = search;
  const set = (name: keyof RunSearch) => (value: string | boolean) => narrow({ [name]: value || undefined });
  const phones = namePhones(sources?.phones ?? []);
  return (
    <div className={`card ${styles.more}`}>
      <GroupField
        groups={groups}
        value={category && gender ? groupKey({ category, gender }) : ''}
        empty={m.filter_any()}
        onChange={(_, chosen) => narrow({ category: chosen?.category, gender: chosen?.gender })}
      />
      <SelectField
        name="referee"
        label={m.referee()}
        value={search.referee ?? ''}
        empty={m.filter_any()}
        options={sources?.referees.map((name) => [name, name])}
        onValue={set('referee')}
      />
      {phones.length > 0 && (
        <SelectField
          name="phone"
          label={m.filter_phone()}
          value={search.phone ?? ''}
          empty={m.filter_any()}
          options={phones}
          onValue={set('phone')}
        />
      )}
      <TextField name="from" type="time" label={m.filter_from()} defaultValue={search.from} onValue={set('from')} />
      <TextField name="to" type="time" label={m.filter_to()} defaultValue={search.to} onValue={set('to')} />
      <Tick label={m.filter_odd()} title={m.filter_odd_why()} checked={search.odd ?? false} onTick={set('odd')} />
      <Tick label={m.filter_unchecked()} checked={search.unchecked ?? false} onTick={set('unchecked')} />
    </div>
  );
}

/** Names each phone after its referees, and numbers the phones of one referee. */
function namePhones(phones: RunSources['phones']): [id: string, name: string][] {
  const count = new Map<string, number>();
  return phones.map(({ phone_id, referee_names }) => {
    const referee = referee_names.join(', ');
    const number = (count.get(referee) ?? 0) + 1;
    count.set(referee, number);
    return [phone_id, m.filter_phone_of({ referee, number })];
  });
}
