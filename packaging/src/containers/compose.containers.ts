import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { callSteadily } from '@dossard/testbed/attacks/steady.calls.ts';
import { createEvent } from '@dossard/testbed/product/event.ts';
import { admin, call, freePort, type Product, signIn, startProduct } from '@dossard/testbed/product/product.ts';
import { query } from '@dossard/testbed/product/query.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../house.ts';
import { buildBase } from './base.ts';
import { type Container, keepImages, until, userId } from './buildah.ts';
import { npmSettings } from './npm.settings.ts';
import { readAppEnvironment, startCaddy } from './services.ts';

/*
 * deploy/ unchanged: the image built and run, two processes behind Caddy. Needs root, and Debian's buildah, mmdebstrap
 * and caddy.
 */

const exec = promisify(execFile);
const largest = 300_000_000;

const folder = await mkdtemp(join(tmpdir(), 'dossard-containers-'));
const images = keepImages(folder);
const ports = [await freePort(), await freePort()];
const proxyPort = await freePort();
const url = `http://127.0.0.1:${proxyPort}`;
const apps: (Container | undefined)[] = [];
let database: Product;
let databaseUrl: string;
let stopCaddy = async () => {};

beforeAll(async () => {
  const base = await buildBase(images, folder);
  const file = join('deploy', 'Dockerfile');
  const settings = await npmSettings(folder);
  const build = ['bud', '--isolation', 'chroot', '--format', 'docker', ...settings];
  const ignored = ['--ignorefile', join(root, `${file}.dockerignore`)];
  const named = ['--build-arg', `NODE_IMAGE=${base}`, '-t', 'localhost/dossard', '-f', join(root, file), root];
  await images.buildah(...build, ...ignored, ...named);
  // Replaces the image postgres:18 by the PostgreSQL 18 of npm start.
  database = await startProduct();
  const own = await database.databaseUrl();
  await query(own, 'create database containers', []);
  databaseUrl = own.replace(/\/dossard$/, '/containers');
  await startApp(0);
  await startApp(1);
  stopCaddy = await startCaddy(folder, proxyPort, ports);
}, 1_200_000);

afterAll(async () => {
  await stopCaddy();
  for (const app of apps) await app?.stop();
  await database?.stop();
  await images.release();
  await rm(folder, { recursive: true, force: true });
}, 120_000);

