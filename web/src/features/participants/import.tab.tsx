import { importParticipants } from '@dossard/contract/participants/participant.endpoints.ts';
import type { ImportAnswer } from '@dossard/contract/participants/participant.schema.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { invalidateParticipants } from '../../queries/participant.queries.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { FileChoice } from './file.choice.tsx';
import styles from './import.module.css';
import { ImportPreview } from './import.preview.tsx';

interface Props {
  competitionId: number;
  /** Opens the list of participants. */
  onList: () => void;
}

/** Imports participants from a file: chosen, previewed, and only then stored. */
export function ImportTab({ competitionId, onList }: Props) {
  const queryClient = useQueryClient();
  const params = { id: competitionId };
  const trial = useMutation({
    mutationFn: async (file: File) => ({
      file,
      answer: await callApi(importParticipants, { params, file, query: { dry_run: 'true' } }),
    }),
  });
  const importing = useMutation({
    mutationFn: ({ file, partial }: { file: File; partial: boolean }) =>
      callApi(importParticipants, { params, file, query: partial ? { mode: 'partial' } : {} }),
    onSuccess: () => invalidateParticipants(queryClient, competitionId),
  });

  function check(file: File) {
    importing.reset();
    trial.mutate(file);
  }
  function another() {
    trial.reset();
    importing.reset();
  }

  function toList() {
    another();
    onList();
  }

  if (importing.data) return <Imported answer={importing.data} onList={toList} onAnother={another} />;
  return (
    <div className={styles.import}>
      {!trial.data && <FileChoice onFile={check} checking={trial.isPending ? trial.variables.name : undefined} />}
      {trial.error && <FailureAlert error={trial.error} retry={() => trial.variables && check(trial.variables)} />}
      {trial.data && (
        <ImportPreview
          competitionId={competitionId}
          fileName={trial.data.file.name}
          answer={trial.data.answer}
          importing={importing.isPending}
          onImport={(partial) => importing.mutate({ file: trial.data.file, partial })}
          onAnother={another}
        />
      )}
      {importing.error && <FailureAlert error={importing.error} />}
    </div>
  );
}

function Imported({ answer, onList, onAnother }: { answer: ImportAnswer; onList: () => void; onAnother: () => void }) {
  const left = Array.isArray(answer.rejected)
    ? new Set(answer.rejected.map((problem) => problem.row)).size
    : answer.rejected;
  return (
    <Alert kind="good" title={m.import_done({ added: answer.imported, changed: answer.updated })}>
      {left > 0 && <p>{m.import_left_out({ count: left })}</p>}
      <div className="desk-actions">
        <button type="button" className="button button-go" onClick={onList}>
          {m.see_participants()}
        </button>
        <button type="button" className="button" onClick={onAnother}>
          {m.import_another()}
        </button>
      </div>
    </Alert>
  );
}
