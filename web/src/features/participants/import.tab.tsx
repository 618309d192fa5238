import { importParticipants } from '@dossard/contract/participants/participant.endpoints.ts';
import {
  type ImportAnswer,
  type ImportOptions,
  type ImportRow,
  importOptionsSchema,
} from '@dossard/contract/participants/participant.schema.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { callApi } from '../../api/client.ts';
import { Failure } from '../../api/failure.ts';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { note, readNote } from '../../device/notes.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { FileChoice } from './file.choice.tsx';
import { GraduationGaps, useGraduationGaps } from './graduation.gaps.tsx';
import { ImportProblems } from './import.lists.tsx';
import { ImportPreview, ridersToStore } from './import.preview.tsx';

interface Props {
  /** Opens the list of participants. */
  onList: () => void;
}

/** Imports participants from a file: chosen, previewed, and only then stored. */
export function ImportTab({ onList }: Props) {
  const params = { id: usePageCompetition().id };
  const preview = (file: File, options: ImportOptions) =>
    callApi(importParticipants, { params, file, body: options, query: { dry_run: 'true' } });
  const trial = useMutation({
    mutationFn: async ({ file, options }: { file: File; options: ImportOptions | undefined }) => {
      if (options) return { file, options, answer: await preview(file, options) };
      const columns = recallColumns();
      const answer = await preview(file, columns);
      const sheets = recallSheets(answer);
      if (!sheets) return { file, options: columns, answer };
      return { file, options: { ...columns, sheets }, answer: await preview(file, { ...columns, sheets }) };
    },
  });
  const importing = useMutation({
    mutationFn: ({ file, options, partial }: { file: File; options: ImportOptions; partial: boolean }) =>
      perform(importParticipants, { params, file, body: options, query: partial ? { mode: 'partial' } : {} }),
    onSuccess: (answer, { options }) => rememberChoices(options, answer),
  });

  /** True once the reader wants another file: its chooser opens at once. */
  const [choosesAgain, setChoosesAgain] = useState(false);
  /** What was said of a file, for its corrected one. */
  const [kept, setKept] = useState<ImportOptions>();

  function check(file: File, options?: ImportOptions) {
    setChoosesAgain(false);
    importing.reset();
    trial.mutate({ file, options });
  }
  function forget() {
    trial.reset();
    importing.reset();
  }
  function another(ofThisOne?: ImportOptions) {
    setChoosesAgain(true);
    setKept(ofThisOne);
    forget();
  }
  function toList() {
    forget();
    onList();
  }

  if (importing.data) {
    const rows = trial.data?.answer.rows ?? [];
    return <Imported rows={rows} answer={importing.data} onList={toList} onAnother={() => another()} />;
  }
  return (
    <div className="stack">
      {trial.error && (
        <FailureAlert
          error={trial.error}
          {...(!isFileRefused(trial.error) && {
            retry: () => trial.variables && check(trial.variables.file, trial.variables.options),
          })}
        />
      )}
      {!trial.data && (
        <FileChoice
          opens={choosesAgain}
          onFile={(file) => check(file, kept)}
          checking={trial.isPending ? trial.variables.file.name : undefined}
        />
      )}
      {trial.data && (
        <ImportPreview
          fileName={trial.data.file.name}
          answer={trial.data.answer}
          importing={importing.isPending}
          options={trial.data.options}
          onRead={(options) => check(trial.data.file, options)}
          onImport={(partial) => importing.mutate({ file: trial.data.file, options: trial.data.options, partial })}
          onAnother={(isCorrected) =>
            // Rows and sheets of the corrected file may be others.
            another(isCorrected ? { ...trial.data.options, choices: undefined, sheets: undefined } : undefined)
          }
        />
      )}
      {importing.error && <FailureAlert error={importing.error} />}
    </div>
  );
}

/** Whether the server refuses this file, which another attempt does not change. */
const isFileRefused = (error: unknown) => error instanceof Failure && error.status >= 413 && error.status <= 422;

interface ImportedProps {
  answer: ImportAnswer;
  /** The rows as previewed. */
  rows: readonly ImportRow[];
  onList: () => void;
  onAnother: () => void;
}

/** What was stored, what was left out, and what is still to do before these riders can be judged. */
function Imported({ answer, rows, onList, onAnother }: ImportedProps) {
  const left = Array.isArray(answer.rejected)
    ? new Set(answer.rejected.map(({ sheet, row }) => `${sheet} ${row}`)).size
    : answer.rejected;
  return (
    <div className="stack">
      <Alert kind="good" title={m.import_done({ added: answer.imported, changed: answer.updated })}>
        {left > 0 && <p>{m.import_left_out({ count: left })}</p>}
        <div className="desk-actions">
          <Button action={m.see_participants()} look="go" onClick={onList} />
          <Button action={m.import_another()} onClick={onAnother} />
        </div>
      </Alert>
      {Array.isArray(answer.rejected) && (
        <ImportProblems ofFile={answer.rejected} rows={rows.map(({ errors, ...row }) => row)} />
      )}
      <GraduationGaps gaps={useGraduationGaps(ridersToStore(rows))} canComplete />
    </div>
  );
}

const storageKey = 'import-choices';

/** Number of workbooks of different sheets whose choice is remembered; the oldest is forgotten. */
const maxWorkbooks = 20;

/**
 * What earlier files were said to be: fields of columns by heading, and which sheets of a workbook are read, by the names
 * of all its sheets.
 */
const choicesSchema = z.object({
  columns: z.catch(z.optional(importOptionsSchema.shape.columns), {}),
  workbooks: z.catch(z.array(z.object({ names: z.array(z.string()), read: z.array(z.string()) })), []),
});

function recall(): z.infer<typeof choicesSchema> {
  return choicesSchema.safeParse(readNote(storageKey)).data ?? { columns: {}, workbooks: [] };
}

const namesOf = ({ sheets = [] }: ImportAnswer) => sheets.map(({ name }) => name);
const isSameList = (some: readonly string[], others: readonly string[]) =>
  JSON.stringify(some) === JSON.stringify(others);

/** Reads what columns of earlier files were said to be; a file without them is not affected. */
const recallColumns = (): ImportOptions => ({ columns: recall().columns });

/**
 * Reads which sheets a person chose in an earlier workbook of the same sheets; undefined if there was none, or if they
 * are read anyway.
 */
function recallSheets(answer: ImportAnswer): string[] | undefined {
  const names = namesOf(answer);
  const earlier = recall().workbooks.find((workbook) => isSameList(workbook.names, names));
  const read = (answer.sheets ?? []).filter((sheet) => sheet.read).map(({ name }) => name);
  return earlier && !isSameList(earlier.read, read) ? earlier.read : undefined;
}

/** Remembers what a person said about the columns and sheets of an imported file, for the next one. */
function rememberChoices({ columns = {}, sheets }: ImportOptions, answer: ImportAnswer): void {
  const before = recall();
  const names = namesOf(answer);
  const others = before.workbooks.filter((workbook) => !isSameList(workbook.names, names));
  const workbooks = sheets ? [{ names, read: sheets }, ...others].slice(0, maxWorkbooks) : before.workbooks;
  // Where storage is full, the next file is asked about again.
  note(storageKey, JSON.stringify({ columns: { ...before.columns, ...columns }, workbooks }));
}
