import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { setVisibility, updateCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { holdResults } from '@dossard/contract/results/result.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import * as series from '@dossard/contract/series/series.endpoints.ts';
import { createZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { derivePushKeys } from '../../push/push.keys.ts';
import { competitionInput, doors, graduation, makeCompetition, runOf, tens } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';

/*
 * How the public pages are cached and sent, with a renderer that records its input. The output of the real renderer is
 * tested by the journey `first.paint`.
 */

const webRoot = mkdtempSync(join(tmpdir(), 'dossard-pages-'));
writeFileSync(
  join(webRoot, 'index.html'),
  '<html lang="fr"><head><meta name="description" content="-"><title>Dossard</title></head><div id="root"></div>',
);
mkdirSync(join(webRoot, '.pages'));
// No picture is drawn here, but without this file none could be requested.
writeFileSync(join(webRoot, '.pages', 'picture.mjs'), '');
writeFileSync(
  join(webRoot, '.pages', 'pages.mjs'),
  `export const renderer = {
    missing: () => '<noscript>missing</noscript>',
    parse(url) {
      const { pathname, searchParams } = new URL(url, 'http://x');
      if (pathname.startsWith('/series/')) return { name: 'standings', address: pathname };
      if (pathname === '/') return { name: 'start', page: Number(searchParams.get('page') ?? 1) };
      const competitionId = Number(pathname.split('/')[3]);
      if (pathname.endsWith('/screen')) return { name: 'screen', competitionId };
      const [, dossard] = /\\/riders\\/(\\d+)$/.exec(pathname) ?? [];
      if (dossard) return { name: 'rider', competitionId, dossard: Number(dossard) };
      const page_f = Number(searchParams.get('page_f') ?? 1);
      const category = searchParams.get('category') ?? undefined;
      const page_h = Number(searchParams.get('page_h') ?? 1);
      const gender = searchParams.get('gender') ?? undefined;
      const embedded = searchParams.get('embed') === '1';
      return { name: 'ranking', competitionId, category, gender, page_f, page_h, embedded };
    },
    async prepare({ address }, ask) {
      const answer = await ask('/api' + address + '/public');
      if (!answer.ok) return undefined;
      const state = await answer.text();
      return { state, render: (language) => renderer.render({ address }, { state }, language) };
    },
    render(page, data, language) {
      globalThis.renderedPages = (globalThis.renderedPages ?? 0) + 1;
      if (data.competition?.name === 'Broken') throw new Error('broken');
      return { head: '<title>' + language + '</title>', body: JSON.stringify({ page, ...data }) };
    },
  };`,
);
afterAll(() => rmSync(webRoot, { recursive: true }));

const house = await startTestApp({ webRoot });
let admin: TestCaller;
let id: number;
let zoneId: number;
beforeAll(async () => {
  ({ admin, competitionId: id, zoneId } = await makeCompetition(house, 3));
  const boysOnly = { name: 'La Source', graduations: [graduation('U15', 'H', tens)] };
  await admin.call(createZone, { params: { id }, body: boysOnly });
  await publish(true);
});
const publish = (is_public: boolean) => admin.call(setVisibility, { body: { competition_id: id, is_public } });
const rendered = () => (globalThis as { renderedPages?: number }).renderedPages ?? 0;
const read = (url: string, headers: Record<string, string> = {}) => house.app.inject({ url, headers });
const ranking = (query = '') => `/public/competitions/${id}/live-ranking${query}`;
const dataOf = (html: string) => JSON.parse(/\{.*\}/s.exec(html)?.[0] ?? '');

test('a page is rendered once for a version, a language and a choice', async () => {
  const before = rendered();
  const [first, second] = await Promise.all([read(ranking()), read(ranking())]);
  await read(ranking('?category=unheard-of'));
  await read(ranking('?utm_source=club'));
  expect(first.body).toBe(second.body);
  expect(rendered() - before).toBe(1);
  const { rankings } = dataOf(first.body);
  expect(rankings[0].ranking.rankings).toHaveLength(3);
  await admin.call(createRun, { body: runOf(id, zoneId, 1) });
  const after = await read(ranking());
  expect(dataOf(after.body).rankings[0].ranking.rankings[0]).toMatchObject({ dossard: 1, rank: 1 });
  expect(rendered() - before).toBe(2);
});

test.each([
  [{ 'accept-language': 'en-GB,fr;q=0.8' }, 'en'],
  [{ 'accept-language': 'de' }, 'fr'],
  [{}, 'fr'],
  [{ cookie: 'app-language=en', 'accept-language': 'fr' }, 'en'],
  [{ cookie: 'app-language=fr', 'accept-language': 'en' }, 'fr'],
  [{ cookie: 'app-language=de', 'accept-language': 'en' }, 'en'],
])('a reader with %o reads %s', async (headers, language) => {
  const { body, headers: answered } = await read(ranking(), headers as Record<string, string>);
  expect(body).toContain(`<html lang="${language}" data-rendered="${language}"`);
  expect(body).toContain(`<title>${language}</title>`);
  expect(body).not.toContain('<title>Dossard');
  expect(answered['content-language']).toBe(language);
  expect(answered.vary).toBe('accept-encoding, accept-language, cookie');
});

test('a client with the current page gets 304, and others may get it compressed', async () => {
  const { headers, body } = await read(ranking());
  expect(headers['cache-control']).toBe('public, no-cache');
  const again = await read(ranking(), { 'if-none-match': String(headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const compressed = await read(ranking(), { 'accept-encoding': 'gzip, br' });
  expect(compressed.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(compressed.rawPayload).toString()).toBe(body);
});

test('names are shown as the organiser chose', async () => {
  const { body: settings } = await admin.call(updateCompetition, {
    params: { id },
    body: { ...competitionInput, public_names: 'bib' },
  });
  expect(settings.public_names).toBe('bib');
  for (const url of [ranking(), `/public/competitions/${id}/screen`]) {
    const { body } = await read(url);
    expect(body).toContain('"first_name":""');
    expect(body).not.toMatch(/"first_name":"\w/);
  }
});

test('the page of a rider has the card, and nothing of it while the result is held (E12)', async () => {
  const readRider = async (bib: number | string) => {
    const { statusCode, body } = await read(`/public/competitions/${id}/riders/${bib}`);
    return { statusCode, body, data: dataOf(body) };
  };
  const hold = (held: 'all' | 'podium' | null) =>
    admin.call(holdResults, { params: { id }, body: { groups: [{ category: 'U13', gender: 'F' }], held } });
  const full = { ...competitionInput, public_names: 'full', names_until: null };
  await admin.call(updateCompetition, { params: { id }, body: full as never });
  await admin.call(createRun, { body: runOf(id, zoneId, 2, doors(1, 2)) });
  const { statusCode, data } = await readRider(2);
  expect([statusCode, data]).toMatchObject([
    200,
    { rider: { entry: { dossard: 2, first_name: 'Zoé' } }, result: { held: null } },
  ]);
  for (const held of ['all', 'podium'] as const) {
    await hold(held);
    const shown = await readRider(2);
    expect([shown.statusCode, shown.data]).toMatchObject([200, { result: { held } }]);
    expect(shown.data.rider).toBeUndefined();
    expect(shown.body).not.toContain('Zoé');
  }
  await hold(null);
  expect((await readRider(2)).data.rider.entry.dossard).toBe(2);
  for (const bib of [99, 2_147_483_648]) expect((await readRider(bib)).statusCode).toBe(404);
  await publish(false);
  expect(await readRider(2)).toMatchObject({ statusCode: 404, data: { competition: null } });
  await publish(true);
});

test('the page of a rider offers to follow only where messages are sent, and not after the event (L9)', async () => {
  const address = `/public/competitions/${id}/riders/1`;
  expect((await read(address)).body).not.toContain('pushKey');
  const push = { keys: derivePushKeys(Buffer.alloc(32, 5)), subject: 'mailto:contact@dossard.test' };
  let now = new Date('2027-06-12T09:00:00Z');
  const sending = await startTestApp({ webRoot, push, clock: () => now }, house.databaseUrl);
  expect(dataOf((await sending.app.inject(address)).body).pushKey).toBe(push.keys.publicKey);
  now = new Date('2027-06-15T09:00:00Z');
  expect((await sending.app.inject(address)).body).not.toContain('pushKey');
});

test('a page beyond the last one is sent empty, and in a frame it is the last one', async () => {
  const before = rendered();
  expect((await read(ranking('?page_f=99'))).body).toContain('<div id="root"></div>');
  expect(rendered()).toBe(before);
  const last = await read(ranking('?embed=1'));
  const [, beyond] = [await read(ranking('?embed=1&page_f=98')), await read(ranking('?embed=1&page_f=99'))];
  expect([beyond.statusCode, dataOf(beyond.body)]).toEqual([200, dataOf(last.body)]);
  expect(rendered()).toBe(before + 1);
});

test.each(['?gender=H&page_f=', '?gender=F&page_h=', '?category=U15&page_f='])(
  'page numbers of rankings that are not shown keep no more pages: %s',
  async (query) => {
    await read(ranking(`${query}1`));
    const before = rendered();
    for (const made of [2, 3, 99]) expect((await read(ranking(query + made))).statusCode).toBe(200);
    expect(rendered()).toBe(before);
  },
);

test.each(['live-ranking', 'screen'])('a number that no competition can have is not found: %s', async (name) => {
  const { statusCode, body } = await read(`/public/competitions/9999999999/${name}`);
  expect([statusCode, dataOf(body).competition]).toEqual([404, null]);
});

test.each(['9999999999', '2147483647'])('there is no picture of a competition %s', async (number) => {
  expect((await read(`/public/competitions/${number}/picture.png`)).statusCode).toBe(404);
});

test('a page that cannot be rendered is sent empty, and loads its data itself', async () => {
  await admin.call(updateCompetition, { params: { id }, body: { ...competitionInput, name: 'Broken' } });
  const { statusCode, body, headers } = await read(ranking());
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache']);
  expect(body).toContain('<html lang="fr"><head>');
  expect(body).toContain('<div id="root"></div>');
  // The application has no such page: its own script asks again.
  const rider = await read(`/public/competitions/${id}/riders/1`);
  expect([rider.statusCode, rider.headers['cache-control']]).toEqual([503, 'no-store']);
  expect(rider.body).toContain('"name":"rider"');
  const frame = await read(ranking('?embed=1'));
  expect([frame.statusCode, frame.body.includes('"embedded":true')]).toEqual([503, true]);
  await admin.call(updateCompetition, { params: { id }, body: competitionInput });
});

test('a ranking lists the public series that count it, until they are private', async () => {
  const ranking = `/public/competitions/${id}/live-ranking?category=U13`;
  const listed = async () => {
    const { body } = await read(ranking);
    const { body: answer } = await read(`/api/competitions/${id}/links`);
    return [body.includes('Trophée des Crêtes'), JSON.parse(answer).series.length];
  };
  expect(await listed()).toEqual([false, 0]);
  const input = { name: 'Trophée des Crêtes', season: '2027' };
  const seriesId = (await admin.call(series.createSeries, { body: input as never })).body.id;
  const params = { seriesId };
  await admin.call(series.updateSeriesCompetitions, { params, body: { competition_ids: [id] } });
  expect(await listed()).toEqual([false, 0]);
  await admin.call(series.updateSeries, { params, body: { is_public: true } });
  expect(await listed()).toEqual([true, 1]);
  await admin.call(series.updateSeries, { params, body: { is_public: false } });
  expect(await listed()).toEqual([false, 0]);
  await admin.call(series.updateSeries, { params, body: { is_public: true } });
  await admin.call(series.updateSeriesCompetitions, { params, body: { competition_ids: [] } });
  expect(await listed()).toEqual([false, 0]);
  await admin.call(series.deleteSeries, { params });
});

test('a page with answers of the API is rendered once for them, and is sent empty without', async () => {
  const name = 'Trophée des réponses';
  const { body } = await admin.call(series.createSeries, { body: { name, season: '2027' } as never });
  const params = { seriesId: body.id };
  // Each address is another, so that no answer is one that a crowd shares.
  const get = (query = '') => read(`/series/${body.id}${query}`);
  expect((await get()).body).not.toContain(name);
  await admin.call(series.updateSeries, { params, body: { is_public: true } });
  const before = rendered();
  const first = await get();
  expect(first.body).toContain(name);
  expect(first.headers['content-language']).toBe('fr');
  for (const query of ['?a', '?b']) expect((await get(query)).headers.etag).toBe(first.headers.etag);
  expect(rendered() - before).toBe(1);
  await admin.call(series.updateSeries, { params, body: { name: 'Trophée renommé' } });
  expect((await get()).body).toContain('Trophée renommé');
  await admin.call(series.updateSeries, { params, body: { is_public: false } });
  expect((await get()).body).not.toContain('Trophée renommé');
});

test('a competition that becomes private disappears from its pages, the start page and the sitemap', async () => {
  const address = `/public/competitions/${id}/live-ranking`;
  expect((await read('/sitemap.xml')).body).toContain(`${address}</loc>`);
  expect(dataOf((await read('/')).body).start.competitions).toHaveLength(1);
  await publish(false);
  const { statusCode, body } = await read(ranking());
  expect([statusCode, dataOf(body).competition]).toEqual([404, null]);
  expect((await read('/sitemap.xml')).body).not.toContain(address);
  expect(dataOf((await read('/')).body).start.competitions).toEqual([]);
  expect((await read('/robots.txt')).body).toContain('/sitemap.xml');
});

test('an address without a page says so without scripts', async () => {
  const { statusCode, body } = await read('/nothing');
  expect([statusCode, body.includes('<noscript>missing</noscript>')]).toEqual([404, true]);
});

test('security.txt names the contact of an installation that has one, for half a year', async () => {
  expect((await read('/.well-known/security.txt')).statusCode).toBe(404);
  const now = new Date('2027-06-12T12:00:00Z');
  const { app } = await startTestApp({ contactEmail: 'aide@club.example', clock: () => now }, house.databaseUrl);
  const { body, headers } = await app.inject('/.well-known/security.txt');
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(body.split('\n')).toEqual([
    'Contact: mailto:aide@club.example',
    'Expires: 2027-12-09T12:00:00.000Z',
    'Preferred-Languages: fr, en',
    'Canonical: http://localhost:3000/.well-known/security.txt',
    '',
  ]);
});

test('the start page has pages of 50 competitions, and is sent empty beyond the last', async () => {
  await house.db.execute(sql`
    insert into competitions (name, date, location, description, organizer, contact, is_public)
    select 'Trial ' || day, date '2027-05-01' + day, '-', '', '-', '-', true from generate_series(1, 60) day`);
  await publish(false);
  const [first, second] = [dataOf((await read('/')).body).start, dataOf((await read('/?page=2')).body).start];
  expect([first.competitions.length, first.total, first.next]).toEqual([50, 60, 2]);
  expect([second.competitions.length, second.next]).toEqual([10, null]);
  const before = rendered();
  await read('/?page=2');
  expect(rendered()).toBe(before);
  expect((await read('/?page=3')).body).toContain('<div id="root"></div>');
});
