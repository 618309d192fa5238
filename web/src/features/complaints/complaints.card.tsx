import type { Complaint } from '@dossard/contract/complaints/complaint.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { complaintsOf } from '../../queries/complaint.queries.ts';
import { complaintWords } from '../../riders/complaint.words.ts';
import { Bib, riderName } from '../../riders/rider.tsx';
import { formatMoment } from '../../text/formats.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { StaleNote } from '../../ui/failure/stale.note.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { ComplaintDialog } from './complaint.dialog.tsx';
import styles from './complaints.module.css';
import { DecisionDialog } from './decision.dialog.tsx';

/** The complaints of a competition: recorded here on behalf of riders, and closed with the jury's decision (E9). */
export function ComplaintsCard({ competitionId }: { competitionId: number }) {
  const { data, error, refetch, dataUpdatedAt } = useQuery(complaintsOf(competitionId));
  const [isWriting, setIsWriting] = useState(false);
  const [deciding, setDeciding] = useState<Complaint>();
  return (
    <section className={`card panel ${styles.card}`} aria-labelledby="complaints-title">
      <h2 id="complaints-title">{m.complaints()}</h2>
      <p className="soft">{m.complaints_why()}</p>
      {error && !data && <FailureAlert error={error} retry={() => void refetch()} />}
      {error && data && <StaleNote error={error} at={dataUpdatedAt} retry={() => void refetch()} />}
      {!error && !data && <Waiting className={styles.waiting} />}
      {data && data.complaints.length > 0 && (
        <ul className={styles.complaints}>
          {data.complaints.map((complaint) => (
            <li key={complaint.id}>
              <ComplaintEntry complaint={complaint} onDecide={() => setDeciding(complaint)} />
            </li>
          ))}
        </ul>
      )}
      <div>
        <button type="button" className="button" onClick={() => setIsWriting(true)}>
          {m.complaint_write()}
        </button>
      </div>
      {isWriting && <ComplaintDialog competitionId={competitionId} onClose={() => setIsWriting(false)} />}
      {deciding && (
        <DecisionDialog competitionId={competitionId} complaint={deciding} onClose={() => setDeciding(undefined)} />
      )}
    </section>
  );
}

/** One complaint: by whom, about what, and its outcome. */
function ComplaintEntry({ complaint, onDecide }: { complaint: Complaint; onDecide: () => void }) {
  const { dossard, run_number, text, fee, made_by, made_at, state, jury, reason } = complaint;
  const facts = [
    run_number !== null && m.run_number({ number: run_number }),
    fee && m.complaint_fee_is({ fee }),
    formatMoment(new Date(made_at)),
    made_by,
  ];
  return (
    <article className={styles.complaint} aria-label={`${m.complaint()} ${dossard}`}>
      <div className={styles.head}>
        <Bib dossard={dossard} />
        <strong>{riderName(complaint)}</strong>
        <span className={styles.state} data-state={state}>
          {complaintWords[state]()}
        </span>
      </div>
      {text && <p className={styles.words}>{text}</p>}
      <p className="soft">{facts.filter(Boolean).join(' · ')}</p>
      {state !== 'open' && (reason || jury.length > 0) && (
        <p>
          {[reason, jury.length > 0 && m.complaint_jury_is({ names: jury.join(', ') })].filter(Boolean).join(' · ')}
        </p>
      )}
      {state === 'open' && (
        <div>
          <button type="button" className="button button-go" onClick={onDecide}>
            {m.complaint_decide()}
            <span className="visually-hidden"> {dossard}</span>
          </button>
        </div>
      )}
    </article>
  );
}