/** Starts a process like compose, and resolves when the image's own check reports it as healthy. */
async function startApp(index: number): Promise<number> {
  const environment = await readAppEnvironment({
    ...{ DOMAIN: 'localhost', POSTGRES_PASSWORD: 'secret' },
    ...{ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
  });
  const volumes = { '/data': join(folder, `data-${index}`), '/tmp': join(folder, `tmp-${index}`) };
  for (const outside of Object.values(volumes)) {
    await mkdir(outside, { recursive: true });
    await chown(outside, Number(userId), Number(userId));
  }
  // All containers share this machine's network, so each has its own port.
  const here = { HOST: '127.0.0.1', PORT: String(ports[index]), PUBLIC_URL: url, DATABASE_URL: databaseUrl };
  const start = performance.now();
  const app = await images.start({ image: 'localhost/dossard', environment: { ...environment, ...here }, volumes });
  apps[index] = app;
  const { check } = await images.inspect('localhost/dossard');
  let why = '';
  const isHealthy = () =>
    app.run(...check).then(
      () => true,
      (error) => {
        why = String(error);
        return false;
      },
    );
  await until(isHealthy, () => `${app.output()}\n${why}`);
  return (performance.now() - start) / 1000;
}

test('the image is small, and lists its parts', async () => {
  const { size } = await images.inspect('localhost/dossard');
  console.log(`The image has ${(size / 1e6).toFixed(0)} MB.`);
  expect(size).toBeLessThanOrEqual(largest);
  const bill = JSON.parse((await apps[0]?.run('cat', 'dossard.cdx.json')) ?? '');
  expect(bill.bomFormat).toBe('CycloneDX');
  const names = bill.components.map(({ purl }: { purl: string }) => purl.split('@', 1)[0]);
  expect(names).toEqual(
    expect.arrayContaining(['pkg:npm/fastify', 'pkg:npm/react', 'pkg:generic/node', 'pkg:deb/debian/libc6']),
  );
});

test('it runs as an ordinary user, who can only write to its volume', async () => {
  const [app] = apps;
  expect(await app?.run('id', '-un')).toBe('node');
  for (const place of ['/x', '/dossard/x', '/usr/local/bin/x', '/home/x'])
    await expect(app?.run('touch', place)).rejects.toThrow(/Read-only file system/);
  await app?.run('touch', '/data/x');
  expect(await readdir(join(folder, 'data-0'))).toContain('backups');
});

test('the journeys main.job and live pass through Caddy', async () => {
  const journeys = ['main.job.spec.ts', 'live.spec.ts'];
  const { stdout } = await exec(
    'npx',
    ['playwright', 'test', '--config', 'e2e/playwright.config.ts', '--workers', '1', ...journeys],
    {
      cwd: root,
      env: { ...process.env, JOURNEY_URL: url },
      maxBuffer: 100_000_000,
    },
  );
  expect(stdout).toMatch(/\d+ passed/);
}, 600_000);

test('an upgrade of one process after the other loses no request', async () => {
  const session = { url, cookie: await signIn(url) };
  const event = await createEvent(session, 20);
  await call(session, 'PUT', '/competition/visibility', { competition_id: event.competition_id, is_public: true });
  const failures: Record<string, number> = {};
  let isOver = false;
  let recorded = 0;
  const ranking = `/competitions/${event.competition_id}/liveranking/public?page_size=100`;
  const load = { port: proxyPort, callers: 4 };
  const read = { ...load, paceMs: 20, status: 200, next: () => ({ path: `/api${ranking}` }) };
  // Each process allows an account twenty writes a second.
  const record = { ...load, paceMs: 300, status: 201, next: () => ({ path: '/api/run', ...runOf(recorded++) }) };
  const runOf = (index: number) => ({
    method: 'POST',
    cookie: session.cookie,
    body: {
      ...{ submission_id: `upgrade-${index}`, ...event, dossard: 1 + (index % 20), penality: 1, chrono_sec: 61.5 },
      ...{ door1: true, door2: true, door3: false, door4: false, door5: false, door6: false },
    },
  });
  const calls = Promise.all([read, record].map((what) => callSteadily(what, () => isOver, failures)));
  for (const index of ports.keys()) {
    await apps[index]?.stop();
    console.log(`Healthy after ${(await startApp(index)).toFixed(1)} s`);
  }
  isOver = true;
  const answered = (await calls).flat().length;
  console.log(`${answered} requests meanwhile, ${recorded} of them runs`);
  expect(failures).toEqual({});
  const { rankings } = await call<{ rankings: { number_of_runs: number }[] }>(session, 'GET', ranking);
  expect(rankings.reduce((sum, { number_of_runs }) => sum + number_of_runs, 0)).toBe(recorded);
}, 300_000);

test('backup and restore work with the commands of deploy/README.md', async () => {
  const [app] = apps;
  expect(await app?.run('node', 'server/dist/backup.main.js')).toContain('/data/backups/');
  await query(await database.databaseUrl(), 'create database restored', []);
  const restored = databaseUrl.replace(/\/containers$/, '/restored');
  const [newest = ''] = (await readdir(join(folder, 'data-0', 'backups'))).sort().reverse();
  await app?.run('env', `DATABASE_URL=${restored}`, 'node', 'server/dist/restore.main.js', newest);
  const count = 'select count(*)::int as runs from runs';
  expect(await query(restored, count, [])).toEqual(await query(databaseUrl, count, []));
}, 120_000);
