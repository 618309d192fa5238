import { randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isOpenToOthers,
  listUnprivileged,
  namespaceAccount,
  ownAccount,
  type PostgresAccount,
  whyUnable,
} from './account.ts';
import { copyBinaries, type PostgresBinaries } from './binaries.ts';
import { StartError } from './start.error.ts';

// Where PostgreSQL stores its data, and which user it runs as. Existing data decide: PostgreSQL runs as their owner.
// Only the first start chooses, and its choice is stored in the folder itself (its owner, or a link to another place).

export interface PostgresPlace {
  /** The data folder; it may not exist yet. */
  folder: string;
  /** The link to create to the data folder once it is complete, if it is not in DATA_DIR itself. */
  link?: string;
  account: PostgresAccount;
  binaries: PostgresBinaries;
}

/** Finds or chooses the place of the data; throws a StartError when PostgreSQL cannot run there. */
export async function findPlace(dataDir: string, binaries: PostgresBinaries, lentBase: string): Promise<PostgresPlace> {
  const name = join(dataDir, 'postgres');
  const owner = await ownerOf(name);
  const folder = owner ? await realpath(name) : name;
  const uid = process.getuid?.();

  if (uid !== 0) {
    if (owner && uid !== undefined && owner.uid !== uid) {
      throw new StartError(
        `The database in ${folder} belongs to another user (number ${owner.uid}). Start Dossard as that user, ` +
          `or give the folder to this one: sudo chown -R ${uid} "${dataDir}".`,
      );
    }
    return { folder, account: ownAccount, binaries };
  }

  if (owner && owner.uid !== 0) return { folder, ...(await lend(owner, binaries, lentBase)) };

  const account = await namespaceAccount();
  const refused = await whyUnable(account, binaries);
  if (refused === undefined) return { folder, account, binaries };
  if (owner) {
    throw new StartError(
      `PostgreSQL does not run as root, who owns the database in ${folder}, and user namespaces do not work here any ` +
        `more (${refused}). Allow them again, give DATA_DIR to an ordinary user and start Dossard as that user, ` +
        'or set DATABASE_URL.',
    );
  }
  return chooseLentPlace(name, binaries, lentBase);
}

/**
 * Chooses a place for data owned by another user than root: in DATA_DIR if that user can access it, else below `base`.
 */
async function chooseLentPlace(name: string, binaries: PostgresBinaries, base: string): Promise<PostgresPlace> {
  const reasons: string[] = [];
  for (const ids of await listUnprivileged()) {
    try {
      const lent = await lend(ids, binaries, base);
      if (await isOpenToOthers(join(name, '..'))) return { folder: name, ...lent };
      await mkdir(base, { recursive: true });
      await chmod(base, 0o755); // independent of the umask: the account has to pass through
      const home = join(await realpath(base), randomBytes(6).toString('hex')); // DATA_DIR may be moved
      await mkdir(home);
      await chown(home, ids.uid, ids.gid);
      await chmod(home, 0o700);
      return { folder: join(home, 'postgres'), link: name, ...lent };
    } catch (error) {
      reasons.push((error as Error).message);
    }
  }
  throw new StartError(
    `PostgreSQL does not run as root, and found no other way here (${reasons.join('; ') || 'no user named nobody'}). ` +
      'Start Dossard as an ordinary user, or set DATABASE_URL to a PostgreSQL that runs already.',
  );
}

/** Returns the account of another user, with programs that this user can access. */
async function lend(ids: { uid: number; gid: number }, binaries: PostgresBinaries, base: string) {
  const account = { ids, prefix: [] };
  try {
    const reachable = (await isOpenToOthers(binaries.home)) ? binaries : await copyBinaries(binaries, base);
    const refused = await whyUnable(account, reachable);
    if (refused === undefined) return { account, binaries: reachable };
    throw new Error(refused);
  } catch (error) {
    throw new StartError(
      `The user number ${ids.uid} cannot run PostgreSQL here: ${(error as Error).message}. ` +
        'Start Dossard as an ordinary user, or set DATABASE_URL to a PostgreSQL that runs already.',
    );
  }
}

async function ownerOf(name: string): Promise<{ uid: number; gid: number } | undefined> {
  try {
    return await stat(name);
  } catch {
    if (await lstat(name).catch(() => undefined)) {
      throw new StartError(
        `${name} is a link to a database that is gone. Put the database back where the link points, ` +
          'or remove the link to begin with an empty one.',
      );
    }
    return undefined;
  }
}
