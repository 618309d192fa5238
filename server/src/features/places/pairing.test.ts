import { gzipSync } from 'node:zlib';
import { createCompetition, listCompetitions } from '@dossard/contract/competitions/competition.endpoints.ts';
import { createParticipant, listParticipants } from '@dossard/contract/participants/participant.endpoints.ts';
import { exchangeVersion } from '@dossard/contract/places/exchange.schema.ts';
import * as places from '@dossard/contract/places/place.endpoints.ts';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { getCaller } from '../../access/account.store.ts';
import { countHashes } from '../../access/hash.queue.ts';
import { writeTo } from '../../audit/write.ts';
import { places as placeTable } from '../../tables/place.tables.ts';
import { competitionInput, makeCompetition, rider } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';
import {
  clock,
  cloud,
  exchange,
  laptop,
  listen,
  openInstallations,
  placeOf,
  rankings,
  ride,
  runsOf,
  settle,
  share,
} from '../../testing/two.installations.ts';
import { exchangeOnce } from './exchange.step.ts';
import { createPlaceCode, prepareCode } from './pairing.ts';
import { answerBytes } from './parcel.ts';
import { clearLostPlaces } from './place.actions.ts';
import { deriveKey, signBytes } from './signature.ts';

await openInstallations();

/* How two installations start to share a competition, authenticate each other, and end the sharing. */

