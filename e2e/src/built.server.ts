import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Who the journeys sign in as. */
export const admin = { email: 'admin@dossard.test', password: 'Trial-2027' };

/** How long a server may take to start, in milliseconds; far more than it needs. */
const startMs = 60_000;

/** Starts the product as `npm start` does, on a folder of its own, for all journeys; stops it after them. */
export default async function startBuiltServer(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dossard-journey-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, ['--import', 'tsx', join('server', 'src', 'main.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      DATABASE_URL: '',
      RATE_LIMIT: 'off',
    },
  });
  await ready(server, url);
  process.env.JOURNEY_URL = url;
  process.env.JOURNEY_DATA = dataDir;
  return async () => {
    server.kill('SIGTERM');
    if (server.exitCode === null) await once(server, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}

async function ready(server: ChildProcess, url: string): Promise<void> {
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text) => (said += text));
  const end = Date.now() + startMs;
  while (Date.now() < end && server.exitCode === null) {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  server.kill('SIGKILL');
  throw new Error(`The server did not start:\n${said}`);
}
