import { createCompetition, getCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { endpoints } from '@dossard/contract/endpoints.ts';
import { refusalSchema } from '@dossard/contract/refusal.schema.ts';
import type { RefusalCode } from '@dossard/contract/refusals/refusal.codes.ts';
import type { InjectOptions } from 'fastify';
import { describe, expect, it, test } from 'vitest';
import { auditLog } from '../../tables/audit.table.ts';
import { participants } from '../../tables/participant.table.ts';
import { competitionInput, makeCompetition, rider } from '../../testing/main.job.ts';
import { startTestApp, testPassword } from '../../testing/test.app.ts';

/* Arbitrary requests over the wire: each is answered, and none causes a server error. */

const house = await startTestApp();
const secureHouse = await startTestApp({ publicUrl: 'https://dossard.example' });
const { admin, competitionId } = await makeCompetition(house, 3);
const place = { id: competitionId };

/** Sends a raw request as the competition's admin. */
async function send(options: InjectOptions) {
  const session = await adminCookie;
  const answer = await house.app.inject({
    ...options,
    headers: { 'accept-language': 'en', cookie: session, ...options.headers },
  });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  return { status: answer.statusCode, headers: answer.headers, body: isJson ? answer.json() : answer.body };
}
const adminCookie = house.app
  .inject({ method: 'PUT', url: '/api/login', payload: { email: admin.email, password: testPassword } })
  .then((answer) => String(answer.headers['set-cookie']).split(';', 1)[0] ?? '');

/** Sends text as a JSON body. */
const sendText = (payload: string, url = '/api/participant', type = 'application/json') =>
  send({ method: 'POST', url, payload, headers: { 'content-type': type } });

// ASVS 2.2.1, 2.2.2
describe('a body', () => {
  const cases: { says: string; payload: string; type?: string; expected: [number, RefusalCode, string] }[] = [
    ...['{', '{"a":}', 'abc', '\0', '[1,', '{"a":1}{'].map((payload) => ({
      says: `that is no JSON: ${JSON.stringify(payload)}`,
      payload,
      expected: [400, 'invalid_request', 'The request cannot be read.'] as [number, RefusalCode, string],
    })),
    ...['__proto__', 'constructor'].map((key) => ({
      says: `that would change every object: ${key}`,
      payload: `{"${key}": {"prototype": {"polluted": true}, "polluted": true}}`,
      expected: [400, 'invalid_request', 'Please correct what is marked.'] as [number, RefusalCode, string],
    })),
    ...['', 'null', '[]', '7', '"text"', '{}'].map((payload) => ({
      says: `that says nothing: ${JSON.stringify(payload)}`,
      payload,
      expected: [400, 'invalid_request', 'Please correct what is marked.'] as [number, RefusalCode, string],
    })),
    ...['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense'].map((type) => ({
      says: `of the type ${type}`,
      payload: '{}',
      type,
      expected: [415, 'unsupported_file', 'This content type is not accepted.'] as [number, RefusalCode, string],
    })),
    {
      says: 'of 2 MB',
      payload: JSON.stringify({ ...rider(competitionId, 50), club: 'a'.repeat(2 * 2 ** 20) }),
      expected: [413, 'file_too_large', 'The request is too large.'],
    },
  ];
  test.each(cases)('$says is refused', async ({ payload, type, expected }) => {
    const { status, body } = await sendText(payload, undefined, type);
    expect([status, body.code, body.message]).toEqual(expected);
    expect(refusalSchema.safeParse(body).success).toBe(true);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('may be empty where none is needed', async () => {
    const headers = { 'content-type': 'application/json', cookie: 'session=of-nobody' };
    expect((await send({ method: 'POST', url: '/api/logout', payload: '', headers })).status).toBe(204);
  });

  it('may come with DELETE', async () => {
    const payload = { competition_id: competitionId, dossard_number: 999 };
    const answer = await send({ method: 'DELETE', url: '/api/participant', payload });
    expect([answer.status, answer.body.code]).toEqual([404, 'participant_not_found']);
  });

  it('has its unknown fields ignored and never stored', async () => {
    const unknown = { id: 1, run_count: 99, last_run_number: 40, deleted_at: '2020-01-01', shoe_size: 'X', tags: [{}] };
    const answer = await send({
      method: 'POST',
      url: '/api/participant',
      payload: { ...rider(competitionId, 60), ...unknown },
    });
    expect(answer.status).toBe(201);
    const stored = (await house.db.select().from(participants)).find((one) => one.dossard_number === 60);
    expect(stored).toMatchObject({ last_run_number: 0, deleted_at: null });
    const history = JSON.stringify(await house.db.select().from(auditLog));
    for (const sign of ['shoe_size', 'run_count', '"tags"']) expect(history).not.toContain(sign);
  });

  test.each([
    '1e400',
    '-1e400',
    '1e308',
    '9007199254740993',
    '2147483648',
    '1e-400',
    '-0',
    '"NaN"',
    '"Infinity"',
    '"1"',
    '0x1',
  ])('with the number %s is refused', async (number) => {
    const rider = `{"competition_id":${competitionId},"dossard_number":${number},"category":"U13","gender":"F","first_name":"Zoé","last_name":"Le Gall"}`;
    const { status, body } = await sendText(rider);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
  });

  // ASVS 1.3.3
  test.each(['\\u0000', '\\ud800', 'a\\udc00b', '\\u001b[31m', '\\u2028', '\\u0085'])(
    'with %s in a name is refused',
    async (sign) => {
      const payload = JSON.stringify(rider(competitionId, 61, { last_name: 'a SIGN b' })).replace('SIGN', sign);
      const { status, body } = await sendText(payload);
      expect([status, body.errors]).toMatchObject([400, [{ path: 'last_name', code: 'unreadable_character' }]]);
    },
  );
});

describe('what is too large', () => {
  const listening = house.app.listen({ port: 0, host: '127.0.0.1' });
  /** Over a real connection, several times: how much a parser reads at once is random. */
  const sendSix = async (path: string, init: () => RequestInit) => {
    const seen: unknown[] = [];
    for (let time = 0; time < 6; time += 1) {
      const headers = { cookie: await adminCookie, 'accept-language': 'en', ...init().headers };
      const answer = await fetch(`${await listening}${path}`, { ...init(), headers });
      const { code } = (await answer.json()) as { code: string };
      seen.push([answer.status, code]);
    }
    return seen;
  };
  const refused = Array.from({ length: 6 }, () => [413, 'file_too_large']);

  it('is refused as a file, and never stored in part', async () => {
    const line = (number: number) => `${number};U9;Nom${number};Prénom;H;${'x'.repeat(2_000)}`;
    const rows = Array.from({ length: 6_000 }, (_, index) => line(index + 1)).join('\n');
    const body = () => {
      const form = new FormData();
      form.append('file', new Blob([rows]), 'a.csv');
      return { method: 'POST', body: form };
    };
    expect(await sendSix(`/api/competition/${competitionId}/participants`, body)).toEqual(refused);
    expect((await house.db.select().from(participants)).length).toBeLessThan(10);
  });

  it('is refused as JSON, and the client receives the answer', async () => {
    const body = JSON.stringify({ email: 'a@b.fr', password: 'x'.repeat(11 * 2 ** 20) });
    const init = () => ({ method: 'PUT', body, headers: { 'content-type': 'application/json' } });
    expect(await sendSix('/api/login', init)).toEqual(refused);
  });
});

// ASVS 1.1.1
describe('a path', () => {
  const invalidId: [RefusalCode, string] = ['competition_not_found', 'Invalid competition ID'];
  const invalidDossard: [RefusalCode, string] = ['participant_not_found', 'Invalid competition ID or dossard'];
  const nothing: [RefusalCode, string] = ['not_found', 'The requested resource was not found.'];
  const cases: [string, RefusalCode, string][] = [
    ['/api/competition/-1', ...invalidId],
    ['/api/competition/%00', ...invalidId],
    ['/api/competition/1%00', ...invalidId],
    ['/api/competition/9007199254740993', ...invalidId],
    ['/api/competition/NaN', ...invalidId],
    ['/api/competition/__proto__', ...invalidId],
    ['/api/competition/%F0%9F%9A%B2', ...invalidId],
    ['/api/competition/1;drop%20table%20runs', ...invalidId],
    [`/api/competition/${competitionId}/participant/-1`, ...invalidDossard],
    [`/api/competition/${competitionId}/participant/%00`, ...invalidDossard],
    [`/api/competition/x/participant/1`, 'competition_not_found', 'Invalid competition ID or dossard'],
    [`/api/competition/${competitionId}/zone/-1`, 'zone_not_found', 'Zone not found'],
    ['/api/competition/%', ...invalidId],
    ['/api/competition/%E0%A4%A', ...invalidId],
    [`/api/competition/${competitionId}%/zones`, ...invalidId],
    [`/api/competition/${'1'.repeat(5_000)}`, ...invalidId],
    ['/api/%zz', ...nothing],
    ['/api/nothing', ...nothing],
    ['/api', ...nothing],
    ['/api/', ...nothing],
    ['/api/competition/1/nothing', ...nothing],
    ['/api/../api/nothing', ...nothing],
    ['/nothing', ...nothing],
    ['/metrics', ...nothing],
    ['/health', ...nothing],
    ['/%', ...nothing],
  ];
  test.each(cases.map(([url, ...expected]) => [url.slice(0, 60), url, ...expected] as const))(
    '%s is not found',
    async (_, url, code, message) => {
      const { status, body, headers } = await send({ method: 'GET', url });
      expect([status, body]).toEqual([404, { code, message, request_id: expect.any(String) }]);
      expect(headers['cache-control']).toBe('no-store');
    },
  );

  const ofRiders = endpoints.filter(({ path }) => path.includes(':dossard'));
  test.each(ofRiders)('$name names a competition and a bib, of which either may be invalid', async (endpoint) => {
    const { method, path } = endpoint;
    for (const [id, dossard] of [
      ['x', '1'],
      [String(competitionId), 'x'],
    ] as const) {
      const url = `/api${path.replace(':id', id).replace(':dossard', dossard)}`;
      const answer = await send({ method, url });
      expect([answer.status, answer.body.message]).toEqual([404, 'Invalid competition ID or dossard']);
    }
  });

  // ASVS 13.4.4
  it('with another method is not found either', async () => {
    for (const method of ['POST', 'DELETE', 'PATCH'] as const) {
      const answer = await send({ method, url: `/api/competition/${competitionId}/liveranking` });
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    }
  });

  it('is refused in French to a client who prefers it', async () => {
    const answer = await send({
      method: 'GET',
      url: '/api/nothing',
      headers: { 'accept-language': 'fr-CH, en;q=0.9' },
    });
    expect(answer.body.message).toBe('Cette ressource est introuvable.');
  });
});

// ASVS 15.3.7
describe('a query', () => {
  test.each([
    'page=NaN',
    'page=1e3',
    'page=-0',
    'page=1&page=2',
    'page[]=1',
    'page_size=99999999999999999999',
    'gender=F&gender=H',
    'category=%00',
    `category=${'a'.repeat(50)}`,
    'version=-1',
    'version=1.5',
  ])('%s is refused or ignored', async (query) => {
    const { status, body } = await send({
      method: 'GET',
      url: `/api/competition/${competitionId}/liveranking?${query}`,
    });
    if (status === 200) expect(query).toBe('page[]=1');
    else expect([status, body.code]).toEqual([400, 'invalid_request']);
  });

  it('with an empty parameter equals one without it', async () => {
    const url = `/api/competition/${competitionId}/liveranking?page=1&page_size=15&category=&gender=&version=`;
    const { status, body } = await send({ method: 'GET', url });
    expect([status, body.total]).toEqual([200, expect.any(Number)]);
  });

  it('with names that every object has is ignored', async () => {
    for (const query of [
      '__proto__=1',
      'constructor=1',
      'toString=x',
      'a[__proto__]=1',
      '%00=1',
      '%',
      '&&==&',
      'category=%ED%A0%80',
    ]) {
      const url = `/api/competition/${competitionId}/liveranking?${query}`;
      expect((await send({ method: 'GET', url })).status).toBe(200);
    }
  });
});

// ASVS 3.5.1
describe('a write from another site', () => {
  const write = (headers: Record<string, string>, method: 'POST' | 'PUT' | 'DELETE' = 'POST') =>
    send({ method, url: '/api/competition', payload: competitionInput, headers });
  const foreign: [string, Record<string, string>][] = [
    ['another site', { origin: 'https://evil.example' }],
    ['no site that can be told', { origin: 'null' }],
    ['another port', { origin: 'http://localhost:3001' }],
    ['another scheme than PUBLIC_URL', { origin: 'https://localhost:3000' }],
    ['a name that only begins alike', { origin: 'http://localhost:3000.evil.example' }],
    ['nonsense', { origin: 'nonsense' }],
    ['another site, by its fetch headers', { 'sec-fetch-site': 'cross-site' }],
    ['another site that claims to be us', { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' }],
  ];
  test.each(foreign)('%s is refused', async (_, headers) => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      const { status, body } = await write(headers, method);
      expect([status, body.code, body.message]).toEqual([
        403,
        'cross_site_request',
        'This request comes from another site.',
      ]);
    }
  });

  const own: [string, Record<string, string>][] = [
    ['PUBLIC_URL', { origin: 'http://localhost:3000' }],
    ['the host that was asked', { origin: 'http://192.168.1.20:3000', host: '192.168.1.20:3000' }],
    ['our own pages', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }],
    ['a program', {}],
  ];
  test.each(own)('%s does not count as another site', async (_, headers) => {
    expect((await write(headers)).status).toBe(201);
  });

  it('may read everything public', async () => {
    const answer = await send({
      method: 'GET',
      url: '/api/competitions/public',
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });
});

// ASVS 1.3.2, 3.2.1, 3.4.3, 3.4.4, 3.4.5, 3.4.6, 4.1.1
describe('answers', () => {
  const policy =
    "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data: blob:;object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none';require-trusted-types-for 'script';trusted-types default own-page";

  test.each([
    ['/api/competitions/public', 200],
    ['/api/user/profile', 200],
    ['/api/nothing', 404],
    ['/api/%', 404],
    ['/api/docs', 200],
  ])('%s carries the headers that protect a browser', async (url, status) => {
    const answer = await send({ method: 'GET', url });
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
    expect(answer.headers).not.toHaveProperty('strict-transport-security');
    expect(answer.headers).not.toHaveProperty('x-powered-by');
  });

  // ASVS 3.4.1
  it('require https where the public address has it, and only there', async () => {
    const answer = await secureHouse.app.inject('/api/competitions/public');
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(answer.headers['content-security-policy']).toBe(`${policy};upgrade-insecure-requests`);
  });

  // ASVS 14.2.2, 14.3.2
  it('are not cached when they are personal', async () => {
    const own = await admin.call(getCompetition, { params: place });
    expect(own.headers['cache-control']).toBe('no-store');
  });
});

test.each(['/health/live', '/health/ready', '/healthz'])('%s says that all is well', async (url) => {
  const answer = await send({ method: 'GET', url });
  expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }]);
});

test('a name that looks like HTML is stored and returned unchanged', async () => {
  const name = '<img src=x onerror=alert(1)>';
  const answer = await admin.call(createCompetition, { body: { ...competitionInput, name } });
  expect(answer.body.name).toBe(name);
});
