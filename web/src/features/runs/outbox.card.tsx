import { importRuns } from '@dossard/contract/runs/run.endpoints.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Suspense, useId, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { laterPart } from '../../device/later.part.ts';
import { m } from '../../paraglide/messages.js';
import { invalidateAllRuns } from '../../queries/run.queries.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import styles from './outbox.card.module.css';
import { OutboxFileProblem, readOutboxFile } from './outbox.file.ts';
import { OutboxOutcome } from './outbox.outcome.tsx';

// Lazy, because the decoder is large and few events need it.
const CodeCamera = laterPart(() => import('./code.camera.tsx'));

/** Imports the runs of a phone that has no network any more. */
export function OutboxCard({ competitionId }: { competitionId: number }) {
  const queryClient = useQueryClient();
  const inputId = useId();
  const [reads, setReads] = useState(false);
  const importing = useMutation({
    mutationFn: async (file: File) => {
      const body = readOutboxFile(await file.text(), competitionId);
      return callApi(importRuns, { params: { id: competitionId }, body });
    },
    onSuccess: () => invalidateAllRuns(queryClient, competitionId),
  });
  const { data, error, isPending, variables } = importing;
  return (
    <section className="card panel" aria-labelledby={`${inputId}-title`}>
      <h2 id={`${inputId}-title`}>{m.outbox_import()}</h2>
      <p className={`soft ${styles.outboxWhy}`}>{m.outbox_import_why()}</p>
      <div className={styles.outboxChoice}>
        <input
          id={inputId}
          type="file"
          className="visually-hidden"
          accept=".json,application/json"
          disabled={isPending}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) importing.mutate(file);
            // Lets the reader choose the same file again.
            event.target.value = '';
          }}
        />
        <label htmlFor={inputId} className="button" aria-disabled={isPending}>
          {isPending ? m.outbox_sending({ file: variables.name }) : m.outbox_choose()}
        </label>
        <button type="button" className="button" onClick={() => setReads(!reads)}>
          {reads ? m.codes_stop() : m.codes_read()}
        </button>
      </div>
      {error instanceof OutboxFileProblem && <Alert kind="problem" title={error.message} />}
      {error && !(error instanceof OutboxFileProblem) && (
        <FailureAlert error={error} retry={() => variables && importing.mutate(variables)} />
      )}
      {data && <OutboxOutcome outcome={data} />}
      {reads && (
        <Suspense>
          <CodeCamera competitionId={competitionId} />
        </Suspense>
      )}
    </section>
  );
}
