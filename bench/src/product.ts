import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const password = 'Bench-2027';
const startMs = 60_000;

/** The product in a process of its own, as `npm start` runs it, with its embedded database. */
export interface Product {
  url: string;
  databaseUrl: string;
  /** The session of the super administrator, as a cookie. */
  cookie: string;
  stop(): Promise<void>;
}

/** Starts the product on a folder of its own under the system's temporary folder. */
export async function startProduct(): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dossard-bench-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, ['--import', 'tsx', join('server', 'src', 'main.ts')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: password,
      DATABASE_URL: '',
      RATE_LIMIT: 'off',
    },
  });
  await ready(server, url);
  const secret = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim();
  const databasePort = (await readFile(join(dataDir, 'postgres.port'), 'utf8')).trim();
  return {
    url,
    databaseUrl: `postgres://dossard:${secret}@127.0.0.1:${databasePort}/dossard`,
    cookie: await signIn(url),
    async stop() {
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@dossard.test', password }),
  });
  return answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
}

/** Calls the product as its super administrator. Throws when it refuses. */
export async function call<T>(product: Product, method: string, path: string, body?: unknown): Promise<T> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${product.url}/api${path}`, {
    method,
    headers: { cookie: product.cookie, ...(body !== undefined && !isForm && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
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
  const end = Date.now() + startMs;
  while (Date.now() < end && server.exitCode === null) {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The product did not start.');
}
