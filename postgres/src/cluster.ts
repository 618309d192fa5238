import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { runAs } from './account.ts';
import { majorOf, programOf } from './binaries.ts';
import { replaceFile, settle } from './files.ts';
import { OtherMajorError } from './other.major.ts';
import type { PostgresPlace } from './place.ts';
import { StartError } from './start.error.ts';

// The data folder, created once. It is renamed only when it is complete, so a crash leaves nothing that looks like a
// database.

const draftMark = '.new-';

/**
 * Whether the folder contains a database. Throws a StartError when it contains anything but a database of this major
 * version; changes nothing.
 */
export async function isMade({ folder, binaries }: PostgresPlace): Promise<boolean> {
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new StartError(`Dossard cannot read its database: ${error.message}.`);
  });
  if (files.length === 0) return false;
  const major = majorOf(binaries);
  const found = (await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (found === '') {
    throw new StartError(
      `${folder} holds files but no database. Move them away, or set DATA_DIR to another folder.`,
      `${folder} contient des fichiers, mais pas de base de données. Déplacez-les, ou choisissez un autre dossier avec DATA_DIR.`,
    );
  }
  if (found !== major) throw new OtherMajorError(folder, found, major);
  return true;
}

/** Creates the data folder of `place`, with `password` for its only user, `dossard`. */
export async function makeCluster({ folder, link, account, binaries }: PostgresPlace, password: string): Promise<void> {
  // A new name each time: the initdb of a killed server may still be writing to the previous one.
  const draft = await mkdtemp(`${folder}${draftMark}`);
  const passwordFile = `${draft}.password`; // the account may not be able to read DATA_DIR
  try {
    await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' });
    if (account.ids) {
      for (const path of [draft, passwordFile]) await chown(path, account.ids.uid, account.ids.gid);
    }
    await runAs(account, programOf(binaries, 'initdb'), [
      `--pgdata=${draft}`,
      `--pwfile=${passwordFile}`,
      '--username=dossard',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
      '--no-instructions',
    ]);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw new StartError(
      `Dossard could not make its database in ${folder}: ${(error as Error).message} ` +
        'Mend that, or set DATABASE_URL to a PostgreSQL that runs already.',
      `Dossard n’a pas pu créer sa base de données dans ${folder}. Le disque est peut-être plein, ou le dossier protégé.`,
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(draft, folder);
  await settle(dirname(folder));
  if (link) {
    await symlink(folder, link);
    await settle(dirname(link));
  }
}

/** Removes what a crash left of an unfinished data folder; what cannot be removed yet is removed at the next start. */
export async function removeDrafts({ folder }: PostgresPlace): Promise<void> {
  const home = dirname(folder);
  const drafts = (await readdir(home)).filter((name) => name.startsWith(basename(folder) + draftMark));
  for (const name of drafts) await rm(join(home, name), { recursive: true, force: true }).catch(() => {});
}

/** Reads the password in `dataDir`, or generates it; an existing database without its password cannot be opened. */
export async function ensurePassword(dataDir: string, made: boolean): Promise<string> {
  const file = join(dataDir, 'postgres.password');
  const found = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new StartError(`Dossard cannot read the password of its database: ${error.message}.`);
  });
  if (found.trim() !== '') return found.trim();
  if (made) throw new StartError(`The password of the database, ${file}, is missing. Put it back from a backup.`);
  const password = randomBytes(24).toString('base64url');
  await replaceFile(file, password);
  return password;
}
