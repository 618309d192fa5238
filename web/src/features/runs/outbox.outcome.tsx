import type { OutboxImport } from '@dossard/contract/runs/outbox.file.schema.ts';
import { m } from '../../paraglide/messages.js';
import { Alert } from '../../ui/parts/alert.tsx';

/** The outcome of an import, with each refused run and the reason. */
export function OutboxOutcome({ outcome: { stored, already_there, refused } }: { outcome: OutboxImport }) {
  return (
    <Alert kind={refused.length > 0 ? 'warning' : 'good'} title={m.outbox_stored({ count: stored })}>
      {already_there > 0 && <p>{m.outbox_already({ count: already_there })}</p>}
      {refused.length > 0 && (
        <>
          <p>{m.outbox_refused({ count: refused.length })}</p>
          <ul className="bullets scroll">
            {refused.map(({ submission_id, dossard, message: reason }, index) => (
              <li key={submission_id ?? `odd ${index}`}>
                {dossard === null ? m.outbox_refused_odd({ reason }) : m.outbox_refused_run({ dossard, reason })}
              </li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  );
}
