import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { markRunning, unmarkRunning } from './running.mark.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'dossard-mark-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test('a server that was killed is noticed by the next one, and only then', async () => {
  expect(await markRunning(dataDir)).toBe(false);
  expect(await markRunning(dataDir)).toBe(true);
  await unmarkRunning(dataDir);
  expect(await markRunning(dataDir)).toBe(false);
});

test('a second server, which does not start, keeps the mark of the running one', async () => {
  const first = JSON.stringify({ pid: process.ppid });
  await writeFile(join(dataDir, 'running.json'), first);
  expect(await markRunning(dataDir)).toBe(false);
  await unmarkRunning(dataDir);
  expect(await readFile(join(dataDir, 'running.json'), 'utf8')).toBe(first);
});
