import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { startTestApp } from '../../testing/test.app.ts';

const webRoot = mkdtempSync(join(tmpdir(), 'dossard-web-'));
const names = ['viewport', 'contact', 'public-url', 'qr-image-service'];
writeFileSync(
  join(webRoot, 'index.html'),
  [...names.map((name) => `<meta name="${name}" content="-">`), '</head>'].join('\n'),
);
const part = (name: string, more: object = {}) => ({ file: `assets/${name}.js`, ...more });
mkdirSync(join(webRoot, '.vite'));
writeFileSync(
  join(webRoot, '.vite', 'manifest.json'),
  JSON.stringify({
    'index.html': part('app', { isEntry: true, imports: ['core.js'] }),
    'core.js': part('core'),
    'table.js': part('table', { imports: ['core.js', 'cell.js'], css: ['assets/table.css'] }),
    'cell.js': part('cell', { imports: ['table.js'] }),
    'src/start.tsx': part('start'),
    'src/frame.tsx': part('frame', { imports: ['cell.js'] }),
    'src/list.tsx': part('list'),
    'src/runs.tsx': part('runs', { imports: ['table.js'] }),
    'src/security.tsx': part('security'),
    'src/ranking.tsx': part('ranking'),
    'src/series.tsx': part('series'),
    'src/login.tsx': part('login'),
    'src/features/print.tsx': part('print'),
  }),
);
writeFileSync(
  join(webRoot, '.vite', 'screens.json'),
  JSON.stringify({
    '/': ['assets/start.js'],
    '/competitions': ['assets/frame.js', 'assets/list.js'],
    '/competitions/$id/runs': ['assets/frame.js', 'assets/runs.js'],
    '/profile/security': ['assets/frame.js', 'assets/security.js'],
    '/public/competitions/$id/live-ranking': ['assets/ranking.js'],
    '/embed/series/$id': ['assets/series.js'],
    '/login': ['assets/login.js'],
  }),
);
mkdirSync(join(webRoot, 'assets'));
writeFileSync(join(webRoot, 'assets', 'app.js'), 'let whole;');
writeFileSync(join(webRoot, 'assets', 'app.js.br'), 'by br');
writeFileSync(join(webRoot, 'assets', 'app.js.gz'), 'by gzip');
writeFileSync(join(webRoot, 'manifest.webmanifest'), '{}');
afterAll(() => rmSync(webRoot, { recursive: true }));

const { app } = await startTestApp({
  webRoot,
  contactEmail: 'aide@club.fr',
  publicUrl: 'https://dossard.example',
  qrImageServiceUrl: 'https://qr.example:8443/draw?size=300&data={url}',
});

