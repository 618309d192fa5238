import { type ImportOptions, importOptionsSchema } from '@dossard/contract/participants/participant.schema.ts';

const storageKey = 'import-columns';

/** Reads what columns of earlier files were said to be; a file without them is not affected. */
export function recallColumns(): ImportOptions {
  try {
    const columns: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return importOptionsSchema.safeParse({ columns }).data ?? {};
  } catch {
    // Not JSON: written by something else.
    return {};
  }
}

/** Remembers what a person said about the columns of an imported file, for the next one. */
export function rememberColumns({ columns = {} }: ImportOptions): void {
  if (Object.keys(columns).length > 0) localStorage.setItem(storageKey, JSON.stringify(columns));
}
