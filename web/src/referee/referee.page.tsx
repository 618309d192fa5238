import { useQuery } from '@tanstack/react-query';
import { Link, useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Failure, sayFailure } from '../api/failure.ts';
import { competitionById } from '../features/competitions/competition.queries.ts';
import { zoneById } from '../features/zones/zone.queries.ts';
import { m } from '../paraglide/messages.js';
import { isSessionKnown } from '../session/session.keeper.ts';
import { Alert } from '../ui/alert.tsx';
import { PageFrame } from '../ui/page.frame.tsx';
import { ConfirmationStep } from './confirmation.step.tsx';
import { DossardStep } from './dossard.step.tsx';
import { InactivityDialog } from './inactivity.dialog.tsx';
import { useKeptFlow } from './kept.flow.ts';
import { ReadyStep } from './ready.step.tsx';
import { holdsRun, inventSubmissionId, type Move, writeSubmission } from './referee.flow.ts';
import { RegistrationStep } from './registration.step.tsx';
import { deliverRun } from './run.delivery.ts';
import { SuccessStep } from './success.step.tsx';
import './referee.css';

interface Props {
  competitionId: number;
  zoneId: number;
}

/** The referee's screen for one zone: five steps from bib number to recorded run (spec §4). */
export function RefereePage({ competitionId, zoneId }: Props) {
  const zone = useQuery(zoneById(competitionId, zoneId));
  const competition = useQuery(competitionById(competitionId));
  const [flow, move] = useKeptFlow(competitionId, zoneId);
  useDelivery(flow, move);
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    // The first step has a field that takes the focus itself.
    if (flow.step !== 'dossard-input') main.current?.focus();
  }, [flow.step]);
  useBlocker({
    // Signing in again is the way on for a run that an ended session holds up.
    shouldBlockFn: ({ next }) => next.pathname !== '/login' && holdsRun(flow) && !window.confirm(m.leave_run_sure()),
    enableBeforeUnload: false,
  });

  const missing = zone.error instanceof Failure && zone.error.status === 404 && !holdsRun(flow);
  if (missing || Number.isNaN(competitionId) || Number.isNaN(zoneId)) {
    return (
      <PageFrame>
        <main className="page">
          <Alert kind="problem" title={m.referee_invalid_zone()}>
            {Number.isNaN(competitionId) ? (
              <Link to="/competitions">{m.my_competitions()}</Link>
            ) : (
              <Link to="/competitions/$competitionId/zones" params={{ competitionId: String(competitionId) }}>
                {m.back_to_zones()}
              </Link>
            )}
          </Alert>
        </main>
      </PageFrame>
    );
  }

  const zoneName = zone.data?.name ?? m.zone_number({ id: zoneId });
  const graduations = zone.data?.graduations;
  const submit = () => {
    const now = Date.now();
    const place = { competition_id: competitionId, zone_id: zoneId };
    move({ type: 'run-submitted', submission: writeSubmission(flow, place, inventSubmissionId(now), now) });
  };
  return (
    <div className="referee">
      <header className="referee-head">
        <div>
          <h1 className="referee-zone">{zoneName}</h1>
          <p className="soft">{competition.data?.name ?? '\u00a0'}</p>
        </div>
        <Link to="/competitions/$competitionId/zones" params={{ competitionId: String(competitionId) }}>
          {m.change_zone()}
        </Link>
      </header>
      <main ref={main} tabIndex={-1} className="referee-step" data-step={flow.step}>
        {zone.error && !graduations && (
          <Alert kind="problem" title={sayFailure(zone.error)}>
            <button type="button" className="button" onClick={() => zone.refetch()}>
              {m.retry()}
            </button>
          </Alert>
        )}
        {flow.step === 'dossard-input' && <DossardStep competitionId={competitionId} move={move} />}
        {flow.step === 'participant-confirmation' && (
          <ConfirmationStep flow={flow} zoneId={zoneId} zoneName={zoneName} graduations={graduations} move={move} />
        )}
        {flow.step === 'run-registration' && (
          <RegistrationStep flow={flow} zoneName={zoneName} graduations={graduations} move={move} />
        )}
        {flow.step === 'run-ready-to-submit' && (
          <ReadyStep flow={flow} zoneName={zoneName} graduations={graduations} move={move} submit={submit} />
        )}
        {flow.step === 'success' && <SuccessStep flow={flow} move={move} />}
      </main>
      <InactivityDialog competitionId={competitionId} zoneName={zoneName} flow={flow} />
    </div>
  );
}

/** Sends the run whenever the flow is at sending it: when it was submitted, retried, or found again after a reload. */
function useDelivery(flow: ReturnType<typeof useKeptFlow>[0], move: (move: Move) => void): void {
  const carried = useRef<string | undefined>(undefined);
  const failed = flow.delivery.state === 'failed';
  const held = useRef(failed);
  // Back from signing in again, or on this page again: what was held up goes on its way by itself.
  useEffect(() => {
    if (held.current && isSessionKnown() && navigator.onLine) move({ type: 'retried' });
    held.current = false;
  }, [move]);
  // So it does when the network comes back.
  useEffect(() => {
    if (!failed) return;
    const retry = () => move({ type: 'retried' });
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [failed, move]);
  const sending = flow.step === 'success' && flow.delivery.state === 'sending' ? flow.pending : null;
  useEffect(() => {
    if (!sending || carried.current === sending.submission_id) return;
    carried.current = sending.submission_id;
    deliverRun(sending)
      .then(() => move({ type: 'run-confirmed' }))
      .catch((error) => {
        const sessionEnded = error instanceof Failure && error.isSessionExpired;
        move({ type: 'run-failed', reason: sayFailure(error), sessionEnded });
      })
      .finally(() => {
        carried.current = undefined;
      });
  }, [sending, move]);
}
