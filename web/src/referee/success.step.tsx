import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { m } from '../paraglide/messages.js';
import { knownUser } from '../session/session.keeper.ts';
import { Alert } from '../ui/alert.tsx';
import { Bib } from '../ui/bib.tsx';
import { useNetwork } from '../ui/online.ts';
import { useSettled } from '../ui/settled.ts';
import { Spinner } from '../ui/spinner.tsx';
import { type Entry, hasFailed, isUnsent } from './outbox/entry.ts';
import { moveRun, useOutbox } from './outbox/outbox.ts';
import { sayProblem } from './outbox/problem.words.ts';
import { buzz } from './phone.ts';
import type { Flow, Move } from './referee.flow.ts';

/** How long the confirmation stands before the next rider (spec §4). */
const nextRiderMs = 3_000;

/** How it stands with the run: `kept` is on its way without network, `failed` is the manual-retry mode (spec §4). */
type Standing = 'sending' | 'recorded' | 'kept' | 'failed';

function standingOf(entry: Entry, offline: boolean): Standing {
  if (entry.state === 'sent') return 'recorded';
  if (entry.state === 'refused' || needsSignIn(entry)) return 'failed';
  if (offline || entry.state === 'discarded') return 'kept';
  return hasFailed(entry) ? 'failed' : 'sending';
}

/** The session ended, as the server said or because somebody signed out in another tab. */
const needsSignIn = (entry: Entry) => entry.state === 'signed-out' || (isUnsent(entry) && entry.user !== knownUser());

interface Props {
  flow: Flow;
  move: (move: Move) => void;
}

/** Last step: the run is recorded, or kept on this phone until it is. */
export function SuccessStep({ flow, move }: Props) {
  const { entries } = useOutbox();
  const offline = useNetwork() === 'offline';
  const settled = useSettled(flow.step);
  const entry = entries?.find(({ submission }) => submission.submission_id === flow.submission_id);
  const standing = entry && standingOf(entry, offline);
  const goesOn = standing === 'recorded' || standing === 'kept';
  // An entry that was put away since yesterday is of no concern to the next rider.
  const over = entries !== undefined && entry === undefined;
  useEffect(() => {
    if (over) move({ type: 'restarted' });
    if (!goesOn) return;
    buzz(60);
    const next = setTimeout(() => move({ type: 'restarted' }), nextRiderMs);
    return () => clearTimeout(next);
  }, [goesOn, over, move]);
  if (!entry || !standing) return <Spinner label={m.loading()} />;
  if (standing === 'failed') return <ManualRetry entry={entry} move={move} />;
  return (
    <>
      <div className="referee-low run-recorded" role="status">
        {standing === 'sending' ? (
          <Spinner label={m.sending_run()} />
        ) : (
          <>
            <span className="run-recorded-sign" data-standing={standing} aria-hidden="true">
              {standing === 'recorded' ? '✓' : '↓'}
            </span>
            <h2>{standing === 'recorded' ? m.run_recorded() : m.run_kept()}</h2>
          </>
        )}
        <Who entry={entry} />
        {standing === 'sending' && <p className="soft">{m.run_safe_here()}</p>}
        {standing === 'kept' && <p className="soft">{m.run_kept_goes_later()}</p>}
      </div>
      <button
        type="button"
        className="button button-go referee-go"
        disabled={!settled}
        onClick={() => move({ type: 'restarted' })}
      >
        {m.next_rider()}
      </button>
    </>
  );
}

/** The server answers badly, or not at all: the run stays in the outbox, whatever the referee does now. */
function ManualRetry({ entry, move }: { entry: Entry; move: (move: Move) => void }) {
  const location = useLocation();
  const id = entry.submission.submission_id;
  return (
    <>
      <div className="referee-low">
        <Alert kind="problem" title={m.run_failed()}>
          {entry.problem && <p>{sayProblem(entry.problem)}</p>}
          <p>{entry.state === 'refused' ? m.run_refused_kept() : m.run_kept_here()}</p>
          {needsSignIn(entry) && (
            <Link to="/login" search={{ to: location.pathname }} className="button">
              {m.sign_in()}
            </Link>
          )}
          {entry.state === 'refused' && (
            <Link to="/competitions/outbox" className="button">
              {m.unsent_runs()}
            </Link>
          )}
        </Alert>
        <Who entry={entry} />
      </div>
      <button
        type="button"
        className="button button-go referee-go"
        onClick={() => void moveRun(id, { type: 'retried', now: Date.now() })}
      >
        {m.retry()}
      </button>
      <button type="button" className="button button-quiet referee-quiet" onClick={() => move({ type: 'restarted' })}>
        {m.cancel()}
      </button>
    </>
  );
}

function Who({ entry }: { entry: Entry }) {
  return (
    <p className="run-recorded-rider">
      <Bib dossard={entry.submission.dossard} size="large" /> {entry.rider.first_name} {entry.rider.last_name}
    </p>
  );
}