describe('pairing (Y8)', () => {
  it('also creates a competition of the cloud on a laptop that types its code', async () => {
    const { id } = (await cloud.admin.call(createCompetition, { body: { ...competitionInput, name: 'Du nuage' } }))
      .body;
    const code = (await cloud.admin.call(places.createPlaceCode, { params: { id } })).body.code;
    const volunteer = await laptop.house.signIn(['create_competition']);
    const joined = await volunteer.call(places.joinPlace, { body: { address: cloud.url, code } });
    expect(joined.status).toBe(200);
    const place = await volunteer.call(places.getPlace, { params: { id: joined.body.competition_id } });
    expect(place.body.place).toMatchObject({ is_home: false, other_url: cloud.url });
  });

  // ASVS 11.5.1
  it('refuses a wrong code, a used one, and one with too many attempts', async () => {
    const give = (code: string) =>
      laptop.admin.call(places.givePlace, { params: { id: laptop.id }, body: { address: cloud.url, code } });
    expect((await give('AAAA-BBBB-CCCC-DDDD')).body.code).toBe('place_code_unknown');
    const code: string = (await cloud.admin.call(places.createReceivingCode)).body.code;
    const wrong = `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`;
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await give(wrong)).status).toBe(404);
    expect((await give(code)).body.code).toBe('place_code_unknown');
    await share();
    expect((await give(code)).body.code).toBe('place_shared');
  });

  it('generates another code when a valid one begins with the same letters', async () => {
    const codes = ['AAAA-BBBB-CCCC-DDDD', 'AAAA-EEEE-FFFF-GGGG', 'HHHH-JJJJ-KKKK-MMMM'];
    const caller = await getCaller(cloud.house.db, cloud.admin.id);
    if (!caller) throw new Error('There is no caller.');
    const invent = () => codes.shift() ?? '';
    const ask = async () => {
      const prepared = await prepareCode(invent);
      return writeTo(cloud.house.db, { competition_id: 0, actor_id: caller.id, now: clock() }, (write) =>
        createPlaceCode(write, caller, null, cloud.url, prepared, invent),
      );
    };
    expect([(await ask()).code, (await ask()).code]).toEqual(['AAAA-BBBB-CCCC-DDDD', 'HHHH-JJJJ-KKKK-MMMM']);
  });

  it('derives the key of a code in the same queue as password hashes', async () => {
    const before = countHashes();
    const derived = deriveKey({ id: 'AAAA', secret: 'BBBBCCCCDDDD' });
    expect(countHashes()).toBe(before + 1);
    expect(await derived).toMatch(/^[\da-f]{64}$/);
    expect(countHashes()).toBe(before);
  });

  it('distinguishes two competitions of one name, also by the codes of one person', async () => {
    const other = await makeCompetition(laptop.house, 2);
    for (const [{ id, admin }, riders] of [
      [laptop, 3],
      [{ id: other.competitionId, admin: other.admin }, 2],
    ] as const) {
      const { code } = (await cloud.admin.call(places.createReceivingCode)).body;
      const body = { address: cloud.url, code };
      expect((await admin.call(places.givePlace, { params: { id }, body })).status).toBe(200);
      while (await exchangeOnce(laptop.house.db, clock, id));
      const [copy] = (await cloud.admin.call(listCompetitions)).body.competitions;
      const listed = await cloud.admin.call(listParticipants, { params: { id: copy.id } });
      expect(listed.body.participants).toHaveLength(riders);
    }
    const copies = (await cloud.admin.call(listCompetitions)).body.competitions;
    expect(new Set(copies.map(({ name }: { name: string }) => name)).size).toBe(1);
    expect(copies).toHaveLength(2);
  });

  it('refuses a code of somebody who lost the right to share', async () => {
    const code = (await cloud.admin.call(places.createReceivingCode)).body.code;
    await cloud.house.db.execute(`delete from global_permissions where user_id = ${cloud.admin.id}`);
    const body = { address: cloud.url, code };
    const refused = await laptop.admin.call(places.givePlace, { params: { id: laptop.id }, body });
    expect(refused.body.code).toBe('place_code_unknown');
  });

  it('refuses clocks that differ by more than five minutes, and returns the difference', async () => {
    const late = await startTestApp({ clock: () => new Date(Date.now() + 17 * 60_000) });
    const admin = await late.signIn(['create_competition']);
    const { code } = (await admin.call(places.createReceivingCode)).body;
    const body = { address: await listen(late), code };
    const refused = await laptop.admin.call(places.givePlace, { params: { id: laptop.id }, body });
    expect(refused.body.code).toBe('place_clock');
    expect(refused.body.message).toContain('17');
  });

  // ASVS 1.3.6
  it('reports clearly when nothing answers at an address', async () => {
    const body = { address: 'http://127.0.0.1:1', code: 'AAAA-BBBB-CCCC-DDDD' };
    expect((await laptop.admin.call(places.givePlace, { params: { id: laptop.id }, body })).body.code).toBe(
      'place_unreachable',
    );
  });

  // ASVS 11.6.1, 12.3.1
  it('refuses a message with another signature, and a replayed one', async () => {
    await share();
    const kept: { body: Buffer; headers: Record<string, string> }[] = [];
    const spy: typeof fetch = (address, init) => {
      kept.push({ body: Buffer.from(init?.body as Uint8Array), headers: init?.headers as Record<string, string> });
      return fetch(address, init);
    };
    await ride(laptop, 1, 3);
    await exchangeOnce(laptop.house.db, clock, laptop.id, spy);
    const [{ body, headers }] = kept as [(typeof kept)[number]];
    const send = (bytes: Buffer, more: Record<string, string>) =>
      fetch(`${cloud.url}/api/places/exchange`, {
        method: 'POST',
        body: new Uint8Array(bytes),
        headers: { ...headers, ...more },
      });
    expect((await send(body, {})).status).toBe(200);
    expect(await runsOf(cloud, 1)).toEqual([[1, 30]]);
    expect((await send(body, { 'x-place-signature': 'AAAA' })).status).toBe(403);
    expect((await send(Buffer.concat([body, Buffer.from('x')]), {})).status).toBe(403);
  });

  it('reports on both sides when only one of them was updated to another version, until the other is too', async () => {
    await share();
    const [asked] = await laptop.house.db.select().from(placeTable).where(eq(placeTable.competition_id, laptop.id));
    const [called] = await cloud.house.db.select().from(placeTable).where(eq(placeTable.competition_id, cloud.id));
    if (!asked || !called) throw new Error('The competition is not shared.');
    const later = gzipSync(
      JSON.stringify({ version: exchangeVersion + 1, pair: asked.pair, news: 'of a later version' }),
    );
    const signature = signBytes(asked.private_key, later);
    const answer = await fetch(`${cloud.url}/api/places/exchange`, {
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        'x-place-signature': signature,
        'x-place-pair': asked.pair,
      },
      body: new Uint8Array(later),
    });
    expect([answer.status, (await placeOf(cloud)).trouble]).toEqual([200, 'version']);
    const answerLater: typeof fetch = async (_, init) => {
      const question = new Headers(init?.headers).get('x-place-signature') ?? '';
      const signed = signBytes(called.private_key, answerBytes(question, later));
      return new Response(new Uint8Array(later), { headers: { 'x-place-signature': signed } });
    };
    await expect(exchangeOnce(laptop.house.db, clock, laptop.id, answerLater)).rejects.toThrow(
      `version ${exchangeVersion + 1}`,
    );
    expect((await placeOf(laptop)).trouble).toBe('version');
    await settle();
    expect([(await placeOf(laptop)).trouble, (await placeOf(cloud)).trouble]).toEqual([null, null]);
  });

  it('leaves the exchange to another process that has overtaken it', async () => {
    await share();
    for (let won = 1; won <= 3; won += 1) await ride(cloud, 1, won);
    const overtaken: typeof fetch = async (address, init) => {
      const answer = await fetch(address, init);
      await exchange();
      return answer;
    };
    expect(await exchangeOnce(laptop.house.db, clock, laptop.id, overtaken)).toBe(false);
    await settle();
    expect(await rankings(laptop)).toBe(await rankings(cloud));
  });

  it('reports that rows of the other side cannot be stored, and stores nothing of that message', async () => {
    await share();
    await ride(laptop, 1, 3);
    // A row that no screen accepts and no database of this product contains.
    await cloud.house.db.execute(sql`alter table runs add constraint no_run_today check (false) not valid`);
    await expect(exchange()).rejects.toThrow('500');
    expect((await placeOf(cloud)).trouble).toBe('rows');
    await cloud.house.db.execute(sql`alter table runs drop constraint no_run_today`);
    await settle();
    expect([await runsOf(cloud, 1), (await placeOf(cloud)).trouble]).toEqual([[[1, 30]], null]);
  });

  it('ends in a database restored from a backup, where the competition is at home again (Y9)', async () => {
    await share();
    await cloud.house.db.execute(`delete from places where competition_id = ${cloud.id}`);
    await clearLostPlaces(cloud.house.db);
    expect((await cloud.admin.call(createParticipant, { body: rider(cloud.id, 9) as never })).status).toBe(201);
    expect((await laptop.admin.call(createParticipant, { body: rider(laptop.id, 9) as never })).status).toBe(201);
    await expect(exchange()).rejects.toThrow('403');
  });

  it('ends on both sides, and each keeps its data (Y9)', async () => {
    await share();
    await ride(cloud, 1, 3);
    await settle();
    expect((await cloud.admin.call(places.endPlace, { params: { id: cloud.id } })).body.place.ended).toBe('here');
    await exchange();
    expect(await placeOf(laptop)).toMatchObject({ ended: 'there', is_home: true });
    expect((await cloud.admin.call(createParticipant, { body: rider(cloud.id, 9) as never })).status).toBe(201);
    await expect(rankings(laptop)).resolves.toContain('"total_points":30');
  });
});
