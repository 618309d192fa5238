import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { login } from '@dossard/contract/accounts/account.endpoints.ts';
import { getProfile } from '@dossard/contract/accounts/session.endpoints.ts';
import type { Endpoint } from '@dossard/contract/calls/endpoint.ts';
import { endpoints } from '@dossard/contract/endpoints.ts';
import { acceptInvitation } from '@dossard/contract/invitations/invitation.endpoints.ts';
import { createParticipant, importParticipants } from '@dossard/contract/participants/participant.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { listZones } from '@dossard/contract/zones/zone.endpoints.ts';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it, test } from 'vitest';
import { countHashes } from '../access/hash.queue.ts';
import { schema } from '../tables/schema.ts';
import {
  competitionInput,
  graduation,
  makeCompetition,
  outboxFile,
  phoneReport,
  rider,
  runOf,
  tens,
} from '../testing/main.job.ts';
import { printTables } from '../testing/table.prints.ts';
import { startTestApp, testPassword } from '../testing/test.app.ts';

/* Attacks that no other test covers; docs/security.md lists them all. */

const folder = mkdtempSync(join(tmpdir(), 'dossard-attacks-'));
const webRoot = join(folder, 'web');
mkdirSync(join(webRoot, 'assets'), { recursive: true });
writeFileSync(join(folder, 'postgres.password'), 'the-secret-beside-the-web');
const names = ['viewport', 'contact', 'public-url', 'qr-image-service'];
writeFileSync(join(webRoot, 'index.html'), names.map((name) => `<meta name="${name}" content="-">`).join('\n'));
afterAll(() => rmSync(folder, { recursive: true }));

const house = await startTestApp({ webRoot });
const own = await makeCompetition(house, 2);
const other = await makeCompetition(house, 2);
const id = own.competitionId;
const [_zone] = (await other.admin.call(listZones, { params: { id: other.competitionId } })).body.zones;
await own.admin.call(createRun, { body: runOf(id, own.zoneId, 1) });
const evil = 'https://evil.example';

// ASVS 7.2.2, 7.2.4
test('signing in replaces a session that was planted in the browser before', async () => {
  const fixed = 'A'.repeat(43);
  const tokens = new Set<string>();
  for (const _ of [1, 2, 3]) {
    const answer = await house.visitor.call(login, {
      body: { email: own.admin.email, password: testPassword },
      headers: { cookie: `session=${fixed}` },
    });
    tokens.add(String(answer.headers['set-cookie']).split(';', 1)[0] ?? '');
  }
  expect(tokens.size).toBe(3);
  expect(tokens).not.toContain(`session=${fixed}`);
  expect((await house.visitor.call(getProfile, { headers: { cookie: `session=${fixed}` } })).status).toBe(401);
});

const place = { id, zoneId: own.zoneId, graduationId: 1, dossard: 1, entry: 1, pair: '1-1-2' };

describe('a page of another site', () => {
  const writes = endpoints.filter(({ method }) => method !== 'GET');
  test.each(writes)('cannot call $name, whatever cookie the browser sends', async (endpoint: Endpoint) => {
    const before = await printTables(house.db);
    const foreign: Record<string, string>[] = [{ origin: evil }, { 'sec-fetch-site': 'cross-site' }];
    for (const headers of foreign) {
      const answer = await own.admin.call(endpoint, { params: place, headers, body: {} });
      expect([answer.status, answer.body.code]).toEqual([403, 'cross_site_request']);
    }
    expect(await printTables(house.db)).toEqual(before);
  });

  // ASVS 3.5.2
  it('cannot send a form that is accepted as JSON', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const answer = await house.app.inject({
        method: 'POST',
        url: '/api/competition',
        headers: { cookie: own.admin.cookie, 'content-type': type },
        payload: JSON.stringify(competitionInput),
      });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    }
  });
});

// ASVS 15.3.3
describe('unexpected fields', () => {
  const mark = 'mark-of-mass-assignment';
  const extra = (endpoint: Endpoint) => {
    const known = new Set(Object.keys((endpoint.body as { shape?: object } | undefined)?.shape ?? {}));
    const wished = {
      id: 987_654,
      role: mark,
      is_admin: mark,
      account_status: mark,
      email_verified_at: '2031-03-03T03:03:03.000Z',
      global_permissions: [mark],
      password_hash: mark,
      token_hash: mark,
      deleted_at: '2031-03-03T03:03:03.000Z',
      last_run_number: 987_654,
      referee_name: mark,
      referee_id: 987_654,
      points: 987_654,
      ['__proto__']: { polluted: mark },
      constructor: { prototype: { polluted: mark } },
    };
    return Object.fromEntries(Object.entries(wished).filter(([name]) => !known.has(name)));
  };
  const newcomer = { first_name: 'Alix', last_name: 'Nouveau', password: testPassword, email: 'mass@dossard.test' };
  const bodies: Record<string, object> = {
    register: newcomer,
    updateProfile: { first_name: 'Camille', last_name: 'Exemple' },
    createCompetition: competitionInput,
    updateCompetition: competitionInput,
    setVisibility: { competition_id: id, is_public: true },
    createZone: { name: 'Le Torrent', graduations: [graduation('U13', 'F', tens)] },
    updateZone: { name: 'Le Gué' },
    createGraduation: graduation('U17', 'F', tens),
    createParticipant: rider(id, 7),
    updateParticipant: rider(id, 2),
    updateStatus: { competition_id: id, dossard_number: 2, status: 'dns', reason: '' },
    createRun: runOf(id, own.zoneId, 2),
    updateRun: { ...runOf(id, own.zoneId, 1), run_number: 1 },
    importRuns: outboxFile(id, []),
    createRunsOfSheet: { runs: [] },
    reportPhone: phoneReport(own.zoneId),
    inviteReferee: { email: 'juge@dossard.test', competition_id: id },
  };
  const taking = endpoints.filter(({ name }) => name in bodies);
  test.each(taking)('are not stored by $name', async (endpoint: Endpoint) => {
    const answer = await own.admin.call(endpoint, {
      params: place,
      body: { ...bodies[endpoint.name], ...extra(endpoint) },
    });
    expect(answer.status).toBeLessThan(300);
    const tables = await Promise.all(
      Object.values(schema).map(async (table) =>
        JSON.stringify((await house.db.execute(sql`select * from ${table}`)).rows),
      ),
    );
    for (const trace of [mark, '987654', '2031-03-03'])
      expect(tables.filter((rows) => rows.includes(trace))).toEqual([]);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });
});

