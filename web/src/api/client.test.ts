import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createCompetition,
  deleteCompetition,
  listCompetitions,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { afterAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { callApi } from './client.ts';
import { Failure } from './failure.ts';

/* The client against a real server with scripted answers (S10). Time is skipped, requests are not. */

type Answer = number | 'cut' | { status: number; headers?: Record<string, string>; body?: unknown };
let answers: Answer[] = [];
let requests: { method: string; url: string; headers: IncomingMessage['headers'] }[] = [];

const competition = {
  name: 'Trial',
  date: '2027-06-12',
  location: 'Pré',
  description: '',
  organizer: 'Club',
  contact: 'a@b.fr',
};
/** The competition as the server answers it. */
const stored = {
  id: 7,
  ...competition,
  is_public: false,
  role: 'admin',
  ranking_rule: { runs: 'all', tie_breaks: [] },
  public_names: 'full',
  names_until: null,
};

const server = createServer((request, response) => {
  requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers });
  const answer = answers.shift() ?? 200;
  if (answer === 'cut') return request.socket.destroy();
  const given = typeof answer === 'number' ? { status: answer } : answer;
  const { status, headers = {}, body = status < 300 ? stored : {} } = given;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  return response.end(typeof body === 'string' ? body : JSON.stringify(body));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const emptyStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
vi.stubGlobal('localStorage', emptyStorage);
vi.stubGlobal('sessionStorage', emptyStorage);
vi.stubGlobal('window', { location: new URL('http://dossard.test/competitions') });
const ordinaryFetch = globalThis.fetch;
vi.stubGlobal('fetch', (path: string, init: RequestInit) => ordinaryFetch(home + path, init));

/** How long each wait between attempts would have been, in milliseconds. */
let waits: number[] = [];
const ordinaryTimeout = globalThis.setTimeout;
vi.stubGlobal('setTimeout', (act: (...given: unknown[]) => void, ms: number, ...given: unknown[]) => {
  // Only skip our own pauses, which resolve a promise; timers of Node's fetch keep their duration.
  const isPause = String(act).includes('[native code]');
  if (isPause) waits.push(ms);
  return ordinaryTimeout(act, isPause ? 0 : ms, ...given);
});

beforeEach(() => {
  answers = [];
  requests = [];
  waits = [];
});
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});

const read = () => callApi(listCompetitions, {});
const write = () => callApi(createCompetition, { body: competition });
const outcomeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error) => (error instanceof Failure ? error.status : error),
  );

describe('a request is tried again when it may help', () => {
  const cases: [string, Answer[], number[], unknown][] = [
    ['a success is enough', [200], [], 'done'],
    ['after a cut line', ['cut', 200], [1000], 'done'],
    ['after two cut lines', ['cut', 'cut', 200], [1000, 2000], 'done'],
    ['never a third time', ['cut', 'cut', 'cut', 200], [1000, 2000], 0],
    ...[500, 502, 503, 504, 408, 429].map((status): [string, Answer[], number[], unknown] => [
      `after ${status}`,
      [status, 200],
      [1000],
      'done',
    ]),
    ...[400, 401, 403, 404, 409, 413, 415, 422].map((status): [string, Answer[], number[], unknown] => [
      `not after ${status}`,
      [status, 200],
      [],
      status,
    ]),
    ['later when the server asks for it', [{ status: 429, headers: { 'retry-after': '4' } }, 200], [4000], 'done'],
    ['within ten seconds', [{ status: 503, headers: { 'retry-after': '600' } }, 200], [10_000], 'done'],
  ];
  test.each(cases)('%s', async (_, given, expectedWaits, outcome) => {
    for (const call of [read, write]) {
      answers = [...given];
      waits = [];
      requests = [];
      expect(await outcomeOf(call())).toBe(outcome);
      expect(waits).toEqual(expectedWaits);
      expect(requests).toHaveLength(expectedWaits.length + 1);
    }
  });
});

describe('answers of a proxy between browser and server', () => {
  const page = '<!doctype html><title>Wi-Fi</title>';
  const html = { 'content-type': 'text/html' };
  const cases: [string, Answer, number][] = [
    ['a page of a captive portal', { status: 200, headers: html, body: page }, 0],
    ['a page that calls itself JSON', { status: 200, body: page }, 0],
    ['an empty answer', { status: 200, body: '' }, 0],
    ['a success without its content', { status: 204, body: '' }, 0],
    ['a failing gateway with broken JSON', { status: 504, body: '{"mess' }, 504],
    ['a failing gateway with an empty body', { status: 504, body: '' }, 504],
    ['a refusing page', { status: 404, headers: html, body: page }, 404],
  ];
  test.each(cases)('%s is no success', async (_, answer, status) => {
    for (const call of [read, write]) {
      answers = [answer, answer, answer];
      expect(await outcomeOf(call())).toBe(status);
    }
  });

  test('JSON of another shape is not accepted as the answer to a write', async () => {
    answers = [{ status: 201, body: competition }, 201];
    expect(await outcomeOf(write())).toBe('done');
    expect(requests).toHaveLength(2);
    expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  test('a write without an answer body succeeds only with 204', async () => {
    const remove = () => callApi(deleteCompetition, { params: { id: 7 } });
    answers = [{ status: 200, headers: html, body: page }, { status: 200 }, 204];
    expect(await outcomeOf(remove())).toBe('done');
    expect(requests).toHaveLength(3);
  });
});

describe('a write that is retried', () => {
  it('has the same key in each attempt, and the next write has another one', async () => {
    answers = ['cut', 500, 201, 201];
    await write();
    await write();
    const keys = requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('needs no key to read', async () => {
    await read();
    expect(requests[0]?.headers['idempotency-key']).toBeUndefined();
  });
});

test('the query is sent by a browser without URLSearchParams.size', async () => {
  const missing = vi.spyOn(URLSearchParams.prototype, 'size', 'get').mockReturnValue(undefined as never);
  await callApi(listCompetitions, { query: { deleted: 'true' } });
  await read();
  missing.mockRestore();
  expect(requests.map(({ url }) => url)).toEqual(['/api/competition?deleted=true', '/api/competition']);
});

test('a run is sent once, without a key: the outbox retries it (S7)', async () => {
  answers = [500, 201];
  const doors = { door1: true, door2: true, door3: true, door4: true, door5: true, door6: true };
  const body = { submission_id: 's', competition_id: 1, zone_id: 1, dossard: 1, ...doors, penality: 0, chrono_sec: 1 };
  expect(await outcomeOf(callApi(createRun, { body, once: true }))).toBe(500);
  expect(requests).toHaveLength(1);
  expect(requests[0]?.headers['idempotency-key']).toBeUndefined();
});

test('shows the message of an answer unchanged, or else the sentence for its status (S11)', async () => {
  answers = [{ status: 409, body: { code: 'dossard_taken', message: 'Le dossard 12 est déjà pris.' } }];
  await expect(read()).rejects.toThrow('Le dossard 12 est déjà pris.');
  answers = [{ status: 409, body: { code: 'dossard_taken', message: '' } }];
  await expect(read()).rejects.toThrow('(409)');
});
