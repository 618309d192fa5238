import { chmod, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeLinks } from '@dossard/postgres/binaries.ts';
import { extract } from 'tar';
import { pack, writeChecksum } from '../archive.ts';
import { productVersion } from '../house.ts';
import { unpackPart } from '../parts.ts';
import { ownTarget } from '../targets.ts';

/** Changes a version in its folder. */
export type Change = (folder: string) => Promise<void>;

/** Creates the package of another version from one, beside it; returns the archive. */
export async function makePackage(archive: string, version: string, change: Change): Promise<string> {
  const folder = await mkdtemp(join(dirname(archive), 'other-'));
  await extract({ file: archive, cwd: folder });
  await chmod(folder, 0o755);
  const versions = join(folder, 'dossard', 'versions');
  await rename(join(versions, productVersion), join(versions, version));
  await writeFile(join(folder, 'dossard', 'current'), `${version}\n`);
  const about = join(versions, version, 'package.json');
  await writeFile(about, JSON.stringify({ ...JSON.parse(await readFile(about, 'utf8')), version }));
  await change(join(versions, version));
  const made = join(folder, `dossard-${version}.tar.gz`);
  await pack(join(folder, 'dossard'), made, 1);
  await rm(join(folder, 'dossard'), { recursive: true });
  await writeChecksum(made);
  return made;
}

/** Adds a migration to a version. */
export const addMigration =
  (...statements: string[]): Change =>
  async (folder) => {
    const migrations = join(folder, 'server', 'dist', 'migrations');
    const file = join(migrations, 'meta', '_journal.json');
    const journal = JSON.parse(await readFile(file, 'utf8'));
    const last = journal.entries.at(-1);
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: '9999_of_a_test' });
    await writeFile(file, JSON.stringify(journal));
    await writeFile(join(migrations, '9999_of_a_test.sql'), statements.join('\n--> statement-breakpoint\n'));
  };

/** Replaces the program that starts the server. */
export const replaceServer =
  (code: string): Change =>
  (folder) =>
    writeFile(join(folder, 'server', 'dist', 'main.js'), code);

/** PostgreSQL 17 in its npm package, by machine. */
const postgres17 = {
  version: '17.10.0-beta.17',
  integrity: {
    'linux-x64': 'sha512-hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==',
  } as Record<string, string>,
};

/** Replaces PostgreSQL by the previous major version, as in an older package. */
export const bringPostgres17: Change = async (folder) => {
  const target = ownTarget();
  const integrity = postgres17.integrity[target?.name ?? ''];
  if (!target || !integrity) throw new Error(`PostgreSQL 17 is pinned for linux-x64 alone, not for ${target?.name}.`);
  const home = join(folder, 'node_modules', target.parts.postgres);
  await rm(home, { recursive: true });
  await unpackPart({ name: target.parts.postgres, version: postgres17.version, integrity }, home);
  await makeLinks(home);
  // A setting that only 18 knows, which an older Dossard did not have.
  const dist = join(folder, 'server', 'dist');
  for (const name of (await readdir(dist)).filter((file) => file.endsWith('.js'))) {
    const code = await readFile(join(dist, name), 'utf8');
    await writeFile(join(dist, name), code.replace('io_method: "sync",', ''));
  }
  for (const program of await readdir(join(home, 'native', 'bin')))
    await chmod(join(home, 'native', 'bin', program), 0o755);
};
