import { readFile } from 'node:fs/promises';
import { setVisibility } from '@dossard/contract/competitions/competition.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { makeCompetition, runOf } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

/* The promises of docs/open-results.md to developers who use public results. */

const house = await startTestApp();
let admin: TestCaller;
let id: number;

beforeAll(async () => {
  const made = await makeCompetition(house, 3);
  admin = made.admin;
  id = made.competitionId;
  await publish(true);
  await admin.call(createRun, { body: runOf(id, made.zoneId, 1) });
});

const publish = (is_public: boolean) => admin.call(setVisibility, { body: { competition_id: id, is_public } });
const read = (url: string, headers: Record<string, string> = {}) =>
  house.app.inject({
    method: 'GET',
    url,
    headers: { origin: 'https://club.example', 'sec-fetch-site': 'cross-site', ...headers },
  });

// ASVS 3.4.2
describe('other sites (L4)', () => {
  it.each([
    ['the list', () => '/api/competitions/public'],
    ['groups', () => `/api/competitions/${id}/categories`],
    ['a ranking', () => `/api/competitions/${id}/liveranking/public`],
    ['its file', () => `/api/competitions/${id}/liveranking/public.csv`],
    ['a rider', () => `/api/competitions/${id}/ranking/1`],
    ['the schema', () => '/api/schemas/ranking.json'],
  ])('read %s', async (_, url) => {
    const answer = await read(url());
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([200, '*']);
  });

  it('can read why there is no result', async () => {
    const answer = await read('/api/competitions/2000000000/liveranking/public');
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([404, '*']);
  });

  it.each([
    ['a member’s view of what is public too', () => `/api/competitions/${id}/categories`],
    ['a member’s ranking', () => `/api/competition/${id}/liveranking`],
    ['a profile', () => '/api/user/profile'],
  ])('do not read %s', async (_, url) => {
    const answer = await read(url(), { cookie: admin.cookie });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});

test('the file has every rider, and is not sent again if unchanged (L5)', async () => {
  const url = `/api/competitions/${id}/liveranking/public.csv?gender=F`;
  const answer = await read(url);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringContaining('attachment; filename="'),
  });
  const lines = answer.body.split('\r\n');
  expect(lines[0]).toBe(
    '\uFEFFrank;dossard;first_name;last_name;club;category;gender;total_points;penality;chrono_sec;number_of_runs;status',
  );
  expect(lines.slice(1, -1).map((line) => line.split(';').slice(0, 2))).toEqual([
    ['1', '1'],
    ['', '2'],
    ['', '3'],
  ]);
  // A French spreadsheet takes 61.5 for a text or a date.
  expect(lines[1]?.split(';').slice(7, 11)).toEqual(['30', '1', '61,5', '1']);
  const again = await read(url, { 'if-none-match': String(answer.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('a ranking matches its schema', async () => {
  const { $schema, ...schema } = (await read('/api/schemas/ranking.json')).json();
  expect($schema).toContain('2020-12');
  const isRanking = new Ajv2020({ strict: false }).compile(schema);
  expect(isRanking((await read(`/api/competitions/${id}/liveranking/public`)).json())).toBe(true);
  expect(isRanking({ rankings: [{ rank: 'first' }], total: 1, version: 1 })).toBe(false);
});

test('every curl command of the documentation gets an answer', async () => {
  const page = await readFile(new URL('../../../../docs/open-results.md', import.meta.url), 'utf8');
  const curls = [...page.matchAll(/^curl (?:-H '([^']+): ([^']+)' )?'http:\/\/localhost:3000([^']+)'$/gm)];
  expect(curls.length).toBe(4);
  for (const [, name, value, path = ''] of curls) {
    const url = path.replace('/competitions/7/', `/competitions/${id}/`);
    const answer = await read(url, name && value ? { [name.toLowerCase()]: value } : {});
    expect([url, answer.statusCode]).toEqual([url, 200]);
  }
});

test('a competition that becomes private is hidden from everybody', async () => {
  await publish(false);
  const urls = ['liveranking/public', 'liveranking/public.csv', 'categories', 'ranking/1'];
  const statuses = await Promise.all(
    urls.map(async (url) => (await read(`/api/competitions/${id}/${url}`)).statusCode),
  );
  expect(statuses.every((status) => status === 404 || status === 401)).toBe(true);
});
