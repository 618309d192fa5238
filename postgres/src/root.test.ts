import { execFile } from 'node:child_process';
import { chmod, mkdir, readlink, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, vi } from 'vitest';
import { commandAs, listUnprivileged, namespaceAccount, whyUnable } from './account.ts';
import { copyBinaries, findBinaries, programOf } from './binaries.ts';
import { ask, test } from './testing/postgres.servers.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const isRoot = process.getuid?.() === 0;
const namespace = isRoot ? await namespaceAccount() : undefined;
const namespacesWork = namespace !== undefined && (await whyUnable(namespace, await findBinaries())) === undefined;

/** Appends to a test's name why it is skipped. */
const named = (name: string, needed: string, given: boolean) => (given ? name : `${name} (skipped: ${needed})`);
const ordinaryPossible = !isRoot || namespacesWork;

test.concurrent(named('an ordinary user starts it', 'root without user namespaces', ordinaryPossible), {
  skip: !ordinaryPossible,
}, async ({ servers }) => {
  const { url, uid } = await servers.start(await servers.makeFolder(), { through: namespace?.prefix ?? [] });
  expect(uid).not.toBe(0);
  expect(await ask(url, 'select 1 as one')).toEqual({ one: 1 });
});

test.concurrent(named(
  'root starts it in a home folder closed to others',
  'needs root and user namespaces',
  namespacesWork,
), { skip: !namespacesWork }, async ({ servers }) => {
  const dataDir = join(await servers.makeFolder(), 'closed');
  await mkdir(dataDir, { mode: 0o700 });
  const { url, uid } = await servers.start(dataDir);
  expect(uid).toBe(0);
  expect(await ask(url, 'select 1 as one')).toEqual({ one: 1 });
  expect((await stat(join(dataDir, 'postgres'))).uid).toBe(0);
});

describe.skipIf(!isRoot)(named('root without user namespaces', 'not root', isRoot), () => {
  /** Creates a folder for the PATH with an `unshare` that fails like in many containers. */
  async function blockNamespaces(path: string): Promise<string> {
    await writeFile(join(path, 'unshare'), '#!/bin/sh\necho "unshare: Operation not permitted" >&2\nexit 1\n');
    await chmod(join(path, 'unshare'), 0o755);
    return path;
  }

  test.concurrent('gives the database to another user, in a separate folder when DATA_DIR is closed to others', async ({
    servers,
  }) => {
    const dataDir = await servers.makeFolder(0o700);
    const options = {
      path: await blockNamespaces(await servers.makeFolder(0o755)),
      lentBase: join(await servers.makeFolder(0o755), 'lent'),
    };
    const first = await servers.start(dataDir, options);
    await ask(first.url, 'create table kept as select 7 as points');
    const folder = await readlink(join(dataDir, 'postgres'));
    expect(folder.startsWith(options.lentBase)).toBe(true);
    expect((await stat(folder)).uid).toBeGreaterThan(0);

    await first.end('SIGKILL');
    const second = await servers.start(dataDir, options);
    expect(second.pid).toBe(first.pid);
    await second.end();

    // When user namespaces work again, the database still belongs to that user.
    const third = await servers.start(dataDir, { lentBase: options.lentBase });
    expect(await ask(third.url, 'select points from kept')).toEqual({ points: 7 });
    await third.end();

    await rename(folder, `${folder}.away`);
    const { refusal } = await servers.start(dataDir, options);
    expect(refusal).toMatch(/is a link to a database that is gone/);
  });

  test.concurrent('keeps the database in DATA_DIR when others may access it', async ({ servers }) => {
    const dataDir = await servers.makeFolder(0o755);
    const { url } = await servers.start(dataDir, {
      path: await blockNamespaces(await servers.makeFolder(0o755)),
      lentBase: await servers.makeFolder(0o755),
    });
    expect(await ask(url, 'select 1 as one')).toEqual({ one: 1 });
    expect((await stat(join(dataDir, 'postgres'))).uid).toBeGreaterThan(0);
  });

  test.concurrent('mentions DATABASE_URL when nothing works', async ({ servers }) => {
    const options = { path: await blockNamespaces(await servers.makeFolder(0o755)), lentBase: '/dev/null/lent' };
    const { refusal } = await servers.start(await servers.makeFolder(0o700), options);
    expect(refusal).toMatch(/does not run as root.*DATABASE_URL/);
  });

  test.concurrent('copies the programs for a user who cannot access their folder', async ({ servers }) => {
    const copy = await copyBinaries(await findBinaries(), join(await servers.makeFolder(0o755), 'lent'));
    for (const ids of await listUnprivileged()) {
      const { command, args, options } = commandAs({ ids, prefix: [] }, programOf(copy, 'initdb'), ['--version']);
      expect((await promisify(execFile)(command, args, options as object)).stdout).toMatch(/PostgreSQL/);
    }
  });
});
