import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { competitionPage, type PageOf } from '../../desk/competition.desk.tsx';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { RiderRunsLink } from '../../desk/rider.runs.link.tsx';
import { m } from '../../paraglide/messages.js';
import { progressOf } from '../../queries/participant.queries.ts';
import { riderByBib } from '../../queries/run.queries.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { GroupField } from '../../riders/group.field.tsx';
import { listGroups } from '../../riders/rider.order.ts';
import { Bib } from '../../riders/rider.tsx';
import { fullName } from '../../riders/rider.words.tsx';
import { formatStatus } from '../../riders/status.words.ts';
import { ZoneField } from '../../riders/zone.field.tsx';
import { optional, parseChoice, parseCount, parseText, type RawSearch } from '../../text/address.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Reading, useReads } from '../../ui/failure/reading.tsx';
import { CloseDialog } from '../../ui/fields/form.state.ts';
import { Tick } from '../../ui/fields/tick.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { Filters } from '../../ui/parts/filters.tsx';
import { IconButton } from '../../ui/parts/icons.tsx';
import { Table } from '../../ui/parts/table.tsx';
import { type Box, countDone, type GridRow, layOutProgress } from './progress.grid.ts';
import styles from './progress.module.css';
import { StatusDialog } from './status.dialog.tsx';

/** Parses the address of the progress. */
const progressSearch = (raw: RawSearch) =>
  optional({
    zone: parseCount(raw.zone),
    category: parseText(raw.category),
    gender: parseChoice(raw.gender, ['H', 'F']),
    missing: parseChoice(raw.missing, [true]),
  });

/** The filters of the progress, from its address. */
export type ProgressSearch = ReturnType<typeof progressSearch>;

interface Props {
  /** The filters; in the address, so that links can set them. */
  search: ProgressSearch;
  onSearch: (search: ProgressSearch) => void;
}

/** The runs of every rider in every zone, to find missing ones. */
const ProgressPage: PageOf<Props> = competitionPage({ page: 'progress', waiting: 22 }, Content);
export default ProgressPage;

function Content({ search: given, onSearch }: Props) {
  const { id: competitionId, competition, may } = usePageCompetition();
  const search = progressSearch({ ...given });
  const reads = useReads({ progress: useQuery(progressOf(competitionId)), zones: useQuery(zonesOf(competitionId)) });
  const [chosen, setChosen] = useState<number>();
  const rider = useQuery({ ...riderByBib(competitionId, chosen ?? 0), enabled: chosen !== undefined });
  if (!reads.data) return <Reading of={reads} waiting={22} />;
  const {
    progress,
    zones: { zones },
  } = reads.data;
  const shownZones = zones.filter(({ id }) => search.zone === undefined || id === search.zone);
  const rows = layOutProgress(progress, shownZones, competition);
  if (rows.length === 0 || zones.length === 0) {
    return <Empty title={m.progress_empty()} />;
  }
  const groups = listGroups(rows.map(({ rider }) => rider));
  const group = groupIn(search);
  const counted = rows.filter(({ rider }) =>
    group ? groupKey(rider) === group : !search.category || rider.category === search.category,
  );
  const shown = counted.filter(({ missing }) => missing || !search.missing);
  return (
    <>
      <Reading of={reads} />
      <ProgressFilters {...{ zones, groups, search, onSearch }} count={shown.length} />
      {shown.length === 0 ? (
        <p role="status">{m.progress_all_done()}</p>
      ) : (
        <Grid zones={shownZones} rows={shown} counted={counted} {...(may('edit_runs') && { onStatus: setChosen })} />
      )}
      <p className="soft below">{m.progress_why()}</p>
      {chosen !== undefined && rider.error && <FailureAlert error={rider.error} retry={() => void rider.refetch()} />}
      {chosen !== undefined && rider.data && (
        <CloseDialog value={() => setChosen(undefined)}>
          <StatusDialog rider={rider.data} />
        </CloseDialog>
      )}
    </>
  );
}

/** Key of the group that the filters choose; undefined for none, or for a category alone. */
const groupIn = ({ category, gender }: ProgressSearch) => category && gender && groupKey({ category, gender });

