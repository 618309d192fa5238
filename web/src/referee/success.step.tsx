import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { m } from '../paraglide/messages.js';
import { Alert } from '../ui/alert.tsx';
import { Bib } from '../ui/bib.tsx';
import { useSecondTap } from '../ui/settled.ts';
import { Spinner } from '../ui/spinner.tsx';
import { buzz } from './phone.ts';
import type { Flow, Move } from './referee.flow.ts';

/** How long the confirmation stands before the next rider (spec §4). */
const nextRiderMs = 3_000;

interface Props {
  flow: Flow;
  move: (move: Move) => void;
}

/** Last step: the run is recorded, or could not be and waits for a manual retry. */
export function SuccessStep({ flow, move }: Props) {
  const { rider, delivery } = flow;
  const discard = useSecondTap(() => move({ type: 'restarted' }));
  const location = useLocation();
  useEffect(() => {
    if (delivery.state !== 'confirmed') return;
    buzz(60);
    const next = setTimeout(() => move({ type: 'restarted' }), nextRiderMs);
    return () => clearTimeout(next);
  }, [delivery.state, move]);
  if (!rider) return null;
  const name = `${rider.first_name} ${rider.last_name}`;

  if (delivery.state === 'sending') {
    return (
      <div className="referee-low run-recorded">
        <p className="run-recorded-rider">
          <Bib dossard={rider.dossard_number} size="large" /> {name}
        </p>
        <Spinner label={m.sending_run()} />
        <p className="soft">{m.run_safe_here()}</p>
      </div>
    );
  }
  if (delivery.state !== 'failed') {
    return (
      <>
        <div className="referee-low run-recorded" role="status">
          <span className="run-recorded-sign" aria-hidden="true">
            ✓
          </span>
          <h2>{m.run_recorded()}</h2>
          <p className="run-recorded-rider">
            <Bib dossard={rider.dossard_number} size="large" /> {name}
          </p>
        </div>
        <button type="button" className="button button-go referee-go" onClick={() => move({ type: 'restarted' })}>
          {m.next_rider()}
        </button>
      </>
    );
  }
  return (
    <>
      <div className="referee-low">
        <Alert kind="problem" title={m.run_failed()}>
          <p>{delivery.reason}</p>
          <p>{m.run_kept_here()}</p>
          {delivery.sessionEnded && (
            <Link to="/login" search={{ to: location.pathname }} className="button">
              {m.sign_in()}
            </Link>
          )}
        </Alert>
        <p className="run-recorded-rider">
          <Bib dossard={rider.dossard_number} size="large" /> {name}
        </p>
      </div>
      <button type="button" className="button button-go referee-go" onClick={() => move({ type: 'retried' })}>
        {m.retry()}
      </button>
      <button
        type="button"
        className={discard.asking ? 'button button-danger referee-quiet' : 'button button-quiet referee-quiet'}
        onClick={discard.tap}
      >
        {discard.asking ? m.discard_run_sure() : m.cancel()}
      </button>
    </>
  );
}
