import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { root } from './runtime.js';

/* The configuration of the cache in front, in a real Varnish if it is installed; the bench measures it. */

const isInstalled = spawnSync('varnishd', ['-V']).status === 0;

describe.skipIf(!isInstalled)('a purge of the cache in front', () => {
  /** How often the server behind the cache rendered each page. */
  const made = new Map();
  const origin = createServer(({ url = '' }, answer) => {
    made.set(url, (made.get(url) ?? 0) + 1);
    // The page stays fresh for the whole test: below, Varnish is configured to keep it for longer than its second.
    answer.writeHead(200, { 'cache-control': 'public, max-age=60', 'content-type': 'text/html' }).end('page');
  });
  const folder = mkdtempSync(join(tmpdir(), 'dossard-vcl-'));
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let varnish;
  let port = 0;

  /** @type {(path: string, method?: string, headers?: Record<string, string>) => Promise<number | undefined>} */
  const ask = (path, method = 'GET', headers = {}) =>
    new Promise((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode));
      });
      asked.on('error', reject).end();
    });
  const purge = (/** @type {Record<string, string>} */ headers) => ask('/', 'PURGE', headers);
  const first = '/public/competitions/1/live-ranking';
  const second = '/public/competitions/2/live-ranking';
  const pages = [first, second, '/'];
  /** Reads all pages and returns those that the server had to render. */
  const readMade = async () => {
    const before = new Map(made);
    for (const page of pages) expect(await ask(page)).toBe(200);
    return pages.filter((page) => made.get(page) !== before.get(page));
  };

  beforeAll(async () => {
    await once(origin.listen(0, '127.0.0.1'), 'listening');
    const free = createServer();
    await once(free.listen(0, '127.0.0.1'), 'listening');
    port = portOf(free);
    await new Promise((resolve) => free.close(resolve));
    const text = readFileSync(join(root, 'deploy', 'varnish', 'dossard.vcl'), 'utf8');
    const vcl = join(folder, 'dossard.vcl');
    const kept = text
      .replace('.port = "3000"', `.port = "${portOf(origin)}"`)
      .replace('beresp.ttl = 1s;\n\t}', 'beresp.ttl = 1h;\n\t}');
    expect(kept).toContain('beresp.ttl = 1h');
    writeFileSync(vcl, kept);
    const started = spawn(
      'varnishd',
      ['-F', '-j', 'none', '-n', join(folder, 'work'), '-f', vcl, '-a', `127.0.0.1:${port}`, '-s', 'malloc,16m'],
      { stdio: 'ignore' },
    );
    varnish = started;
    await vi.waitFor(async () => expect(await ask('/health/live')).toBe(200), { timeout: 25_000 });
    await readMade();
    expect(await readMade()).toEqual([]);
  }, 30_000);

  afterAll(async () => {
    if (varnish && varnish.exitCode === null) {
      const ended = once(varnish, 'exit');
      varnish.kill();
      await ended;
    }
    origin.closeAllConnections();
    origin.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.each([
    ['a proxy that names the protocol', { 'x-forwarded-proto': 'https' }],
    ['a proxy that names its client', { 'x-forwarded-for': '203.0.113.7' }],
    ['a proxy that names its client by the standard', { forwarded: 'for=203.0.113.7' }],
  ])('is refused when it came through %s', async (_, headers) => {
    expect(await purge({ ...headers, 'x-competition': '1' })).toBe(403);
    expect(await purge(headers)).toBe(403);
    expect(await readMade()).toEqual([]);
  });

  test.each(['1 || obj.status == 200', 'all', '', '-1', '1x'])('is refused for the competition "%s"', async (id) => {
    expect(await purge({ 'x-competition': id })).toBe(400);
    expect(await readMade()).toEqual([]);
  });

  test('drops one competition, with what lists competitions', async () => {
    expect(await purge({ 'x-competition': '1' })).toBe(200);
    expect(await readMade()).toEqual([first, '/']);
  });

  test('drops everything without a competition', async () => {
    expect(await purge({})).toBe(200);
    expect(await readMade()).toEqual(pages);
  });
});

function portOf(/** @type {import('node:http').Server} */ server) {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
