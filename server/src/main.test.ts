import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { postmasterOf } from '@dossard/postgres/testing/postgres.servers.ts';
import pg from 'pg';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { makeEmptyDatabase } from './testing/empty.database.ts';
import { copyDatabase } from './testing/test.app.ts';

/* The process itself, as started by `npm start`: its output, its refusals, and its end. */

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const repository = fileURLToPath(new URL('../..', import.meta.url));
const folders: string[] = [];
const children: ChildProcess[] = [];

afterAll(async () => {
  for (const child of children) await end(child);
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 20 });
});

/** Stops a server and waits for all its output; returns the exit code. */
async function end(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    await closed;
  }
  return child.exitCode;
}

async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dossard-main-'));
  folders.push(folder);
  return folder;
}

/** Finds a free port. */
async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

interface Start {
  dataDir?: string;
  env?: Record<string, string>;
  args?: string[];
}

/** Starts the server with its own environment and collects its output. */
async function launch({ dataDir, env = {}, args = [] }: Start) {
  const port = env.PORT ?? String(await findPort());
  const child = spawn(process.execPath, ['server/dist/main.js', ...args], {
    cwd: repository,
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir ?? (await makeDataDir()),
      PORT: port,
      ...env,
    },
  });
  children.push(child);
  const said = { out: '', err: '' };
  child.stdout.on('data', (text) => (said.out += text));
  child.stderr.on('data', (text) => (said.err += text));
  return { child, said, url: `http://127.0.0.1:${port}`, port };
}