// ASVS 1.5.2, 15.3.6
test('JSON with prototype keys changes no prototype', async () => {
  for (const payload of ['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}']) {
    const headers = { cookie: own.admin.cookie, 'content-type': 'application/json' };
    await house.app.inject({ method: 'POST', url: '/api/competition', headers, payload });
    const bytes = `Dossard;__proto__;constructor\n1;x;y\n`;
    await own.admin.call(importParticipants, { params: { id }, file: { name: '__proto__.csv', bytes } });
  }
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

// ASVS 1.2.2, 5.3.2, 13.2.5, 13.4.3
describe('addresses', () => {
  test.each([
    '/../postgres.password',
    '/..%2fpostgres.password',
    '/%2e%2e/postgres.password',
    '/%2e%2e%2fpostgres.password',
    '/assets/../../postgres.password',
    '/assets/..%2f..%2fpostgres.password',
    '/assets/..%5c..%5cpostgres.password',
    '/assets/%2e%2e/%2e%2e/postgres.password',
    '/....//postgres.password',
    '/%00/../postgres.password',
    '//postgres.password',
  ])('%s reaches no file outside the web folder', async (url) => {
    expect((await house.app.inject({ method: 'GET', url })).body).not.toContain('the-secret');
  });

  test.each([
    `//evil.example`,
    `//evil.example/%2f..`,
    `/\\evil.example`,
    `/login?to=${evil}`,
    `/login?to=//evil.example`,
    `/api/auth/verify-email?token=x&redirect=${evil}`,
    `/.evil.example`,
  ])('%s does not redirect to another site', async (url) => {
    const { statusCode, headers } = await house.app.inject({ method: 'GET', url, headers: { host: 'evil.example' } });
    expect(headers.location).toBeUndefined();
    expect([301, 302, 303, 307, 308]).not.toContain(statusCode);
  });
});

describe('tokens of invitations', () => {
  test.each(['', 'a', 'A'.repeat(43), '0', 'null', "' or '1'='1", '%', '_'.repeat(43)])('%j is none', async (token) => {
    const guest = await house.signIn();
    expect((await guest.call(acceptInvitation, { body: { token } })).status).toBe(400);
  });
});

// ASVS 1.2.9
describe('text that makes a pattern backtrack', () => {
  const long = (part: string, end = '!') => part.repeat(50_000) + end;
  const worst = [
    long('a'),
    long(' '),
    long('a@'),
    `${'a'.repeat(30_000)}@${'a.'.repeat(10_000)}`,
    long('1'),
    long('-'),
    long('u 1'),
    long('\t'),
    long('A1-'),
    long('://'),
    long('é\u0301'),
  ];
  test.each([
    [
      'a call',
      (text: string) =>
        own.admin.call(createParticipant, { body: rider(id, 8, { first_name: text, category: text, club: text }) }),
    ],
    ['signing in', (text: string) => house.visitor.call(login, { body: { email: text, password: text } })],
    ['a token', (text: string) => own.admin.call(acceptInvitation, { body: { token: text } })],
    [
      'a submission',
      (text: string) =>
        own.admin.call(createRun, { body: runOf(id, own.zoneId, 1, { submission_id: text, recorded_at: text }) }),
    ],
    [
      'an import',
      (text: string) =>
        own.admin.call(importParticipants, {
          params: { id },
          file: {
            name: 'a.csv',
            bytes: `Dossard;Nom;Prénom;Sexe;Catégorie\n${text};${text};${text};${text};${text}\n`,
          },
        }),
    ],
    [
      'a header',
      (text: string) => own.admin.call(getProfile, { headers: { 'accept-language': encodeURI(text).slice(0, 8_000) } }),
    ],
  ])('is answered by %s', async (_, call) => {
    // A backtracking pattern would block this thread for hours, and the test would end at its time limit.
    for (const text of worst) expect((await call(text)).status).toBeLessThan(500);
  });
});

test('an unknown address takes as many hashes to refuse as a known one, which are nearly all of its time', async () => {
  const countHashesOf = async (email: string) => {
    let isRefused = false;
    const refusing = house.visitor.call(login, { body: { email, password: 'Wrong-2027' } }).finally(() => {
      isRefused = true;
    });
    let most = 0;
    while (!isRefused) {
      most = Math.max(most, countHashes());
      await setImmediate();
    }
    expect((await refusing).status).toBe(401);
    return most;
  };
  const known = await countHashesOf(own.admin.email);
  expect(known).toBeGreaterThan(0);
  expect(await countHashesOf('nobody@dossard.test')).toBe(known);
});
