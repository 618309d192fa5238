import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { CompetitionDesk } from '../../desk/competition.desk.tsx';
import { m } from '../../paraglide/messages.js';
import { riderByBib, runsOfRider } from '../../queries/run.queries.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { Bib, riderName } from '../../riders/rider.tsx';
import { formatStatus } from '../../riders/status.words.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Desk } from '../../ui/frame/desk.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { StatusDialog } from '../participants/status.dialog.tsx';
import { RunCard } from './run.card.tsx';
import { RunEditor } from './run.editor.tsx';
import { DoubtfulNotice } from './run.notices.tsx';
import styles from './runs.module.css';

interface Props {
  competitionId: number;
  dossard: number;
}

/** A rider's runs, to correct or delete one at a time. */
export function RunsPage({ competitionId, dossard }: Props) {
  if (Number.isNaN(competitionId) || Number.isNaN(dossard)) {
    return (
      <Desk title={m.runs()} back={{ to: '/competitions', label: m.my_competitions() }}>
        <Alert kind="problem" title={m.invalid_dossard_page()}>
          <Link to="/competitions">{m.my_competitions()}</Link>
        </Alert>
      </Desk>
    );
  }
  return (
    <CompetitionDesk
      competitionId={competitionId}
      title={m.runs_of_bib({ dossard })}
      needs="edit_runs"
      back={{
        to: '/competitions/$competitionId/participants',
        params: { competitionId: String(competitionId) },
        search: { tab: 'list' },
        label: m.participants(),
      }}
      waiting={<div className={`card ${styles.waiting} skeleton`} />}
    >
      {() => <Runs competitionId={competitionId} dossard={dossard} />}
    </CompetitionDesk>
  );
}

function Runs({ competitionId, dossard }: Props) {
  const rider = useQuery(riderByBib(competitionId, dossard));
  const runs = useQuery(runsOfRider(competitionId, dossard));
  const zones = useQuery(zonesOf(competitionId));
  const { groupWord } = useGenderWords();
  const [edited, setEdited] = useState<number>();
  const [saysStatus, setSaysStatus] = useState(false);
  const error = rider.error ?? runs.error ?? zones.error;
  if (error && !(rider.data && runs.data && zones.data)) {
    const retry = () => void Promise.all([rider.refetch(), runs.refetch(), zones.refetch()]);
    return <FailureAlert error={error} retry={retry} />;
  }
  if (!rider.data || !runs.data || !zones.data) return <Waiting className={`card ${styles.waiting}`} />;
  return (
    <>
      <div className={styles.rider}>
        <Bib dossard={dossard} size="large" />
        <div>
          <strong>{riderName(rider.data)}</strong>
          <p className="soft">{groupWord(rider.data)}</p>
          {rider.data.status && (
            <p>{[formatStatus(rider.data.status), rider.data.status_reason].filter(Boolean).join(' · ')}</p>
          )}
        </div>
        <button type="button" className="button" onClick={() => setSaysStatus(true)}>
          {m.set_status()}
        </button>
      </div>
      {saysStatus && <StatusDialog rider={rider.data} onClose={() => setSaysStatus(false)} />}
      <DoubtfulNotice competitionId={competitionId} dossard={dossard} />
      {runs.data.runs.length === 0 && (
        <div className="card panel panel-empty">
          <h2>{m.runs_none()}</h2>
          <p className="soft">{m.runs_none_why()}</p>
        </div>
      )}
      <ul className={styles.runs}>
        {runs.data.runs.map((run) => (
          <li key={run.run_number} className={`card ${styles.run}`}>
            {run.run_number === edited ? (
              <RunEditor run={run} rider={rider.data} zones={zones.data.zones} onClose={() => setEdited(undefined)} />
            ) : (
              <RunCard
                run={run}
                rider={rider.data}
                zones={zones.data.zones}
                onEdit={edited === undefined ? () => setEdited(run.run_number) : undefined}
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
