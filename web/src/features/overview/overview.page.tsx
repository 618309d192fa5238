import type { AnswerOf } from '@dossard/contract/calls/endpoint.ts';
import type { listPhones } from '@dossard/contract/phones/phone.endpoints.ts';
import type { Phone } from '@dossard/contract/phones/phone.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { competitionPage, type PageOf } from '../../desk/competition.desk.tsx';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { PageLink } from '../../desk/page.link.tsx';
import { RiderRunsLink } from '../../desk/rider.runs.link.tsx';
import { useLiveRuns } from '../../live/live.runs.ts';
import { m } from '../../paraglide/messages.js';
import { handoutOf } from '../../queries/handout.queries.ts';
import { progressOf } from '../../queries/participant.queries.ts';
import { phonesOf } from '../../queries/phone.queries.ts';
import { latestRuns } from '../../queries/run.queries.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { DoorRow } from '../../riders/door.row.tsx';
import { Bib } from '../../riders/rider.tsx';
import { fullName } from '../../riders/rider.words.tsx';
import { formatTime } from '../../text/formats.ts';
import { Reading, useReads } from '../../ui/failure/reading.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { FromField } from '../field/from.field.tsx';
import { isSilent, silenceOf } from '../phones/phone.facts.ts';
import { Attention } from './attention.tsx';
import { MissingTable } from './missing.table.tsx';
import { countOverview, type Overview, type ZoneTally } from './overview.facts.ts';
import styles from './overview.module.css';
import { TallyBar, TallyOf } from './tally.bar.tsx';
import { listUnridden, type Unridden } from './unplanned.runs.ts';

/** The event day: four figures, what needs a decision, the pace of the zones, the latest and the missing runs. */
const OverviewPage: PageOf = competitionPage({ page: 'overview', waiting: 20 }, Content);
export default OverviewPage;

/** How often the zones are read again, in milliseconds: a referee may close one. */
const zonesMs = 10_000;

function Content() {
  const { id, competition, may } = usePageCompetition();
  const phones = useQuery({ ...phonesOf(id), enabled: may('invite_users') });
  const reads = useReads(
    { progress: useQuery(progressOf(id)), zones: useQuery({ ...zonesOf(id), refetchInterval: zonesMs }) },
    may('invite_users') ? { phones } : {},
  );
  useLiveRuns(id);
  if (!reads.data) {
    return (
      <>
        <Reading of={reads} waiting={20} />
        {reads.error !== null && <LatestRuns />}
      </>
    );
  }
  const {
    progress,
    zones: { zones },
  } = reads.data;
  // Nothing can be recorded before there is a zone.
  if (zones.length === 0)
    return (
      <Empty title={m.zones_empty()} why={m.overview_empty_why()}>
        <PageLink page="zones" className="button button-go" label={m.back_to_zones()} />
      </Empty>
    );
  const overview = countOverview(progress, zones, competition);
  const closed = listUnridden(progress.riders, zones, competition);
  return (
    <>
      {/* What needs attention says that the phones could not be read. */}
      <Reading of={{ ...reads, missing: [] }} showsAge />
      <p className={`soft small ${styles.age}`}>{m.phones_as_of({ time: formatTime(reads.dataUpdatedAt) })}</p>
      <FromField zones={zones} />
      <Figures overview={overview} closed={closed} phones={phones.data} />
      <div className={`stack ${styles.columns}`}>
        <Attention {...{ zones, overview, phones }} riders={progress.riders} />
        <ZoneTable zones={overview.zones} closed={closed} phones={phones.data?.phones} />
        <LatestRuns />
        <MissingTable overview={overview} />
      </div>
    </>
  );
}

/** Number of runs latestShown. */
const latestShown = 15;

