import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lineOf } from '@dossard/contract/calls/endpoint.ts';
import { endpoints } from '@dossard/contract/endpoints.ts';
import { listHistory } from '@dossard/contract/history/history.endpoints.ts';
import { createParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { getPublicRanking, getRanking, getRiderRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import {
  declareResult,
  getOfficialList,
  holdResults,
  listResults,
} from '@dossard/contract/results/result.endpoints.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { doors, rider } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';
import { makeSeason, type SeasonEvent } from '../series/testing/season.job.ts';
import { releaseDue } from './held.results.ts';
import { startReleases } from './releases.ts';

/* Results that wait for their ceremony (E12): nothing that the public reads shows them. */

let now = new Date('2027-06-01T10:00:00Z');
/* A renderer that shows all that it is given, so that a page or picture of the build cannot show more. */
const webRoot = mkdtempSync(join(tmpdir(), 'dossard-held-'));
mkdirSync(join(webRoot, '.pages'));
writeFileSync(join(webRoot, 'index.html'), '<html lang="fr"><head><title>Dossard</title></head><div id="root"></div>');
writeFileSync(
  join(webRoot, '.pages', 'picture.mjs'),
  `import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ svg }) => parentPort.postMessage({ png: Buffer.from(svg) }));`,
);
writeFileSync(
  join(webRoot, '.pages', 'pages.mjs'),
  `export const renderer = {
    missing: () => '<noscript>missing</noscript>',
    parse(url) {
      const { pathname, searchParams } = new URL(url, 'http://x');
      if (pathname === '/') return { name: 'start', page: 1 };
      const [, first, second, third] = pathname.split('/');
      if (first === 'overlay') return { name: 'overlay', competitionId: Number(second), layout: searchParams.get('layout'), category: 'U13', gender: 'F' };
      const competitionId = Number(third);
      if (pathname.endsWith('/screen')) return { name: 'screen', competitionId };
      const [category, gender] = ['category', 'gender'].map((name) => searchParams.get(name) ?? undefined);
      return { name: 'ranking', competitionId, category, gender, page_f: 1, page_h: 1, embedded: searchParams.has('embed') };
    },
    render: (page, data) => ({ head: '', body: JSON.stringify(data) }),
    draw: (data) => JSON.stringify(data),
  };`,
);
afterAll(() => rmSync(webRoot, { recursive: true }));

const house = await startTestApp({ webRoot, clock: () => now });
type Made = Awaited<ReturnType<typeof makeSeason>>;
let season: Made;
let admin: TestCaller;
let event: SeasonEvent;
let params: { id: number };
const girls = { category: 'U13', gender: 'F' } as const;

/** Riders 1 to 5 of the last competition; 3 and 4 share the third place. */
beforeEach(async () => {
  now = new Date('2027-06-01T10:00:00Z');
  season = await makeSeason(house);
  ({ admin } = season);
  event = season.event(2);
  params = { id: event.id };
  for (const [dossard, won] of [
    [4, doors(1)],
    [5, doors()],
  ] as const) {
    await admin.call(createParticipant, { body: rider(event.id, dossard) });
    await season.ride(event, dossard, won);
  }
});

const hold = async (held: 'all' | 'podium' | null, more: object = {}) =>
  (await admin.call(holdResults, { params, body: { groups: [girls], held, ...more } })).status;
const readPublic = async (query: object = girls) =>
  (await house.visitor.call(getPublicRanking, { params, query: { ...query } })).body;
const bibs = ({ rankings }: { rankings: { dossard: number; rank: number | null }[] }) =>
  rankings.map(({ dossard }) => dossard);

/** The public calls of the endpoint table, by name. */
const publicCalls = new Map(
  endpoints
    .filter(({ who }) => who.kind === 'anyone' || (who.kind === 'competition' && who.orIfPublic === true))
    .map((endpoint) => [endpoint.name as string, endpoint]),
);

const ofGroup = { category: 'U13', gender: 'F' };
/** How each public call is asked about a group: with every query listed, and for every value of a list in its path. */
const asked: Record<string, { path?: Record<string, (string | number)[]>; queries?: Record<string, string>[] }> = {
  exportPublicRanking: { queries: [{}, { category: 'U13' }, ofGroup] },
  exportPublicStandings: { queries: [ofGroup, { discipline: 'TR' }] },
  getEntryPage: {},
  getOfficialJson: {},
  getPublicClubStandings: { queries: [{}, { discipline: 'TR' }] },
  getPublicCompetition: {},
  getPublicList: {},
  getPublicRanking: { queries: [{}, { category: 'U13' }, ofGroup, { ...ofGroup, page_size: '1', page: '2' }] },
  getPublicSeries: {},
  getPublicStandings: { queries: [{}, ofGroup, { discipline: 'TR' }] },
  getRankingSchema: {},
  getRiderRanking: { path: { dossard: [1, 2, 3, 4, 5] } },
  listCategories: {},
  listPublicCompetitions: {},
  listPublicResults: {},
  getPublicLinks: {},
};
/** The public calls that name no rider of a ranking, with the reason. */
const withoutRanking: Record<string, string> = {
  ...Object.fromEntries(
    [
      ...['logout', 'forgotPassword', 'login', 'register', 'resendVerification', 'verifyEmail', 'getPasskeyOptions'],
      ...['loginWithPasskey', 'acceptInvitationUnauthenticated', 'getInvitation', 'openSetupDemonstration', 'setUp'],
      'enterDemonstration',
    ].map((name) => [name, 'an account']),
  ),
  ...Object.fromEntries(
    [
      ...['addEntries', 'confirmEntryForm', 'createEntryForm', 'getEntryForm', 'mailEntryLink', 'updateEntry'],
      'withdrawEntries',
    ].map((name) => [name, 'the entries of their sender']),
  ),
  getLinkedSpeakerFeed: 'the speaker sees everything (E12)',
  streamLinkedSpeaker: 'the speaker sees everything (E12)',
  openJudgeLink: 'the zones of a judge',
  readJudgeLink: 'the zones of a judge',
  streamRankings: 'asked below as a stream',
  verifyList: 'an official list by its hash, without its content',
  followRider: 'answers nothing; what browsers are told is tested with the followers',
  unfollowRider: 'answers nothing',
};

/** Public pages and pictures beside the calls. */
const pagesOf = (id: number) => [
  '/',
  `/public/competitions/${id}/live-ranking`,
  `/public/competitions/${id}/live-ranking?category=U13&gender=F`,
  `/public/competitions/${id}/live-ranking?embed=1`,
  `/public/competitions/${id}/screen`,
  ...['leader', 'five', 'run'].map((layout) => `/overlay/${id}?layout=${layout}&category=U13&gender=F`),
  `/public/competitions/${id}/picture.png?category=U13&gender=F`,
  ...[1, 2, 3, 4, 5].map((dossard) => `/public/competitions/${id}/riders/${dossard}`),
  '/sitemap.xml',
];

/** Lists the values of a path's parameters in all combinations. */
function fillPath(path: string, values: Record<string, (string | number)[]>): string[] {
  const [, key] = /:(\w+)/.exec(path) ?? [];
  if (!key) return [path];
  return (values[key] ?? []).flatMap((value) =>
    fillPath(path.replace(`:${key}`, encodeURIComponent(String(value))), values),
  );
}

/** Reads the first events of the competition's stream. */
async function readStream(): Promise<string> {
  if (!house.app.server.listening) await house.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = house.app.server.address() as AddressInfo;
  const leaving = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}/api/competitions/${event.id}/live`, { signal: leaving.signal });
  let text = '';
  for await (const bytes of answer.body ?? []) {
    text += new TextDecoder().decode(bytes);
    if (text.includes('event: ranking')) break;
  }
  leaving.abort();
  return text;
}

/** Reads every public answer about the competitions: calls, files, pages, pictures and the stream, by name. */
async function readEverything(): Promise<[name: string, body: string][]> {
  const values = { id: [event.id], category: ['U13'], gender: ['F'], revision: [1], seriesId: [season.seriesId] };
  const addresses = Object.entries(asked).flatMap(([name, { path = {}, queries = [{}] }]) => {
    const call = publicCalls.get(name);
    if (!call) throw new Error(`No public call ${name}`);
    const paths = fillPath(lineOf(call).path, { ...values, ...path });
    return paths.flatMap((one) => queries.map((query) => [name, `/api${one}?${new URLSearchParams(query)}`] as const));
  });
  const pages = pagesOf(event.id).map((url) => [url.replace(String(event.id), ':id'), url] as const);
  const answers: [string, string][] = [['streamRankings', await readStream()]];
  for (const [name, url] of [...addresses, ...pages]) {
    const { body, statusCode } = await house.app.inject({ url });
    expect([url, statusCode < 500]).toEqual([url, true]);
    answers.push([name, body]);
  }
  return answers;
}

/** Lists the public answers that contain one of the words. */
const answersThatSay = async (words: readonly string[]) => {
  const found = (await readEverything()).filter(([, body]) => words.some((one) => body.includes(one)));
  return [...new Set(found.map(([name]) => name))].sort();
};

it('every public call is asked about what is held, or has a reason not to be', () => {
  expect(Object.keys({ ...asked, ...withoutRanking }).sort()).toEqual([...publicCalls.keys()].sort());
});

describe('a group that is held', () => {
  it('has an empty public ranking, while members see all of it', async () => {
    const before = await readPublic();
    expect([bibs(before), before.held, before.release_at]).toEqual([[1, 2, 3, 4, 5], null, null]);
    expect(await hold('all')).toBe(204);
    const shown = await readPublic();
    expect(shown).toMatchObject({ rankings: [], total: 0, held: 'all', release_at: null, state: 'running' });
    expect(shown.version).toBeGreaterThan(before.version);
    const members = (await admin.call(getRanking, { params, query: girls })).body;
    expect([bibs(members), members.held]).toEqual([[1, 2, 3, 4, 5], 'all']);
    expect((await admin.call(listResults, { params })).body.groups[0]).toMatchObject({ held: 'all', release_at: null });
    expect(await hold(null)).toBe(204);
    expect(bibs(await readPublic())).toEqual([1, 2, 3, 4, 5]);
  });

  it('may hide its podium only, with those who share the third place', async () => {
    await hold('podium');
    const shown = await readPublic();
    expect([bibs(shown), shown.rankings[0].rank, shown.total]).toEqual([[5], 5, 1]);
    expect(bibs(await readPublic({}))).toEqual([5]);
    const card = await house.visitor.call(getRiderRanking, { params: { ...params, dossard: 5 } });
    expect([card.status, card.body.above]).toEqual([200, null]);
    expect((await house.visitor.call(getRiderRanking, { params: { ...params, dossard: 1 } })).status).toBe(404);
  });

  it('is not told by what is shown: neither by joint ranks, nor by what decided against a held rider', async () => {
    for (const [dossard, won] of [
      [20, doors(1, 2)],
      [21, doors()],
    ] as const) {
      await admin.call(createParticipant, { body: rider(event.id, dossard, { gender: 'H' }) });
      await season.ride(event, dossard, won);
    }
    await hold('all');
    const joint = await readPublic({ category: 'U13' });
    expect(joint.rankings.map(({ dossard, rank }: { dossard: number; rank: number }) => [dossard, rank])).toEqual([
      [20, 1],
      [21, 2],
    ]);
    await hold('podium');
    expect((await readPublic()).rankings[0]).toMatchObject({ dossard: 5, rank: 5, decided_by: null });
    const card = { params: { ...params, dossard: 5 } };
    const tags = await Promise.all([admin, house.visitor].map((by) => by.call(getRiderRanking, card)));
    expect(new Set(tags.map(({ headers }) => headers.etag)).size).toBe(2);
  });

  it('is in no public answer', async () => {
    await season.count(event.id);
    for (let run = 0; run < 3; run += 1) await season.ride(event, 1, doors(1, 2, 3, 4, 5, 6));
    const riders = ['Garnier 1', 'Garnier 2', 'Garnier 3', '"total_points":210', ';210;'];
    const open = await answersThatSay(riders);
    expect(open).toEqual(
      expect.arrayContaining([
        ...[
          'exportPublicRanking',
          'getPublicRanking',
          'getPublicStandings',
          'getRiderRanking',
          'exportPublicStandings',
        ],
        ...[
          '/overlay/:id?layout=leader&category=U13&gender=F',
          '/public/competitions/:id/live-ranking',
          '/public/competitions/:id/picture.png?category=U13&gender=F',
        ],
        '/public/competitions/:id/screen',
      ]),
    );
    await hold('podium');
    expect(await answersThatSay(riders)).toEqual([]);
    expect(await answersThatSay(['Garnier 5'])).toContain('getPublicRanking');
    await hold('all');
    expect(await answersThatSay([...riders, 'Garnier 5'])).toEqual([]);
    const published = await admin.call(declareResult, { params, body: { ...girls, state: 'official' } });
    expect(published.status).toBe(200);
    expect(await answersThatSay([...riders, 'Garnier 5'])).toEqual([]);
    await hold(null);
    expect(await answersThatSay(riders)).toEqual([...open, 'getOfficialJson', 'getPublicList'].sort());
  });

  it('counts for nobody in the public standings, and for everybody in those of the series’ admins', async () => {
    const totals = (all: { total_points: number }[]) => all.map(({ total_points }) => total_points);
    const open = totals(await season.publicStandings());
    for (const held of ['all', 'podium'] as const) {
      await hold(held);
      // Riders 1 to 3 without their points there, and nobody else: the fifth’s would tell how many are before them.
      expect(totals(await season.publicStandings())).toEqual([100, 80, 60]);
      expect(totals(await season.standings())).toEqual(open);
    }
    await hold(null);
    expect(totals(await season.publicStandings())).toEqual(open);
  });

  it('hides a list that is published meanwhile; what was public before stays known', async () => {
    const declare = (body: object) =>
      admin.call(declareResult, { params, body: { ...girls, state: 'official', ...body } });
    const listed = async (revision: number) =>
      (await house.app.inject({ url: `/api/competitions/${event.id}/results/public/U13/F/${revision}` })).statusCode;
    expect((await declare({})).status).toBe(200);
    now = new Date('2027-06-01T11:00:00Z');
    await hold('podium');
    now = new Date('2027-06-01T12:00:00Z');
    expect((await declare({ reason: 'Réclamation' })).status).toBe(200);
    expect([await listed(1), await listed(2)]).toEqual([200, 404]);
    const known = { params: { ...params, ...girls, revision: 2 } };
    expect((await admin.call(getOfficialList, known)).status).toBe(200);
    expect(await hold('all')).toBe(204);
    expect(await listed(2)).toBe(404);
    await hold(null);
    expect(await listed(2)).toBe(200);
  });
});

describe('what is held', () => {
  it('is released at its time, in the history without anybody', async () => {
    expect(await hold('all', { release_at: '2027-06-01T16:00:00Z' })).toBe(204);
    expect(await readPublic()).toMatchObject({ held: 'all', release_at: '2027-06-01T16:00:00.000Z' });
    await releaseDue(house.db, new Date('2027-06-01T15:59:59Z'));
    expect(await readPublic()).toMatchObject({ held: 'all' });
    await releaseDue(house.db, new Date('2027-06-01T16:00:00Z'));
    // Copies for a crowd are dropped by the notification, a moment later.
    await expect.poll(readPublic).toMatchObject({ held: null, release_at: null, total: 5 });
    const { entries } = (await admin.call(listHistory, { params })).body;
    expect(entries.slice(0, 2)).toMatchObject([
      { actor: null, before: { held: 'all' }, after: { held: null } },
      { actor: { id: admin.id }, before: { held: null }, after: { held: 'all' } },
    ]);
  });

  it('is released by a server that was told of the time, or that starts later', async () => {
    now = new Date();
    await hold('all', { release_at: new Date(now.getTime() + 1_500).toISOString() });
    const errors: Error[] = [];
    const releases = startReleases({ db: house.db, clock: () => new Date(), onTrouble: (error) => errors.push(error) });
    await expect.poll(async () => (await readPublic()).total).toBe(5);
    await releases.stop();
    expect(errors).toEqual([]);
  });

  it('covers all groups at once, and nothing is done twice', async () => {
    const all = (held: 'podium' | null) => admin.call(holdResults, { params, body: { groups: null, held } });
    expect((await all('podium')).status).toBe(204);
    const { groups } = (await admin.call(listResults, { params })).body;
    expect(groups.map(({ held }: { held: string }) => held)).toEqual(['podium', 'podium', 'podium', 'podium']);
    const { version } = await readPublic();
    expect((await all('podium')).status).toBe(204);
    expect((await readPublic()).version).toBe(version);
  });

  it.each([
    ['an unknown group', { groups: [{ category: 'U99', gender: 'F' }] }],
    ['no group', { groups: [] }],
    ['a release that is over', { release_at: '2027-06-01T09:00:00Z' }],
  ])('is refused for %s', async (_, body) => {
    expect(await hold('all', body)).toBe(400);
    expect((await readPublic()).total).toBe(5);
  });

  it('is decided by admins only', async () => {
    const editor = await house.signInAs('editor', event.id);
    expect((await editor.call(holdResults, { params, body: { groups: null, held: 'all' } })).status).toBe(403);
  });
});
