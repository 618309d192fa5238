import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { request as requestHttps } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, afterEach, expect, test } from 'vitest';
import { startTestApp, testPassword } from '../testing/test.app.ts';
import { issueCertificate, openAuthority } from './authority.ts';
import { type CredentialSource, localCredentials, ownCredentials } from './credentials.ts';
import { startHttps } from './https.server.ts';
import { listLaptopNames } from './laptop.names.ts';
import { trustRoutes } from './trust.page.ts';

/* https beside http, with this installation's own authority. */

const house = await startTestApp();
await house.app.ready();
const folders: string[] = [];
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

const now = new Date();
const clock = () => now;

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dossard-https-'));
  folders.push(folder);
  return folder;
}

const pem = (der: Buffer) => new X509Certificate(der).toString();

async function serve(source: CredentialSource): Promise<number> {
  const server = await startHttps(house.app, { port: 0, host: '127.0.0.1', source, report: () => {} });
  stops.push(server.stop);
  return server.port;
}

interface Question {
  port: number;
  ca?: string;
  servername?: string;
  host?: string;
  path?: string;
  method?: string;
  body?: object;
}

/** Sends a request over https, trusting only `ca`. */
async function ask({
  port,
  ca,
  path = '/health/live',
  method = 'GET',
  body,
  servername,
  host = '127.0.0.1',
}: Question) {
  const asked = requestHttps({
    ...{ host, port, path, method, agent: false },
    ...(ca && { ca }),
    ...(servername && { servername }),
    headers: body ? { 'content-type': 'application/json' } : {},
  });
  asked.end(body && JSON.stringify(body));
  const [answer] = await once(asked, 'response');
  let text = '';
  for await (const chunk of answer) text += chunk;
  return { status: answer.statusCode as number, headers: answer.headers, text };
}

test('a client that trusts the root can use the product, one that does not refuses the connection', async () => {
  const source = await localCredentials(await makeFolder(), clock);
  const port = await serve(source);
  const ca = pem(source.root ?? Buffer.alloc(0));
  expect(await ask({ port, ca })).toMatchObject({ status: 200, text: '{"status":"ok"}' });
  for (const servername of listLaptopNames().names) expect((await ask({ port, ca, servername })).status).toBe(200);
  await expect(ask({ port })).rejects.toThrow(/self-signed certificate in certificate chain|unable to verify/);
});

// ASVS 12.2.1
test('a session that was started over https is never sent over http', async () => {
  const source = await localCredentials(await makeFolder(), clock);
  const port = await serve(source);
  const { email } = await house.signIn();
  const { headers, status } = await ask({
    ...{ port, ca: pem(source.root ?? Buffer.alloc(0)) },
    ...{ path: '/api/login', method: 'PUT', body: { email, password: testPassword } },
  });
  expect(status).toBe(200);
  expect(headers['set-cookie']).toEqual(expect.arrayContaining([expect.stringMatching(/^session=.*; Secure/)]));
});

// ASVS 13.3.2
test('the root is created once, is readable by its owner only, and persists', async () => {
  const folder = await makeFolder();
  const first = await localCredentials(folder, clock);
  const again = await localCredentials(folder, clock);
  expect(again.root?.equals(first.root ?? Buffer.alloc(0))).toBe(true);
  expect((await stat(join(folder, 'https', 'root.key'))).mode & 0o777).toBe(0o600);
});

// ASVS 12.2.2
test('the root is valid for private addresses and local names only', async () => {
  const authority = await openAuthority(join(await makeFolder(), 'https'), now);
  const ca = authority.certificate.toString('pem');
  const portFor = async (names: string[], addresses: string[]) => {
    const credentials = await issueCertificate(authority, { names, addresses }, now);
    return serve({ read: async () => credentials });
  };
  const bank = await portFor(['bank.example'], []);
  await expect(ask({ port: bank, ca, servername: 'bank.example' })).rejects.toThrow('permitted subtree violation');
  const outside = await portFor(['localhost'], ['127.0.0.1', '8.8.8.8']);
  await expect(ask({ port: outside, ca })).rejects.toThrow('permitted subtree violation');
});

test('a changed certificate is used for the next connection', async () => {
  const authority = await openAuthority(join(await makeFolder(), 'https'), now);
  const ca = authority.certificate.toString('pem');
  const issue = (address: string) => issueCertificate(authority, { names: ['localhost'], addresses: [address] }, now);
  let present = await issue('10.0.0.7');
  const server = await startHttps(house.app, {
    ...{ port: 0, host: '127.0.0.1', report: () => {} },
    source: { read: async () => present },
    everyMs: 20,
  });
  stops.push(server.stop);
  await expect(ask({ port: server.port, ca })).rejects.toThrow('127.0.0.1 is not in the cert');
  present = await issue('127.0.0.1');
  await expect
    .poll(
      () =>
        ask({ port: server.port, ca }).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 20_000 },
    )
    .toBe(200);
});

test('the page for phones has the root, a QR code, and the steps in both languages', async () => {
  const { root = Buffer.alloc(0) } = await localCredentials(await makeFolder(), clock);
  const app = Fastify();
  trustRoutes(app, { root, httpPort: 3000, httpsPort: 3443 });
  const page = await app.inject('/https');
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  for (const words of ['<svg', 'Télécharger le certificat', 'Download the certificate', 'iPhone', 'Android', ':3443'])
    expect(page.body).toContain(words);
  const certificate = await app.inject('/https/root.crt');
  expect(certificate.headers['content-type']).toBe('application/x-x509-ca-cert');
  expect(certificate.rawPayload.equals(root)).toBe(true);
});

test('a certificate of the operator is served, and read again when its files change', async () => {
  const folder = await makeFolder();
  const files = { certificate: join(folder, 'chain.pem'), key: join(folder, 'key.pem') };
  await expect(ownCredentials(files).read()).rejects.toThrow(/The file of HTTPS_(CERTIFICATE|KEY) cannot be read/);
  const authority = await openAuthority(join(folder, 'https'), now);
  const save = async () => {
    const { cert, key } = await issueCertificate(authority, { names: ['localhost'], addresses: ['127.0.0.1'] }, now);
    await writeFile(files.certificate, cert);
    await writeFile(files.key, key);
  };
  await save();
  const source = ownCredentials(files);
  const first = await source.read();
  expect(await source.read()).toBe(first);
  const port = await serve(source);
  expect((await ask({ port, ca: authority.certificate.toString('pem') })).status).toBe(200);
  await save();
  expect(await source.read()).not.toBe(first);
  const broken = { read: async () => ({ cert: first.cert, key: 'no key' }) };
  await expect(serve(broken)).rejects.toThrow('The certificate of HTTPS_CERTIFICATE and HTTPS_KEY cannot be used');
});
