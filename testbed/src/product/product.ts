import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildServer, builtProgram } from '../../../scripts/build.js';

/* The built product in a separate process, as `npm start` runs it, for journeys, measurements and simulations. */

/** The folder of the repository. */
export const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** The first account. */
export const admin = { email: 'admin@dossard.test', password: 'Trial-2027' };

/** Timeout for the start of a server, in milliseconds; far more than it needs. */
const startMs = 60_000;
/** Number of characters of its output that are kept, to be shown when it exits unexpectedly. */
const keptOutput = 10_000;

export interface Product {
  url: string;
  port: number;
  /** The port of https; 0 without. */
  securePort: number;
  dataDir: string;
  /** The current server process; another one after a restart. */
  server: () => ChildProcess;
  /** What the current process has printed last. */
  output: () => string;
  /** Throws with what it printed last if the server has ended by itself: connections only say that they broke. */
  assertServing: () => void;
  /** Kills the process, like a power cut; its PostgreSQL keeps running. */
  kill: () => Promise<void>;
  /** Starts it again on the same folder and port. */
  restart: () => Promise<void>;
  /** The URL of its PostgreSQL. */
  databaseUrl: () => Promise<string>;
  /** Stops it like Ctrl-C, and removes its folder. */
  stop: () => Promise<void>;
}

/**
 * Returns the environment for a product on a given folder and port, with its own PostgreSQL or that of
 * TEST_DATABASE_URL.
 */
export function environmentOf(port: number, dataDir: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    DATABASE_URL: process.env.TEST_DATABASE_URL ?? '',
    RATE_LIMIT: 'off',
  };
}

interface Start {
  /** Node's options, such as `--cpu-prof`. */
  nodeOptions?: readonly string[];
  /** Where its own folder is made, by default the system's temporary folder. */
  folder?: string;
}

/** Starts the product on a new folder, without rate limits. */
export async function startProduct(
  environment: Record<string, string> = {},
  { nodeOptions = [], folder = tmpdir() }: Start = {},
): Promise<Product> {
  await buildServer();
  const dataDir = await mkdtemp(join(folder, 'dossard-testbed-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = { ...environmentOf(port, dataDir), ...environment };
  let isEnding = false;
  let ending: string | undefined;
  let output = () => '';
  const start = async () => {
    isEnding = false;
    const started = spawn(process.execPath, [...nodeOptions, builtProgram('main')], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env,
    });
    const printed = await ready(started, url);
    output = printed;
    started.once('exit', (code, signal) => {
      if (isEnding) return;
      ending = `The server ended by itself (${code ?? signal}): ${printed().trim().slice(-1_000).replaceAll('\n', ' / ')}`;
      console.error(ending);
    });
    return started;
  };
  let server = await start();
  return {
    url,
    port,
    securePort: Number(environment.HTTPS_PORT ?? 0),
    dataDir,
    server: () => server,
    output: () => output(),
    assertServing() {
      if (ending !== undefined) throw new Error(ending);
    },
    async kill() {
      isEnding = true;
      server.kill('SIGKILL');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    },
    async restart() {
      server = await start();
    },
    async databaseUrl() {
      if (env.DATABASE_URL) return env.DATABASE_URL;
      const read = async (name: string) => (await readFile(join(dataDir, name), 'utf8')).trim();
      const [secret, databasePort] = await Promise.all([read('postgres.password'), read('postgres.port')]);
      return `postgres://dossard:${secret}@127.0.0.1:${databasePort}/dossard`;
    },
    async stop() {
      isEnding = true;
      server.kill('SIGTERM');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns a port on 127.0.0.1 that is currently free. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('No free port was found.');
  return address.port;
}

/** Waits for the greeting, which is printed once the first account exists; returns a function that reads the output. */
async function ready(server: ChildProcess, url: string): Promise<() => string> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const fail = () => {
      server.kill('SIGKILL');
      reject(new Error(`The server did not start:\n${output}`));
    };
    const end = setTimeout(fail, startMs);
    server.once('exit', fail);
    for (const stream of [server.stdout, server.stderr]) {
      stream?.on('data', (text) => {
        output = (output + text).slice(-keptOutput);
        if (!output.includes(`Dossard is at ${url}`)) return;
        clearTimeout(end);
        server.off('exit', fail);
        resolve();
      });
    }
  });
  return () => output;
}

/** Signs in and returns the session as a cookie; retries while the server is overloaded. Throws when it refuses. */
export async function signIn(url: string, account = admin): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await fetch(`${url}/api/login`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    });
    const cookie = answer.headers.get('set-cookie')?.split(';', 1)[0];
    if (cookie) return cookie;
    if (answer.status !== 503 || attempt === 5)
      throw new Error(`Sign-in answered ${answer.status}: ${await answer.text()}`);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

/** Makes a call in a session. Throws when it is refused. */
export async function call<T>(
  { url, cookie }: { url: string; cookie: string },
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { cookie, ...(body !== undefined && !isForm && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}
