import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { lockFolder } from './lock.ts';
import { StartError } from './start.error.ts';
import { test } from './testing/postgres.servers.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

async function leaveLock(folder: string, change: object) {
  const file = join(folder, 'server.lock.1');
  const lock = await lockFolder(folder);
  const holder = JSON.parse(await readFile(file, 'utf8'));
  lock.release();
  await writeFile(file, JSON.stringify({ ...holder, ...change }));
  return file;
}

test.concurrent('one process cannot open a folder twice', async ({ servers }) => {
  const folder = await servers.makeFolder();
  const lock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(StartError);
  lock.release();
  (await lockFolder(folder)).release();
  expect(await readdir(folder)).toEqual(['server.lock.2']);
});

test.concurrent('of several servers that find a stale lock at the same time, one gets the folder', async ({
  servers,
}) => {
  const folder = await servers.makeFolder();
  await leaveLock(folder, { pid: 2 ** 30 });
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
  const locks = tries.filter((result) => result.status === 'fulfilled').map((result) => result.value);
  expect(locks).toHaveLength(1);
  locks[0]?.release();
});

test.concurrent('a lock whose process id was reused by a later process is stale (detected on Linux)', {
  skip: process.platform !== 'linux',
}, async ({ servers }) => {
  const folder = await servers.makeFolder();
  await leaveLock(folder, { start: '1' });
  (await lockFolder(folder)).release();
});

test.concurrent('a lock of another machine or container is valid as long as its heartbeat continues', async ({
  servers,
}) => {
  const folder = await servers.makeFolder();
  const file = await leaveLock(folder, { place: 'elsewhere', pid: 1 });
  const beat = setInterval(() => void utimes(file, new Date(), new Date()), 500);
  await expect(lockFolder(folder)).rejects.toThrow(/Another Dossard server/);
  clearInterval(beat);
  (await lockFolder(folder)).release();
});
