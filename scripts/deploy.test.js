import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './runtime.js';

/* The settings in deploy/ must be ones that the server understands. */

const read = (/** @type {string[]} */ ...path) => readFileSync(join(root, ...path), 'utf8');
const compose = read('deploy', 'compose.yaml');
const environment = read('server', 'src', 'start', 'environment.ts');

test('the processes read every variable that they get', () => {
  const [, block = ''] = /environment: &environment\n((?: {4}\w.*\n)+)/.exec(compose) ?? [];
  const given = [...block.matchAll(/^ {4}(\w+):/gm)].map(([, name]) => name);
  expect(given).toContain('DATABASE_URL');
  for (const name of given) expect(environment, `${name} in environment.ts`).toContain(`  ${name}: {`);
});

test('Caddy forwards to the existing processes, and polls their readiness', () => {
  const caddyfile = read('deploy', 'Caddyfile');
  const [, upstreams = ''] = /reverse_proxy (.*) \{/.exec(caddyfile) ?? [];
  const names = upstreams.split(' ').map((upstream) => upstream.replace(':3000', ''));
  const services = [...compose.matchAll(/^ {2}([\w-]+):\n {4}<<: \*app/gm)].map(([, name]) => name);
  expect(names).toEqual(services);
  expect(caddyfile).toContain('health_uri /health/ready');
  expect(read('server', 'src', 'app.ts')).toContain("'/health/ready'");
});

test('the image starts an existing program, and not as root', () => {
  const dockerfile = read('deploy', 'Dockerfile');
  expect(dockerfile).toMatch(/^USER node$/m);
  // As everywhere: Node runs TypeScript, nothing else is loaded.
  expect(dockerfile).toMatch(/&& node packaging\/src\/image\/image\.ts /);
  const [, script = ''] = /^CMD .*"server\/dist\/([^"]+)\.js"\]$/m.exec(dockerfile) ?? [];
  expect(read('server', 'bundle.js')).toContain(`'server/src/${script}.ts'`);
  expect(read('server', 'src', `${script}.ts`)).toContain('buildApp');
});

test('a confirmed run is on two machines, and no Patroni of Debian 12 speaks the API with which it loses runs', () => {
  const patroni = read('deploy', 'ha', 'patroni.yml');
  expect(patroni).toMatch(/^ +synchronous_mode: true$/m);
  expect(patroni).toMatch(/^ +synchronous_mode_strict: true$/m);
  expect(read('deploy', 'ha', 'patroni.env')).toMatch(/^PATRONI_ETCD_HOSTS=/m);
  expect(read('deploy', 'ha', 'etcd.env')).toMatch(/^ETCD_ENABLE_V2=true$/m);
});

test('the cache in front uses existing addresses, and accepts purges as the server sends them', () => {
  const vcl = read('deploy', 'varnish', 'dossard.vcl');
  const endpoints = read('contract', 'src', 'rankings', 'ranking.endpoints.ts');
  expect(endpoints).toContain(" /competitions/:id/liveranking/public'");
  expect(endpoints).toContain(" /competitions/:id/live'");
  expect(read('contract', 'src', 'speaker', 'speaker.endpoints.ts')).toContain(" /speaker/live'");
  expect(vcl).toContain('^/api/(competitions/[0-9]+|speaker)/live');
  expect(vcl).toContain('liveranking/public');
  const purge = read('server', 'src', 'http', 'answers', 'edge.ts');
  expect(purge).toContain("method: 'PURGE'");
  expect(purge).toContain("'x-competition'");
  expect(vcl).toContain('req.method == "PURGE"');
  expect(vcl).toContain('req.http.x-competition !~ "^[0-9]+$"');
  // A client behind a proxy on the same machine has the address of the server.
  expect(vcl).toContain('req.http.X-Forwarded-Proto');
  expect(environment).toContain('  EDGE_URL: {');
});