/** Starts the server and waits until it prints its address. */
async function start(options: Start = {}) {
  const { child, said, url, port } = await launch(options);
  await expect.poll(() => /Dossard is at/.test(said.out) || child.exitCode !== null, { timeout: 60_000 }).toBe(true);
  expect(said.err).toBe('');
  return {
    child,
    said,
    port,
    stop: () => end(child),
    signIn: async (email: string, password: string) =>
      (
        await fetch(`${url}/api/login`, {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email, password }),
        })
      ).status,
    post: async (path: string, body: object) =>
      (
        await fetch(`${url}/api${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).status,
    // biome-ignore lint/suspicious/noExplicitAny: a test asserts what an answer is.
    get: async (path: string): Promise<any> => (await fetch(`${url}/api${path}`)).json(),
  };
}

const setupLink = /http:\/\/localhost:\d+\/setup#([\w-]{43})(?=\n)/;

/** Polls often enough to interrupt a start in the middle. */
const quickly = { interval: 5, timeout: 60_000 };

const hears = ({ said }: { said: { out: string } }, words: string | RegExp) =>
  expect.poll(() => said.out, { timeout: 60_000 }).toMatch(words);

/** Starts a server that should refuse, and returns its output and exit code. */
async function refuse(options: Start) {
  const { child, said } = await launch(options);
  const [code] = await once(child, 'close');
  return { code, ...said };
}

describe('with its own database', () => {
  test('it prints its address and how to sign in, once, and stops cleanly', async () => {
    const dataDir = await makeDataDir();
    const first = await start({ dataDir, env: { ADMIN_EMAIL: 'admin@dossard.test' } });
    expect(first.said.out).toContain(`Dossard is at http://localhost:${first.port}\n`);
    await hears(first, '(shown this once)');
    expect(first.said.out).not.toContain('On your network');
    const [, email = '', password = ''] =
      /Sign in as (\S+) with the password (\S+) \(shown this once\)/.exec(first.said.out) ?? [];
    expect(email).toBe('admin@dossard.test');
    expect(await first.signIn(email, password)).toBe(200);
    expect(await first.signIn(email, `${password}x`)).toBe(401);
    expect(await postmasterOf(dataDir)).toBeGreaterThan(0);
    expect(await first.stop()).toBe(0);
    expect((await readdir(join(dataDir, 'backups'))).filter((name) => name.includes('-stop.'))).toHaveLength(1);
    expect(await postmasterOf(dataDir)).toBeUndefined();
    const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
    expect(log).toContain('database system is shut down');
    expect(log).not.toContain(password);

    const second = await start({
      dataDir,
      env: { ADMIN_PASSWORD: 'Another-2027', PUBLIC_URL: 'https://dossard.example' },
    });
    expect(second.said.out).toContain('Dossard is at https://dossard.example\n');
    expect(await second.signIn(email, password)).toBe(200);
    expect(await second.stop()).toBe(0);
    expect(second.said.out).not.toContain('Sign in as');
  });

  test('without a given account it prints a set-up link in both languages, another at each start, and stores neither', async () => {
    const dataDir = await makeDataDir();
    const links: string[] = [];
    for (const _ of [1, 2]) {
      const server = await start({ dataDir });
      await hears(server, setupLink);
      expect(server.said.out).toMatch(/Set up Dossard by this link.* \/ Mettez Dossard en service par ce lien/);
      expect(server.said.out).not.toContain('Sign in as');
      const [url = '', token = ''] = setupLink.exec(server.said.out) ?? [];
      expect(url).toBe(`http://localhost:${server.port}/setup#${token}`);
      expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).not.toContain(token);
      links.push(token);
      if (links.length === 2) {
        expect(links[0]).not.toBe(token);
        const chosen = { token, email: 'chef@club.test', password: 'Trial-2027' };
        expect(await server.post('/setup', chosen)).toBe(201);
        expect(await server.signIn('chef@club.test', 'Trial-2027')).toBe(200);
      }
      expect(await server.stop()).toBe(0);
    }
    const third = await start({ dataDir });
    expect(await third.stop()).toBe(0);
    expect(third.said.out).not.toContain('/setup');
  });

  test.skipIf(process.platform !== 'linux')('a server with OPEN_BROWSER=on opens the set-up link', async () => {
    const folder = await makeDataDir();
    const opened = join(folder, 'opened');
    await writeFile(join(folder, 'xdg-open'), `#!/bin/sh\necho "$@" > '${opened}'\n`, { mode: 0o755 });
    const server = await start({ env: { OPEN_BROWSER: 'on', PATH: `${folder}:${process.env.PATH}` } });
    await hears(server, setupLink);
    const [url] = setupLink.exec(server.said.out) ?? [];
    await expect.poll(() => readFile(opened, 'utf8').catch(() => ''), { timeout: 60_000 }).toBe(`${url}\n`);
    expect(await server.stop()).toBe(0);
  });

  test('Ctrl-C twice, as passed on by the terminal and npm start, still stops the server and its PostgreSQL', async () => {
    const dataDir = await makeDataDir();
    const { child } = await start({ dataDir });
    const closed = once(child, 'close');
    child.kill('SIGINT');
    child.kill('SIGINT');
    expect(await closed).toEqual([0, null]);
    expect(await postmasterOf(dataDir)).toBeUndefined();
  });

  test.for([
    ['PostgreSQL comes up', postmasterOf],
    ['its tables are made', (dataDir: string) => readFile(join(dataDir, 'postgres.port'))],
  ] as const)('a stop while %s leaves no process behind, and the next start succeeds', async ([, isThere]) => {
    const dataDir = await makeDataDir();
    const { child } = await launch({ dataDir });
    await expect.poll(async () => (await isThere(dataDir).catch(() => undefined)) !== undefined, quickly).toBe(true);
    const closed = once(child, 'close');
    child.kill('SIGINT');
    expect(await closed).toEqual([0, null]);
    await expect.poll(() => postmasterOf(dataDir), { timeout: 60_000 }).toBeUndefined();
    const next = await start({ dataDir });
    await hears(next, setupLink);
    expect(await next.stop()).toBe(0);
  });

  test('a start that finds its port taken names the other address, and makes no database', async () => {
    const dataDir = join(await makeDataDir(), 'never-made');
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const { port } = squatter.address() as { port: number };
    const refused = await refuse({ dataDir, env: { PORT: String(port) } });
    expect(refused.err).toBe(
      `Dossard did not start. Another program already runs at http://127.0.0.1:${port}; stop it, or choose another port with PORT.\nUn autre programme est déjà ouvert à http://127.0.0.1:${port} ; arrêtez-le, ou choisissez un autre port avec PORT.\n`,
    );
    expect([refused.code, refused.out]).toEqual([1, '']);
    await expect(readdir(dataDir)).rejects.toThrow(/ENOENT/);
    squatter.close();
    const next = await start({ dataDir });
    await hears(next, setupLink);
    await next.stop();
  });
});

