import { importRuns } from '@dossard/contract/runs/run.endpoints.ts';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { laterPart } from '../../device/later.part.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { GuideLink } from '../../ui/failure/guide.link.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { OutboxFileProblem, readOutboxFile } from './outbox.file.ts';
import { OutboxOutcome } from './outbox.outcome.tsx';

// Lazy, because the decoder is large and few events need it.
const CodeCamera = laterPart(() => import('./code.camera.tsx'));

/** Imports the runs of a phone that has no network any more. */
export function OutboxImporter() {
  const { id } = usePageCompetition();
  const [reads, setReads] = useState(false);
  const importing = useMutation({
    mutationFn: async (file: File) => {
      const body = readOutboxFile(await file.text(), id);
      return perform(importRuns, { params: { id }, body });
    },
  });
  const { data, error, isPending, variables } = importing;
  return (
    <div className="stack">
      <p className="soft narrow">
        {m.outbox_import_why()} <GuideLink section="dead-phone" />
      </p>
      <TextField
        name="outbox"
        type="file"
        label={m.outbox_choose()}
        hint={isPending ? m.outbox_sending({ file: variables.name }) : ''}
        accept=".json,application/json"
        disabled={isPending}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) importing.mutate(file);
          // Lets the reader choose the same file again.
          target.value = '';
        }}
      />
      <Button action={reads ? m.codes_stop() : m.codes_read()} onClick={() => setReads(!reads)} />
      {error instanceof OutboxFileProblem && <Alert kind="problem" title={error.message} />}
      {error && !(error instanceof OutboxFileProblem) && (
        <FailureAlert error={error} retry={() => variables && importing.mutate(variables)} />
      )}
      {data && <OutboxOutcome outcome={data} />}
      {reads && (
        <Suspense>
          <CodeCamera />
        </Suspense>
      )}
    </div>
  );
}
