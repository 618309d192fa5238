import type { Complaint } from '@dossard/contract/complaints/complaint.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { complaintsOf } from '../../queries/result.queries.ts';
import { complaintWords } from '../../riders/complaint.words.ts';
import { Bib, riderName } from '../../riders/rider.tsx';
import { formatMoment } from '../../text/formats.ts';
import { Reading } from '../../ui/failure/reading.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { ComplaintDialog } from './complaint.dialog.tsx';
import { DecisionDialog } from './decision.dialog.tsx';

/** The complaints of a competition: recorded here on behalf of riders, and closed with the jury's decision (E9). */
export function ComplaintsCard({ competitionId }: { competitionId: number }) {
  const [isWriting, setIsWriting] = useState(false);
  const [deciding, setDeciding] = useState<Complaint>();
  return (
    <Card id="complaints-title" title={m.complaints()} why={m.complaints_why()} className="above">
      <Reading of={useQuery(complaintsOf(competitionId))} waiting={5}>
        {(data) =>
          data.complaints.length > 0 && (
            <ul className="lines">
              {data.complaints.map((complaint) => (
                <li key={complaint.id}>
                  <ComplaintEntry complaint={complaint} onDecide={() => setDeciding(complaint)} />
                </li>
              ))}
            </ul>
          )
        }
      </Reading>
      <Button onClick={() => setIsWriting(true)}>{m.complaint_write()}</Button>
      {isWriting && <ComplaintDialog competitionId={competitionId} onClose={() => setIsWriting(false)} />}
      {deciding && (
        <DecisionDialog competitionId={competitionId} complaint={deciding} onClose={() => setDeciding(undefined)} />
      )}
    </Card>
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
    <article className="stack-close" aria-label={`${m.complaint()} ${dossard}`}>
      <div className="row">
        <Bib dossard={dossard} />
        <strong>{riderName(complaint)}</strong>
        <span className={state === 'open' ? 'end warning' : 'end soft'}>{complaintWords[state]()}</span>
      </div>
      {text && <p className="prose">{text}</p>}
      <p className="soft">{facts.filter(Boolean).join(' · ')}</p>
      {state !== 'open' && (reason || jury.length > 0) && (
        <p>
          {[reason, jury.length > 0 && m.complaint_jury_is({ names: jury.join(', ') })].filter(Boolean).join(' · ')}
        </p>
      )}
      {state === 'open' && (
        <Button look="go" onClick={onDecide} of={dossard}>
          {m.complaint_decide()}
        </Button>
      )}
    </article>
  );
}
