import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import {
  getCompetition,
  listCompetitions,
  listPublicCompetitions,
  updateCompetition,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { exchangeVersion } from '@dossard/contract/places/exchange.schema.ts';
import * as endpoints from '@dossard/contract/places/place.endpoints.ts';
import { getPublicRanking, getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { places } from '../../tables/place.tables.ts';
import { competitionInput, makeCompetition } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';
import {
  cloud,
  exchange,
  expectEqual,
  laptop,
  openInstallations,
  placeOf,
  settle,
  share,
} from '../../testing/two.installations.ts';
import { exchangeOnce, pairHeader, signatureHeader } from './exchange.step.ts';
import { pairPath } from './pairing.ts';
import { answerBytes, pack, unpack } from './parcel.ts';
import { maxAMinute } from './peer.budget.ts';
import { createKeys, deriveKey, prove, readCode, signBytes } from './signature.ts';
import { endUnusedPlaces } from './unused.places.ts';

await openInstallations();

/* Another installation is an anonymous client with a signature (Y10). */

let server: Server | undefined;
afterEach(() => server?.closeAllConnections());

/** Starts a server that answers every request in one way; returns its address. */
async function answering(answer: Parameters<typeof createServer>[1]): Promise<string> {
  server = createServer(answer);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Half a gigabyte of nothing, as half a megabyte. */
const bomb = Buffer.concat(Array.from({ length: 32 }, () => gzipSync(Buffer.alloc(16 * 1024 * 1024))));

/** Megabytes of memory outside the heap, where answers are received. */
const receivedMb = () => process.memoryUsage().arrayBuffers / 1024 / 1024;

describe('an answer to a pairing', () => {
  it.each<[string, Parameters<typeof createServer>[1]]>([
    [
      'that unpacks to half a gigabyte',
      (_, response) => {
        response.writeHead(200, { 'content-encoding': 'gzip' });
        response.end(bomb);
      },
    ],
    [
      'that never ends',
      (_, response) => {
        const send = () => {
          while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
          response.once('drain', send);
        };
        send();
      },
    ],
  ])('%s is read within limits', async (_, answer) => {
    const address = await answering(answer);
    const before = receivedMb();
    const body = { address, code: 'ABCD-EFGH-JKMN-PQRS' };
    const refused = await laptop.admin.call(endpoints.givePlace, { params: { id: laptop.id }, body });
    expect(refused.body.code).toBe('place_unreachable');
    expect(receivedMb() - before).toBeLessThan(16);
  });

  it('leaves one copy when it is asked for twice at once', async () => {
    const codes: string[] = [];
    for (const _ of [1, 2]) codes.push((await cloud.admin.call(endpoints.createReceivingCode)).body.code);
    const answers = await Promise.all(
      codes.map((code) =>
        laptop.admin.call(endpoints.givePlace, { params: { id: laptop.id }, body: { address: cloud.url, code } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const pair =
      (await laptop.house.db.select().from(places).where(eq(places.competition_id, laptop.id)))[0]?.pair ?? '';
    const { rows } = await cloud.house.db.execute(sql`
      select 1 from competitions c join places p on p.competition_id = c.id
      where c.created_at > now() - interval '1 minute' and c.name = ${competitionInput.name} and p.ended is null
        and p.other_url is null and p.pair <> ${pair}
        and p.created_at >= (select created_at from places where pair = ${pair})`);
    expect(rows).toEqual([]);
  });
});

describe('a pairing whose caller fails after the answer', () => {
  const dayMs = 86_400_000;
  const lookAfter = (ms: number) => endUnusedPlaces(cloud.house.db, new Date(Date.now() + ms));
  /** Calls the cloud with a code, and lets this side roll back once it has the answer. */
  async function failToPair(code: string, competition: object | null): Promise<void> {
    const read = readCode(code);
    if (!read) throw new Error('The code cannot be parsed.');
    const { public_key } = createKeys();
    const request = { code_id: read.id, version: exchangeVersion, now: new Date().toISOString(), name: 'lost' };
    const said = JSON.stringify({ ...request, public_key, competition, earlier: [] });
    const payload = { said, proof: prove(await deriveKey(read), said) };
    const answer = await cloud.house.app.inject({ method: 'POST', url: pairPath, payload });
    expect(answer.statusCode).toBe(200);
  }
  const listed = async (): Promise<{ id: number; name: string; is_away: boolean }[]> =>
    (await cloud.admin.call(listCompetitions)).body.competitions;

  it('leaves no copy: it is deleted after a day without a message', async () => {
    const { code } = (await cloud.admin.call(endpoints.createReceivingCode)).body;
    await failToPair(code, { ...competitionInput, name: 'Orphan' });
    const isThere = async () => (await listed()).some(({ name }) => name === 'Orphan');
    await lookAfter(dayMs - 60_000);
    expect(await isThere()).toBe(true);
    await lookAfter(dayMs + 60_000);
    expect(await isThere()).toBe(false);
    const deleted = (await cloud.admin.call(listCompetitions, { query: { deleted: 'true' } })).body.competitions;
    expect(deleted).toContainEqual(expect.objectContaining({ name: 'Orphan' }));
  });

  it('does not keep the competition of the other side shared', async () => {
    const { admin, competitionId: id } = await makeCompetition(cloud.house, 1);
    const { code } = (await admin.call(endpoints.createPlaceCode, { params: { id } })).body;
    await failToPair(code, null);
    const stored = async () =>
      (await cloud.house.db.execute(sql`select run_numbers, deleted_at from competitions where id = ${id}`)).rows[0];
    expect((await stored())?.run_numbers).not.toBeNull();
    await lookAfter(dayMs + 60_000);
    expect(await stored()).toEqual({ run_numbers: null, deleted_at: null });
  });

  it('is not ended once the caller has sent a message', async () => {
    await share();
    await settle();
    await lookAfter(2 * dayMs);
    expect(await placeOf(cloud)).toMatchObject({ ended: null });
  });
});

it('a pairing with a NUL in its code is refused, not an error', async () => {
  const said = JSON.stringify({ code_id: 'AB\u0000D', version: exchangeVersion, now: new Date().toISOString() });
  const answer = await laptop.house.app.inject({ method: 'POST', url: pairPath, payload: { said, proof: 'x' } });
  expect(answer.statusCode).toBe(409);
});

describe('a paired installation', () => {
  /** Answers with a body that it signs, but for the content that `forge` chooses. */
  const forging =
    (forge: (bytes: Buffer) => Promise<Buffer>): typeof fetch =>
    async (address, how) => {
      const [theirs] = await cloud.house.db.select().from(places).where(eq(places.competition_id, cloud.id));
      const response = await fetch(address, how);
      const bytes = await forge(Buffer.from(await response.arrayBuffer()));
      const question = new Headers(how?.headers).get(signatureHeader) ?? '';
      const signature = signBytes(theirs?.private_key ?? '', answerBytes(question, bytes));
      return new Response(new Uint8Array(bytes), { headers: { [signatureHeader]: signature } });
    };
  const exchangeWith = (ask: typeof fetch, now = new Date()) =>
    exchangeOnce(laptop.house.db, () => now, laptop.id, ask);

  beforeEach(share);

  it.each([
    ['a ranking rule that is none', { ranking_rule: { runs: 'nonsense', tie_breaks: 7 } }],
    ['a name with a NUL', { name: 'Trial\u0000' }],
    ['a date that is none', { date: 'never' }],
    [
      'laps for ever',
      { laps_of_groups: Array.from({ length: 500 }, () => ({ category: 'U9', gender: 'F', laps: 1 })) },
    ],
  ])('that sends %s changes nothing, and is left alone for a quarter of an hour', async (_, fields) => {
    await laptop.admin.call(updateCompetition, { params: { id: laptop.id }, body: competitionInput });
    const forged = forging(async (bytes) => {
      const parcel = await unpack(bytes);
      const message = parcel.message && { ...parcel.message, rows: [{ kind: 'settings', fields }] };
      return pack({ ...parcel, message } as never);
    });
    await expect(exchangeWith(forged)).rejects.toThrow('cannot be read');
    expect(await placeOf(laptop)).toMatchObject({ trouble: 'rows' });
    await expect(exchange()).rejects.toThrow('left alone');
    const list = await laptop.house.visitor.call(listPublicCompetitions);
    expect(list.status).toBe(200);

    const later = new Date(Date.now() + 16 * 60_000);
    await exchangeWith(fetch, later);
    expect(await placeOf(laptop)).toMatchObject({ trouble: null });
  });

  it('that answers with more than a megabyte is left alone too, also after a restart', async () => {
    const big: typeof fetch = async () => new Response(new Uint8Array(2 * 1024 * 1024));
    await expect(exchangeWith(big)).rejects.toThrow('more than');
    const again = await startTestApp({}, laptop.house.databaseUrl);
    await expect(exchangeOnce(again.db, () => new Date(), laptop.id)).rejects.toThrow('left alone');
  });

  it('that sends a small parcel which unpacks to more than 8 MB is not answered again', async () => {
    const [theirs] = await cloud.house.db.select().from(places).where(eq(places.competition_id, cloud.id));
    if (!theirs) throw new Error('The cloud has no sharing.');
    const send = (bytes: Buffer) =>
      laptop.house.app.inject({
        method: 'POST',
        url: '/api/places/exchange',
        headers: {
          'content-type': 'application/octet-stream',
          [signatureHeader]: signBytes(theirs.private_key, bytes),
          [pairHeader]: theirs.pair,
        },
        payload: bytes,
      });
    expect((await send(bomb)).statusCode).toBe(403);
    const [ours] = await laptop.house.db.select().from(places).where(eq(places.competition_id, laptop.id));
    expect(ours?.blocked_until).not.toBeNull();
  });

  it('that repeats a message without a pause is left alone, also after a restart', async () => {
    let sent: { headers: Headers; payload: Buffer } | undefined;
    await exchangeWith(async (address, how) => {
      sent = { headers: new Headers(how?.headers), payload: Buffer.from(how?.body as Uint8Array<ArrayBuffer>) };
      return fetch(address, how);
    });
    const repeat = async () => {
      const headers = Object.fromEntries(sent?.headers ?? []);
      const message = { url: '/api/places/exchange', headers, payload: sent?.payload ?? Buffer.alloc(0) };
      return (await cloud.house.app.inject({ method: 'POST', ...message })).statusCode;
    };
    const first = await repeat();
    let repeated = 1;
    while ((await repeat()) === first && repeated < 2 * maxAMinute) repeated += 1;
    expect(repeated).toBeLessThanOrEqual(maxAMinute);
    const again = await startTestApp({}, cloud.house.databaseUrl);
    const [theirs] = await again.db.select().from(places).where(eq(places.competition_id, cloud.id));
    expect(theirs?.blocked_until).not.toBeNull();
    await expect(exchangeWith(fetch)).rejects.toThrow('answered 403');
  }, 60_000);

  it('of an honest kind goes on', async () => {
    await settle();
    await expectEqual();
  });
});

it('a competition whose settings are nonsense is left out for visitors, marked for its admins, and mended by saving', async () => {
  const { house } = laptop;
  const other = await makeCompetition(house, 1);
  const params = { id: other.competitionId };
  for (const id of [params.id, laptop.id])
    await house.db.execute(sql`update competitions set is_public = true where id = ${id}`);
  await house.db.execute(sql`
    update competitions set ranking_rule = '{"runs": 7}', laps_of_groups = '"all"', start_plan = '{}' where id = ${params.id}`);
  const listPublic = async (): Promise<number[]> =>
    (await house.visitor.call(listPublicCompetitions)).body.competitions.map(({ id }: { id: number }) => id);
  const seen = await listPublic();
  expect([seen.includes(laptop.id), seen.includes(params.id)]).toEqual([true, false]);
  const shown = { broken: true, ranking_rule: { runs: 'all' }, laps_of_groups: [] };
  const boss = await house.signIn(['super_admin']);
  for (const by of [other.admin, boss]) {
    const { competitions } = (await by.call(listCompetitions)).body;
    expect(competitions.find(({ id }: { id: number }) => id === params.id)).toMatchObject(shown);
  }
  // Its own pages work too, and an admin who saves what they see mends it.
  const { status, body } = await other.admin.call(getCompetition, { params });
  expect([status, body]).toMatchObject([200, shown]);
  expect((await other.admin.call(getRanking, { params, query: {} })).status).toBe(200);
  expect((await house.visitor.call(getPublicRanking, { params, query: {} })).status).toBe(200);
  const { ranking_rule, laps_of_groups, start_plan } = body;
  const sent = { ...competitionInput, ranking_rule, laps_of_groups, start_plan };
  const saved = await other.admin.call(updateCompetition, { params, body: { ...sent, seen: sent } as never });
  expect([saved.status, saved.body.broken]).toEqual([200, undefined]);
  expect(await listPublic()).toContain(params.id);
});
