import {
  type ImportAnswer,
  type ImportOptions,
  importOptionsSchema,
} from '@dossard/contract/participants/participant.schema.ts';
import * as z from 'zod/mini';

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
  try {
    return choicesSchema.parse(JSON.parse(localStorage.getItem(storageKey) ?? '{}'));
  } catch {
    // Written by something else.
    return { columns: {}, workbooks: [] };
  }
}

const namesOf = ({ sheets = [] }: ImportAnswer) => sheets.map(({ name }) => name);
const isSame = (some: readonly string[], others: readonly string[]) => JSON.stringify(some) === JSON.stringify(others);

/** Reads what columns of earlier files were said to be; a file without them is not affected. */
export const recallColumns = (): ImportOptions => ({ columns: recall().columns });

/**
 * Reads which sheets a person chose in an earlier workbook of the same sheets; undefined if there was none, or if they
 * are read anyway.
 */
export function recallSheets(answer: ImportAnswer): string[] | undefined {
  const names = namesOf(answer);
  const earlier = recall().workbooks.find((workbook) => isSame(workbook.names, names));
  const read = (answer.sheets ?? []).filter((sheet) => sheet.read).map(({ name }) => name);
  return earlier && !isSame(earlier.read, read) ? earlier.read : undefined;
}

/** Remembers what a person said about the columns and sheets of an imported file, for the next one. */
export function rememberChoices({ columns = {}, sheets }: ImportOptions, answer: ImportAnswer): void {
  const before = recall();
  const names = namesOf(answer);
  const others = before.workbooks.filter((workbook) => !isSame(workbook.names, names));
  const workbooks = sheets ? [{ names, read: sheets }, ...others].slice(0, maxWorkbooks) : before.workbooks;
  try {
    localStorage.setItem(storageKey, JSON.stringify({ columns: { ...before.columns, ...columns }, workbooks }));
  } catch {
    // Storage that is full or refused: the next file is asked about again.
  }
}