/** Lists the latest runs, each with a link to its rider's runs. */
function LatestRuns() {
  const read = useQuery(latestRuns(usePageCompetition().id, latestShown));
  const { data } = read;
  return (
    <section className={styles.latest} aria-labelledby="overview-latest">
      <h2 id="overview-latest">{m.overview_latest()}</h2>
      <Reading of={read} waiting={10} />
      <ul className="card lines numbers">
        {data?.runs.length === 0 && <li className="soft">{m.runs_none_why()}</li>}
        {data?.runs.map((run) => (
          <li key={`${run.dossard} ${run.run_number}`}>
            <RiderRunsLink dossard={run.dossard}>
              <span className="soft" translate="no">
                {formatTime(run.ridden_at, 'minute')}
              </span>
              <Bib dossard={run.dossard} />
              <span className={styles.zone}>
                <span translate="no">{fullName(run)}</span>
                <small className="soft">{run.zone_name}</small>
              </span>
              <DoorRow doors={run} className={styles.doors} />
              <strong>
                <span translate="no">{run.points}</span> <span className="visually-hidden">{m.points()}</span>
              </strong>
            </RiderRunsLink>
          </li>
        ))}
        {data && data.total > latestShown && (
          <li>
            <PageLink page="runs" label={m.overview_all_runs({ count: data.total })} />
          </li>
        )}
      </ul>
    </section>
  );
}

interface FiguresProps {
  overview: Overview;
  closed: readonly Unridden[];
  /** Undefined for readers who may not see phones. */
  phones: AnswerOf<typeof listPhones> | undefined;
}

/** The day in four figures: runs, what is missing, when it ends, and who judges. */
function Figures({ overview, closed, phones }: FiguresProps) {
  const { id } = usePageCompetition();
  const { recorded, missing } = overview.all;
  const unridden = closed.reduce((sum, zone) => sum + zone.unridden, 0);
  const expected = recorded + missing;
  const before = recorded === 0;
  const handout = useQuery({ ...handoutOf(id), enabled: before });
  const riders = handout.data?.riders;
  const came = riders?.filter((rider) => rider.came).length ?? 0;
  return (
    <section className={`card ${styles.figures} numbers`} aria-label={m.overview_runs()}>
      <div>
        <p className="soft small">
          <strong translate="no">{recorded}</strong> {m.overview_of_runs({ count: expected })}
        </p>
        <TallyBar tally={overview.all} />
      </div>
      {before && riders ? (
        <Figure
          value={m.overview_of({ recorded: came, expected: riders.length })}
          words={m.overview_handed_out({ count: riders.length })}
        />
      ) : (
        <Figure value={missing} words={describeMissing(missing, before, unridden)} />
      )}
      <Figure {...describeEnd(overview)} />
      <Figure {...describeReferees(overview, before, phones)} />
    </section>
  );
}

interface FigureProps {
  value: string | number;
  words: string;
}

function Figure({ value, words }: FigureProps) {
  return (
    <p className="soft small">
      <strong translate="no">{value}</strong> {words}
    </p>
  );
}

/** Describes that runs are missing, or all in; runs that closed zones no longer wait for are named (U8). */
function describeMissing(missing: number, before: boolean, unridden: number): string {
  if (missing > 0 || before) return m.overview_still_missing({ count: missing });
  return unridden > 0 ? m.overview_rest_closed({ count: unridden }) : m.overview_all_in();
}

/** Describes when the last zone is finished; a zone that ends long after the others is left out and named. */
function describeEnd({ zones }: Overview): FigureProps {
  const late = zones.find((zone) => zone.late);
  const open = zones.filter((zone) => zone.missing > 0 && zone !== late);
  const end = open.some(({ throughAt }) => throughAt === null)
    ? 0
    : Math.max(0, ...open.map((zone) => zone.throughAt ?? 0));
  const words = late && end > 0 ? m.overview_end_except({ zone: late.name }) : m.overview_end();
  return { value: end > 0 ? formatTime(end, 'minute') : '–', words };
}

