import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CompetitionDesk } from '../../desk/competition.desk.tsx';
import { m } from '../../paraglide/messages.js';
import { progressOf } from '../../queries/participant.queries.ts';
import { riderByBib } from '../../queries/run.queries.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { Bib, riderName } from '../../riders/rider.tsx';
import { formatStatus } from '../../riders/status.words.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { IconButton } from '../../ui/parts/icons.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { type Box, countDone, type GridRow, layOutProgress } from './progress.grid.ts';
import styles from './progress.module.css';
import { StatusDialog } from './status.dialog.tsx';

/** The runs of every rider in every zone, to find missing ones. */
export function ProgressPage({ competitionId }: { competitionId: number }) {
  return (
    <CompetitionDesk
      competitionId={competitionId}
      title={m.progress()}
      needs="see_participants"
      waiting={<div className={`card ${styles.waiting} skeleton`} />}
    >
      {(competition, may) => <ProgressOfRiders competition={competition} canSetStatus={may('edit_runs')} />}
    </CompetitionDesk>
  );
}

function ProgressOfRiders({ competition, canSetStatus }: { competition: Competition; canSetStatus: boolean }) {
  const competitionId = competition.id;
  const progress = useQuery(progressOf(competitionId));
  const zones = useQuery(zonesOf(competitionId));
  const [category, setCategory] = useState('');
  const [missingOnly, setMissingOnly] = useState(false);
  const [chosen, setChosen] = useState<number>();
  const rider = useQuery({ ...riderByBib(competitionId, chosen ?? 0), enabled: chosen !== undefined });
  const error = progress.error ?? zones.error;
  if (error && !(progress.data && zones.data)) {
    return <FailureAlert error={error} retry={() => void Promise.all([progress.refetch(), zones.refetch()])} />;
  }
  if (!progress.data || !zones.data) return <Waiting className={`card ${styles.waiting}`} />;
  const rows = layOutProgress(progress.data, zones.data.zones, competition);
  if (rows.length === 0 || zones.data.zones.length === 0) {
    return (
      <div className="card panel panel-empty">
        <p>{m.progress_empty()}</p>
      </div>
    );
  }
  const categories = [...new Set(rows.map(({ rider }) => rider.category))];
  const ofCategory = rows.filter(({ rider }) => category === '' || rider.category === category);
  const shown = ofCategory.filter(({ missing }) => missing || !missingOnly);
  return (
    <>
      <p className="soft">{m.progress_why()}</p>
      <div className={styles.choice}>
        <label>
          <span className="visually-hidden">{m.category()}</span>
          <select className="input" value={category} onChange={(event) => setCategory(event.target.value)}>
            <option value="">{m.all_categories()}</option>
            {categories.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <label className={styles.missing}>
          <input type="checkbox" checked={missingOnly} onChange={(event) => setMissingOnly(event.target.checked)} />
          {m.progress_missing_only()}
        </label>
      </div>
      {shown.length === 0 ? (
        <p role="status">{m.progress_all_done()}</p>
      ) : (
        <Grid
          competitionId={competitionId}
          zones={zones.data.zones}
          rows={shown}
          counted={ofCategory}
          {...(canSetStatus && { onStatus: setChosen })}
        />
      )}
      {chosen !== undefined && rider.error && <FailureAlert error={rider.error} retry={() => void rider.refetch()} />}
      {chosen !== undefined && rider.data && <StatusDialog rider={rider.data} onClose={() => setChosen(undefined)} />}
    </>
  );
}

interface GridProps {
  competitionId: number;
  zones: readonly Zone[];
  rows: readonly GridRow[];
  /** The rows that the sums below the zones' names count. */
  counted: readonly GridRow[];
  /** Absent for readers who may not set a status. */
  onStatus?: (dossard: number) => void;
}

function Grid({ competitionId, zones, rows, counted, onStatus }: GridProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable with the keyboard.
    <section className={styles.scroll} aria-label={m.progress()} tabIndex={0}>
      <table className={`${styles.progress} numbers`}>
        <thead>
          <tr>
            <th scope="col">{m.rider()}</th>
            {zones.map((zone, index) => (
              <th key={zone.id} scope="col" className={styles.zone}>
                <span className={styles.zoneName} title={zone.name}>
                  {zone.name}
                </span>
                <span className="soft">{m.progress_done(countDone(counted, index))}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ rider, boxes }) => (
            <tr key={rider.dossard}>
              <th scope="row">
                <div className={styles.who}>
                  <Link
                    to="/competitions/$competitionId/participants/$dossard/runs"
                    params={{ competitionId: String(competitionId), dossard: String(rider.dossard) }}
                    className={styles.rider}
                  >
                    <Bib dossard={rider.dossard} />
                    <span>
                      <span translate="no">{riderName(rider)}</span> <span className="soft">{rider.category}</span>
                      {rider.status && <span className="soft"> · {formatStatus(rider.status)}</span>}
                    </span>
                  </Link>
                  {onStatus && (
                    <IconButton
                      icon="more"
                      label={m.status_of({ name: riderName(rider) })}
                      onClick={() => onStatus(rider.dossard)}
                    />
                  )}
                </div>
              </th>
              {boxes.map((box, index) => (
                <td key={zones[index]?.id} data-box={!box ? 'none' : box.missing > 0 ? 'missing' : 'done'}>
                  <BoxContent box={box} status={rider.status} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Shows the number of runs in a cell, or why there is none. */
function BoxContent({ box, status }: { box: Box; status: GridRow['rider']['status'] }) {
  if (!box) {
    return (
      <>
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{status ? formatStatus(status) : m.progress_no_graduation()}</span>
      </>
    );
  }
  const { runs, missing } = box;
  if (runs === 0) return <span className="visually-hidden">{m.progress_missing()}</span>;
  if (missing === 0) return <span translate="no">{runs}</span>;
  return (
    <>
      <span aria-hidden="true" translate="no">
        {`${runs}/${runs + missing}`}
      </span>
      <span className="visually-hidden">{m.progress_runs_of({ runs, laps: runs + missing })}</span>
    </>
  );
}
