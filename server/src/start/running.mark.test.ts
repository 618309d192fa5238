import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { markRunning, unmarkRunning } from './running.mark.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'dossard-mark-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test('a server that did not stop by itself is noticed by the next one, and only then', async () => {
  expect(await markRunning(dataDir)).toBe(false);
  expect(await markRunning(dataDir)).toBe(true);
  await unmarkRunning(dataDir);
  expect(await markRunning(dataDir)).toBe(false);
});
