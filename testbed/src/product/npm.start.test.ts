import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { environmentOf, freePort, root } from './product.ts';

/* `npm start` stopped by a service manager or by hand: no process is left. */

const patient = { timeout: 60_000, interval: 100 };
let npm: ChildProcess;
let dataDir: string;
let url: string;

const answers = () =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dossard-npm-start-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  npm = spawn('npm', ['start', '--silent'], { cwd: root, env: environmentOf(port, dataDir), stdio: 'ignore' });
  await vi.waitFor(async () => expect(await answers()).toBe(true), patient);
});
afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 50 }));

it('SIGTERM to npm alone ends the server and its PostgreSQL', async () => {
  npm.kill('SIGTERM');
  await vi.waitFor(async () => expect(await answers()).toBe(false), patient);
  await vi.waitFor(() => expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false), patient);
});
