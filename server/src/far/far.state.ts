import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '@dossard/postgres/files.ts';
import * as z from 'zod/mini';
import { BackupError } from '../backup/backup.error.ts';
import { openFolder } from '../backup/backup.files.ts';
import { readNames } from '../tools/files.ts';
import { parseJson } from '../tools/parse.json.ts';
import { createSigningKey, type SigningKey, signingKeySchema } from './far.signature.ts';

/* The state of far backups, in `DATA_DIR/far`, readable by its owner only. */

const stateSchema = z.object({
  /** Number of backups sent. */
  number: z.int(),
  /** The last backup that arrived, and the key by which the drill decrypts it; each backup has another. */
  last: z.nullable(z.object({ name: z.string(), sent_at: z.string(), identity: z.string() })),
  /** Names of recently sent local backups, so that none is sent twice. */
  sent: z.optional(z.array(z.string())),
  drill: z.nullable(
    z.object({ at: z.string(), name: z.nullable(z.string()), is_good: z.boolean(), sentence: z.string() }),
  ),
});
export type FarState = z.infer<typeof stateSchema>;
export type DrillResult = NonNullable<FarState['drill']>;

/** Returns the folder for the state and temporary files of an installation. */
export const farFolderOf = (dataDir: string) => join(dataDir, 'far');

const stateFile = (folder: string) => join(folder, 'state.json');
const keyFile = (folder: string) => join(folder, 'signing.json');

/** Reads the state; empty if nothing was ever sent. */
export async function readFarState(folder: string): Promise<FarState> {
  const text = await readText(stateFile(folder));
  const state = stateSchema.safeParse(parseJson(text ?? ''));
  return state.success ? state.data : { number: 0, last: null, drill: null };
}

/** Removes what a killed server or command left behind, such as decrypted backups; keeps files younger than `ageMs`. */
export async function clearFarFolder(folder: string, ageMs = 0): Promise<void> {
  for (const name of await readNames(folder)) {
    const path = join(folder, name);
    if (path === stateFile(folder) || path === keyFile(folder)) continue;
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs >= ageMs) await rm(path, { recursive: true, force: true });
  }
}

let changing: Promise<unknown> = Promise.resolve();

/** Changes the state. Changes are serialised; a folder belongs to one process. */
export function changeFarState(folder: string, change: Partial<FarState>): Promise<void> {
  const work = async () => {
    const state = { ...(await readFarState(folder)), ...change };
    await replace(stateFile(folder), JSON.stringify(state));
  };
  const changed = changing.then(work, work);
  changing = changed;
  return changed;
}

/** Finds the signing key; undefined before it was created. Throws a BackupError when it is damaged. */
export async function findSigningKey(folder: string): Promise<SigningKey | undefined> {
  const text = await readText(keyFile(folder));
  if (text === undefined) return undefined;
  const key = signingKeySchema.safeParse(parseJson(text));
  if (key.success) return key.data;
  throw new BackupError(
    `${keyFile(folder)} is damaged. Remove it: the next backups have a new signer, which you note.`,
  );
}

/** Returns the signing key, created if there is none. Throws a BackupError when it is damaged. */
export async function openSigningKey(folder: string): Promise<SigningKey> {
  const found = await findSigningKey(folder);
  if (found) return found;
  const created = createSigningKey();
  await replace(keyFile(folder), JSON.stringify(created));
  return created;
}

async function replace(file: string, text: string): Promise<void> {
  await openFolder(join(file, '..'));
  await replaceFile(file, text);
}

function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}