describe('an address without a screen', () => {
  test.each([
    ['/', 200],
    ['/profile/security', 200],
    ['/competitions/7/runs?page=2', 200],
    ['/competitions/shell', 200],
    ['/competitions/7', 404],
    ['/nothing', 404],
    ['/wp-login.php', 404],
  ])('%s is answered with the page and %i', async (url, status) => {
    const { statusCode, headers } = await app.inject({ url, headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([statusCode, headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
  });

  it('is a refusal for what asks for a file', async () => {
    const { statusCode, headers } = await app.inject({ url: '/nothing.png', headers: { accept: 'image/*' } });
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
  });
});

test('the page of all screens contains the settings of its installation, and allows only the pictures of its QR service', async () => {
  const { body, headers } = await app.inject('/competitions/shell');
  expect(body.split('\n')).toEqual([
    '<meta name="viewport" content="-">',
    '<meta name="contact" content="aide@club.fr">',
    '<meta name="public-url" content="https://dossard.example">',
    '<meta name="qr-image-service" content="https://qr.example:8443/draw?size=300&#38;data={url}">',
    '</head>',
  ]);
  expect(headers['content-security-policy']).toContain(";img-src 'self' data: blob: https://qr.example:8443;");
});

test.each([
  ['/', ['start.js']],
  ['/competitions', ['frame.js', 'cell.js', 'table.js', 'table.css', 'list.js']],
  ['/competitions/7/runs?page=2', ['frame.js', 'cell.js', 'table.js', 'table.css', 'runs.js']],
  ['/competitions/7/runs/1', []],
  ['/competitions/7', []],
  ['/profile/security', ['frame.js', 'cell.js', 'table.js', 'table.css', 'security.js']],
  // The page that the service worker caches for all screens.
  ['/competitions/shell', []],
])(
  'the page at %s names the files that its screen begins with, once, and none of the application',
  async (url, files) => {
    const { body } = await app.inject(url);
    const named = [...body.matchAll(/<link rel="(\w+)"( as="style")? crossorigin href="\/assets\/([^"]+)">/g)];
    expect(named.map(([, , , file]) => file)).toEqual(files);
    for (const [, rel, style, file] of named) {
      expect([rel, style !== undefined]).toEqual(file?.endsWith('.css') ? ['preload', true] : ['modulepreload', false]);
    }
  },
);

const ranking = '/public/competitions/1/live-ranking';

test.each([`${ranking}?embed=1`, `${ranking}?category=U13&embed=1`, '/embed/series/7', '/embed/series/7?gender=F'])(
  '%s may be framed by any site',
  async (url) => {
    const { headers, statusCode } = await app.inject(url);
    expect(statusCode).toBe(200);
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers['content-security-policy']).toMatch(/(^|;)frame-ancestors \*(;|$)/);
  },
);

test.each([
  ranking,
  `${ranking}?embed=0`,
  '/series/7?embed=1',
  '/series/7',
  '/embed/series/x',
  '/embed/series/7/edit',
  `${ranking}?embed=`,
  `${ranking}?embed=11`,
  `${ranking}?embed=0&embed=1`,
  `${ranking}?x=embed=1`,
  `${ranking}/?embed=1`,
  `${ranking}/x?embed=1`,
  `/x${ranking}?embed=1`,
  `/${ranking}?embed=1`,
  '/public/competitions/0/live-ranking?embed=1',
  '/public/competitions/x/live-ranking?embed=1',
  '/public/competitions/1/live-ranking%2f..?embed=1',
  '/public/competitions/1/../../login/live-ranking?embed=1',
  '/public/competitions/1/screen?embed=1',
  '/competitions/1/live-ranking?embed=1',
  '/competitions/1/edit?embed=1',
  '//?embed=1',
  '/login?embed=1',
  '/?embed=1',
  '/api/competitions/1/liveranking/public?embed=1',
  '/api/docs?embed=1',
  '/nothing.txt?embed=1',
])('%s may not be framed', async (url) => {
  const { headers } = await app.inject(url);
  expect(headers['x-frame-options']).toBe('DENY');
  expect(headers['content-security-policy']).toMatch(/(^|;)frame-ancestors 'none'(;|$)/);
});

describe('a file of the application', () => {
  const read = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

  it('has its type, and is cached forever if its name contains a hash', async () => {
    const script = await read('/assets/app.js');
    expect([script.statusCode, script.body]).toEqual([200, 'let whole;']);
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': '10',
      vary: 'accept-encoding',
    });
    const manifest = await read('/manifest.webmanifest');
    expect(manifest.headers).toMatchObject({
      'content-type': 'application/manifest+json',
      'cache-control': 'no-cache',
    });
  });

  test.each([
    ['br, gzip', 'br', 'by br'],
    ['gzip, deflate, br', 'br', 'by br'],
    ['gzip', 'gzip', 'by gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip', 'by gzip'],
    ['identity', undefined, 'let whole;'],
    ['', undefined, 'let whole;'],
  ])('is compressed for clients that accept it: %s', async (accepted, encoding, body) => {
    const answer = await read('/assets/app.js', { 'accept-encoding': accepted });
    expect([answer.headers['content-encoding'], answer.body]).toEqual([encoding, body]);
  });

  it('is not sent again to a client that has it', async () => {
    const { headers } = await read('/manifest.webmanifest');
    const again = await read('/manifest.webmanifest', { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', headers.etag]);
    expect((await read('/manifest.webmanifest', { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it('answers HEAD without its content', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/assets/app.js' });
    expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([200, '', '10']);
  });

  it('is served as it was at the start, without the disk', async () => {
    rmSync(join(webRoot, 'assets'), { recursive: true });
    expect((await read('/assets/app.js')).statusCode).toBe(200);
  });

  test.each(['/.vite/manifest.json', '/assets/app.js.br', '/assets/', '/index.html', '/assets/gone.js'])(
    '%s is none',
    async (url) => {
      expect((await read(url)).body).not.toMatch(/whole|by br|isEntry/);
    },
  );
});