describe('with the database of DATABASE_URL', () => {
  test('it needs no data folder, and creates the first account from the environment', async () => {
    const dataDir = join(await makeDataDir(), 'never-made');
    const env = {
      DATABASE_URL: await copyDatabase(),
      ADMIN_EMAIL: 'chef@club.test',
      ADMIN_PASSWORD: 'Trial-2027',
    };
    const server = await start({ dataDir, env });
    await hears(server, 'Sign in as chef@club.test with the password of ADMIN_PASSWORD\n');
    expect(server.said.out).not.toContain('Trial-2027');
    expect(await server.signIn('chef@club.test', 'Trial-2027')).toBe(200);
    expect(await postmasterOf(dataDir)).toBeUndefined();
    expect(await server.stop()).toBe(0);
  });

  test('two servers may start on it at the same time, also when it is empty', async () => {
    const env = { DATABASE_URL: await makeEmptyDatabase(), ADMIN_PASSWORD: 'Trial-2027' };
    const servers = await Promise.all([start({ env }), start({ env })]);
    for (const { signIn } of servers) expect(await signIn('admin@dossard.test', 'Trial-2027')).toBe(200);
    expect(await Promise.all(servers.map((server) => server.stop()))).toEqual([0, 0]);
  });

  test('a common password opens the first account, with a warning to change it', async () => {
    const server = await start({ env: { DATABASE_URL: await makeEmptyDatabase(), ADMIN_PASSWORD: 'Password1' } });
    await hears(server, 'ADMIN_PASSWORD is a common password. Choose one that is harder to guess on your profile.\n');
    expect(await server.signIn('admin@dossard.test', 'Password1')).toBe(200);
    expect(await server.stop()).toBe(0);
  });

  test('with --demo, there is an event with a changing public ranking', async () => {
    const env = { DATABASE_URL: await copyDatabase(), ADMIN_PASSWORD: 'Trial-2027' };
    const server = await start({ env, args: ['--demo'] });
    await hears(server, /A demonstration is running.*: .*\n/);
    const [, id] = /\/public\/competitions\/(\d+)\/live-ranking/.exec(server.said.out) ?? [];
    const { competitions } = await server.get('/competitions/public');
    expect(competitions).toMatchObject([{ id: Number(id), name: 'Trial de démonstration', is_public: true }]);
    const bestRank = async () => (await server.get(`/competitions/${id}/liveranking/public`)).rankings[0].rank;
    expect((await server.get(`/competitions/${id}/liveranking/public`)).total).toBe(60);
    await expect.poll(bestRank, { timeout: 60_000, interval: 200 }).toBe(1);
    expect(await server.stop()).toBe(0);
    expect(server.said.err).toBe('');
  });

  test('it refuses a database that could lose confirmed data', async () => {
    const url = new URL(await copyDatabase());
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.query(`alter database ${url.pathname.slice(1)} set synchronous_commit = off`);
    await client.end();
    const refused = await refuse({ env: { DATABASE_URL: url.href } });
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/could lose.*synchronous_commit must be on/) });
  });

  test('it reports a database that does not answer, or refuses the connection', async () => {
    const url = new URL(await copyDatabase());
    const nobody = new URL(url);
    nobody.port = String(await findPort());
    const stranger = new URL(url);
    stranger.username = 'stranger';
    stranger.password = 'wrong';
    const elsewhere = new URL(url);
    elsewhere.pathname = '/no-such-database';
    const cases = [
      [nobody, /^Dossard did not start\. The database of DATABASE_URL does not answer\. /],
      // Without passwords, PostgreSQL identifies users only by name.
      [stranger, /DATABASE_URL refuses: (password authentication failed|role "stranger" does not exist)/],
      [elsewhere, /^Dossard did not start\. The database of DATABASE_URL refuses: database "no-such-database" /],
    ] as const;
    await Promise.all(
      cases.map(async ([address, sentence]) => {
        const refused = await refuse({ env: { DATABASE_URL: address.href } });
        expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(sentence)]);
        expect(refused.err.trimEnd()).not.toContain('\n');
        expect(refused.err).not.toContain(url.password || 'no password');
      }),
    );
  });
});

test('a bad environment prevents the start with a sentence for each variable, before anything is created', async () => {
  const dataDir = join(await makeDataDir(), 'never-made');
  const refused = await refuse({
    dataDir,
    env: { PORT: 'http', PUBLIC_URL: 'dossard', ADMIN_PASSWORD: 'short', OPEN_CREATION: 'yes' },
  });
  expect(refused).toEqual({
    code: 1,
    out: '',
    err: `Dossard did not start. ${[
      'PORT should be a port number, 0 to 65535.',
      'PUBLIC_URL should be the address people open, such as https://dossard.example.',
      'ADMIN_PASSWORD should have at least 8 characters, with an uppercase letter, a lowercase letter and a digit.',
      'OPEN_CREATION should be on or off.',
    ].join('\n')}\n`,
  });
  await expect(readFile(join(dataDir, 'postgres.log'))).rejects.toThrow(/ENOENT/);
});
