import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { Alert } from '../../ui/parts/alert.tsx';
import { ResetDialog } from './reset.dialog.tsx';

/** The way to erase everything, and afterwards what was erased and where its backup is (spec §2). */
export function ResetCard() {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [outcome, setOutcome] = useState<string>();
  const done = (message: string) => {
    setAsking(false);
    setOutcome(message);
    // Nothing that was read is there any more, but for the reader.
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== profile().queryKey[0] });
  };
  return (
    <section className="card panel admin-danger" aria-labelledby="reset-title">
      <h2 id="reset-title">{m.reset_system()}</h2>
      <p>{m.reset_erases()}</p>
      {outcome && <Alert kind="good" title={outcome} />}
      <div>
        <button type="button" className="button button-danger" onClick={() => setAsking(true)}>
          {m.reset_system()}
        </button>
      </div>
      <ResetDialog opened={asking} onClose={() => setAsking(false)} onDone={done} />
    </section>
  );
}