interface FiltersProps extends Pick<Props, 'search' | 'onSearch'> {
  zones: readonly Zone[];
  groups: readonly Group[];
  /** Number of riders that they leave. */
  count: number;
}

function ProgressFilters({ zones, groups, search, onSearch, count }: FiltersProps) {
  const narrow = (more: ProgressSearch) => onSearch({ ...search, ...more });
  return (
    <Filters label={m.filters()}>
      <ZoneField zones={zones} value={search.zone} empty={m.all_zones()} onZone={(zone) => narrow({ zone })} />
      <GroupField
        groups={groups}
        value={groupIn(search) ?? ''}
        empty={m.all_groups()}
        onChange={(_, chosen) => narrow({ category: chosen?.category, gender: chosen?.gender })}
      />
      <Tick
        label={m.progress_missing_only()}
        checked={search.missing ?? false}
        onTick={(isTicked) => narrow({ missing: isTicked || undefined })}
      />
      <p role="status" className="numbers">
        {m.participants_count({ count })}
      </p>
    </Filters>
  );
}

interface GridProps {
  zones: readonly Zone[];
  rows: readonly GridRow[];
  /** The rows that the sums below the zones' names count. */
  counted: readonly GridRow[];
  /** Absent for readers who may not set a status. */
  onStatus?: (dossard: number) => void;
}

function Grid({ zones, rows, counted, onStatus }: GridProps) {
  const inColumns = (content: (index: number, zone: Zone) => ReactNode) =>
    Object.fromEntries(zones.map((zone, index) => [`zone ${zone.id}`, content(index, zone)]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable with the keyboard.
    <section className={`card sideways ${styles.scroll}`} aria-label={m.progress()} tabIndex={0}>
      <Table
        look={styles.progress}
        headings={{
          rider: m.rider(),
          ...inColumns((index, zone) => (
            <>
              <span className={styles.zoneName} title={zone.name}>
                {zone.name}
              </span>
              <span className="soft">{m.progress_done(countDone(counted, index))}</span>
            </>
          )),
        }}
        named="rider"
        rows={rows}
        keyOf={({ rider }) => rider.dossard}
        cells={({ rider, boxes }) => ({
          rider: (
            <div className={styles.who}>
              <RiderRunsLink dossard={rider.dossard} className={styles.rider}>
                <Bib dossard={rider.dossard} />
                <span>
                  <span translate="no">{fullName(rider)}</span> <span className="soft">{rider.category}</span>
                  {rider.status && <span className="soft"> · {formatStatus(rider.status)}</span>}
                </span>
              </RiderRunsLink>
              {onStatus && (
                <IconButton
                  icon="more"
                  label={m.status_of({ name: fullName(rider) })}
                  onClick={() => onStatus(rider.dossard)}
                />
              )}
            </div>
          ),
          ...inColumns((index, zone) => <BoxContent {...{ zone, rider }} box={boxes[index] ?? null} />),
        })}
      />
    </section>
  );
}

interface BoxProps {
  box: Box;
  rider: GridRow['rider'];
  zone: Zone;
}

/** The number of runs in a cell, or why there is none: its look, its sign, and words for it if it needs some. */
function describeBox({ box, rider: { status }, zone }: BoxProps) {
  if (!box) {
    const why = zone.closed_at ? m.desk_call({ kind: 'zone_closed' }) : m.progress_no_graduation();
    return ['none', '–', status ? formatStatus(status) : why];
  }
  const { runs, missing } = box;
  if (runs === 0) return ['missing', '', m.progress_missing()];
  if (missing === 0) return ['done', runs];
  return ['missing', `${runs}/${runs + missing}`, m.progress_runs_of({ runs, laps: runs + missing })];
}

function BoxContent(props: BoxProps) {
  const [look, sign, words] = describeBox(props);
  return (
    <span data-box={look}>
      <span aria-hidden={words !== undefined} translate="no">
        {sign}
      </span>
      {words && <span className="visually-hidden">{words}</span>}
    </span>
  );
}