/** Describes how many referees are in contact, before the first run how many zones have a phone. */
function describeReferees({ zones }: Overview, before: boolean, phones: FiguresProps['phones']): FigureProps {
  const of = (recorded: number, expected: number, words: (inputs: { count: number }) => string) => ({
    value: m.overview_of({ recorded, expected }),
    words: words({ count: expected }),
  });
  if (!phones) return of(zones.filter(({ missing }) => missing === 0).length, zones.length, m.overview_zones_done);
  const opened = new Set(phones.phones.map(({ zone_id }) => zone_id));
  if (before) return of(zones.filter(({ id }) => opened.has(id)).length, zones.length, m.overview_zones_ready);
  const now = Date.parse(phones.server_time);
  const near = phones.phones.filter((phone) => !isSilent(silenceOf(phone, now)));
  const count = (some: typeof near) => new Set(some.map(({ user_id, phone_id }) => user_id ?? phone_id)).size;
  return of(count(near), count(phones.phones), m.overview_in_contact);
}

interface TableProps {
  zones: readonly ZoneTally[];
  closed: readonly Unridden[];
  /** Undefined for readers who may not see phones. */
  phones: readonly Phone[] | undefined;
}

/** Each zone with its referee, its runs, its pace in the last hour, and when it will be finished. */
function ZoneTable({ zones, closed, phones }: TableProps) {
  const highest = Math.max(0, ...zones.flatMap(({ lastHour }) => lastHour));
  return (
    <section aria-labelledby="overview-zones">
      <h2 id="overview-zones">{m.zones()}</h2>
      <ul className={`card lines ${styles.zones} numbers`}>
        {zones.map((zone) => {
          const unridden = closed.find(({ id }) => id === zone.id)?.unridden ?? 0;
          return (
            <li key={zone.id} data-slow={zone.quiet || zone.late || undefined}>
              <div className={styles.zone}>
                <h3>{zone.name}</h3>
                {phones && !zone.isClosed && <Referee phone={phones.find(({ zone_id }) => zone_id === zone.id)} />}
              </div>
              <TallyOf tally={{ ...zone, missing: zone.missing + unridden }} />
              <Pace counts={zone.lastHour} highest={highest} />
              <span className={`soft ${styles.last}`}>
                {zone.lastRunAt && (
                  <>
                    <span className="visually-hidden">{m.overview_last_run()} </span>
                    <span translate="no">{formatTime(zone.lastRunAt, 'minute')}</span>
                  </>
                )}
              </span>
              <strong>{formatThrough(zone, unridden)}</strong>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The referee whose phone has the zone open. */
function Referee({ phone }: { phone: Phone | undefined }) {
  if (!phone) return <small className="warning small">{m.overview_no_phone()}</small>;
  return <small className="soft small">{fullName(phone)}</small>;
}

interface PaceProps {
  /** Runs in steps of five minutes, oldest first. */
  counts: readonly number[];
  /** The count that fills the full height: the same for all zones, so that they can be compared. */
  highest: number;
}

/** A column for each five minutes of a zone's last hour: a queue shows as shrinking columns. */
function Pace({ counts, highest }: PaceProps) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const heights = counts.map((count) => (highest === 0 ? 0 : (count / highest) * 22));
  return (
    <figure className={`row ${styles.pace}`}>
      <svg viewBox="0 0 84 24" width={84} height={24} aria-hidden="true">
        {total > 0 && (
          <path d={`M0 23.5H84${heights.map((high, step) => `M${step * 7 + 3.5} 23V${23 - high}`).join('')}`} />
        )}
      </svg>
      <figcaption className="soft small">{total > 0 && m.overview_last_hour({ count: total })}</figcaption>
    </figure>
  );
}

/** Formats when a zone will be finished, or why that is unknown (P4). */
function formatThrough({ recorded, missing, throughAt }: ZoneTally, unridden: number): string {
  if (unridden > 0) return m.overview_closed_unridden({ count: unridden });
  if (recorded + missing === 0) return m.overview_nobody_expected();
  if (missing === 0) return m.overview_through();
  const isToday = throughAt !== null && new Date(throughAt).toDateString() === new Date().toDateString();
  return isToday ? m.overview_through_at({ time: formatTime(throughAt, 'minute') }) : '';
}
