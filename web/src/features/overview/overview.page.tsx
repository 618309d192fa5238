import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { competitionPage, type InCompetition, type PageOf } from '../../desk/competition.desk.tsx';
import { PageLink } from '../../desk/page.link.tsx';
import { useLiveRuns } from '../../live/live.runs.ts';
import { m } from '../../paraglide/messages.js';
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
import { Attention } from './attention.tsx';
import { Figures } from './figures.tsx';
import { MissingTable } from './missing.table.tsx';
import { countOverview } from './overview.facts.ts';
import styles from './overview.module.css';
import { listUnridden } from './unplanned.runs.ts';
import { ZoneTable } from './zone.table.tsx';

/** The event day: four figures, what needs a decision, the pace of the zones, the latest and the missing runs. */
export const OverviewPage: PageOf = competitionPage({ page: 'overview', waiting: 20 }, Content);

/** How often the zones are read again, in milliseconds: a referee may close one. */
const zonesMs = 10_000;

function Content({ competition, may }: InCompetition) {
  const { id } = competition;
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
        {reads.error !== null && <LatestRuns competitionId={id} />}
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
        <PageLink of={id} page="zones" className="button button-go">
          {m.back_to_zones()}
        </PageLink>
      </Empty>
    );
  const overview = countOverview(progress, zones, competition);
  const closed = listUnridden(progress.riders, zones, competition);
  return (
    <>
      {/* What needs attention says that the phones could not be read. */}
      <Reading of={{ ...reads, missing: [] }} showsAge />
      <p className={`soft small ${styles.age}`}>{m.phones_as_of({ time: formatTime(reads.dataUpdatedAt) })}</p>
      <FromField competitionId={id} zones={zones} />
      <Figures competitionId={id} overview={overview} closed={closed} phones={phones.data} />
      <div className={`stack ${styles.columns}`}>
        <Attention {...{ competition, may, zones, overview, phones }} riders={progress.riders} />
        <ZoneTable zones={overview.zones} closed={closed} phones={phones.data?.phones} />
        <LatestRuns competitionId={id} />
        <MissingTable competition={competition} overview={overview} may={may} />
      </div>
    </>
  );
}

/** Number of runs latestShown. */
const latestShown = 15;

/** Lists the latest runs, each with a link to its rider's runs. */
function LatestRuns({ competitionId }: { competitionId: number }) {
  const read = useQuery(latestRuns(competitionId, latestShown));
  const { data } = read;
  return (
    <section className={styles.latest} aria-labelledby="overview-latest">
      <h2 id="overview-latest">{m.overview_latest()}</h2>
      <Reading of={read} waiting={10} />
      <ul className="card lines numbers">
        {data?.runs.length === 0 && <li className="soft">{m.runs_none_why()}</li>}
        {data?.runs.map((run) => (
          <li key={`${run.dossard} ${run.run_number}`}>
            <Link
              to="/competitions/$competitionId/participants/$dossard/runs"
              params={{ competitionId: String(competitionId), dossard: String(run.dossard) }}
            >
              <span className="soft" translate="no">
                {formatTime(new Date(run.ridden_at), 'minute')}
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
            </Link>
          </li>
        ))}
        {data && data.total > latestShown && (
          <li>
            <PageLink of={competitionId} page="runs">
              {m.overview_all_runs({ count: data.total })}
            </PageLink>
          </li>
        )}
      </ul>
    </section>
  );
}
