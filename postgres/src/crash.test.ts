import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { ask, eventually, postmasterOf, test } from './testing/postgres.servers.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

test.concurrent('after kill -9 of the server alone, the next one adopts its PostgreSQL', async ({ servers }) => {
  const dataDir = await servers.makeUsedFolder();
  const first = await servers.start(dataDir);
  await ask(first.url, 'create table kept as select 7 as points');
  await first.end('SIGKILL');

  const second = await servers.start(dataDir);
  expect(second.pid).toBe(first.pid);
  expect(second.url).toBe(first.url);
  expect(second.logs).toEqual([expect.stringMatching(/Took over/)]);
  expect(await ask(second.url, 'select points from kept')).toEqual({ points: 7 });

  await second.end();
  expect(await postmasterOf(dataDir)).toBeUndefined();
});

test.concurrent('after kill -9 in the middle of the first start, the next one creates the database', async ({
  servers,
}) => {
  const dataDir = await servers.makeFolder();
  const { logs } = await servers.start(dataDir, { killAtFirstLog: true });
  expect(logs).toEqual([expect.stringMatching(/^Making the database/)]);
  const { url } = await servers.start(dataDir);
  expect(await ask(url, 'select 1 as one')).toEqual({ one: 1 });
});

test.concurrent('after kill -9 of the server and of PostgreSQL, the committed row is stored', async ({ servers }) => {
  const dataDir = await servers.makeUsedFolder();
  const first = await servers.start(dataDir);
  await ask(first.url, 'create table kept as select 7 as points');
  await first.end('SIGKILL');
  process.kill(first.pid, 'SIGKILL');

  const second = await servers.start(dataDir);
  expect(second.pid).not.toBe(first.pid);
  expect(await ask(second.url, 'select points from kept')).toEqual({ points: 7 });
});

test.concurrent('a stale postmaster.pid whose process id was reused does no harm', async ({ servers }) => {
  const dataDir = await servers.makeUsedFolder();
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  const first = await servers.start(dataDir);
  const lines = (await readFile(pidFile, 'utf8')).split('\n');
  await first.end();
  const bystander = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' });
  await writeFile(pidFile, [bystander.pid, ...lines.slice(1)].join('\n'), { mode: 0o600 });

  const second = await servers.start(dataDir);
  expect(await ask(second.url, 'select 1 as one')).toEqual({ one: 1 });
  expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
  bystander.kill();
  await once(bystander, 'exit');
});

test.concurrent('a postmaster.pid that a power cut left empty does no harm', async ({ servers }) => {
  const dataDir = await servers.makeUsedFolder();
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  await writeFile(pidFile, '', { mode: 0o600 });
  await utimes(pidFile, 0, 0);
  expect(await ask((await servers.start(dataDir)).url, 'select 1 as one')).toEqual({ one: 1 });
});

test.concurrent('a PostgreSQL killed under a running server is restarted on its port', async ({ servers }) => {
  const dataDir = await servers.makeUsedFolder();
  const server = await servers.start(dataDir);
  await ask(server.url, 'create table kept as select 7 as points');
  for (let pid = server.pid, kills = 1; kills <= 2; kills++) {
    process.kill(pid, 'SIGKILL');
    expect(await eventually(() => ask(server.url, 'select points from kept'))).toEqual({ points: 7 });
    pid = await eventually(async () => {
      const now = await postmasterOf(dataDir);
      return now === pid ? undefined : now;
    });
    await eventually(async () =>
      server.logs.filter((log) => /runs again/.test(log)).length === kills ? true : undefined,
    );
  }
  expect(server.logs).toContainEqual(expect.stringMatching(/ended by itself \(signal SIGKILL\); starting it again/));
});

test.concurrent('a PostgreSQL that was adopted and then killed is restarted too', async ({ servers }) => {
  const dataDir = await servers.makeUsedFolder();
  const first = await servers.start(dataDir);
  await first.end('SIGKILL');
  const second = await servers.start(dataDir);
  process.kill(second.pid, 'SIGKILL');
  await eventually(async () => second.logs.find((log) => /runs again/.test(log)));
  expect(await ask(first.url, 'select 1 as one')).toEqual({ one: 1 });
});
