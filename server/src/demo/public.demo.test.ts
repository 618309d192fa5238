import { register } from '@dossard/contract/accounts/account.endpoints.ts';
import { getProfile } from '@dossard/contract/accounts/session.endpoints.ts';
import {
  listCompetitions,
  listPublicCompetitions,
  setVisibility,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { listPhones } from '@dossard/contract/phones/phone.endpoints.ts';
import { givePlace } from '@dossard/contract/places/place.endpoints.ts';
import { getPublicRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { enterDemonstration } from '@dossard/contract/setup/setup.endpoints.ts';
import { StartError } from '@dossard/postgres/start.error.ts';
import { notLike } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createLimits } from '../http/turns/limits.ts';
import { users } from '../tables/account.tables.ts';
import { competitions } from '../tables/competition.table.ts';
import { startTestApp, type TestApp } from '../testing/test.app.ts';
import { demoAddress } from './demo.event.ts';
import { createDemonstration } from './demonstration.ts';
import { createPublicDemo, startPublicDemo } from './public.demo.ts';

/* A demonstration that anybody may enter (A9). */

const now = new Date('2027-06-12T09:10:00Z');

async function startDemo() {
  const plain = await startTestApp();
  const demonstration = createDemonstration(plain.db);
  const publicDemo = createPublicDemo(plain.db, demonstration);
  await publicDemo.begin(now);
  const house = await startTestApp({ publicDemo, clock: () => now }, plain.databaseUrl);
  return { house, publicDemo, end: demonstration.stop };
}

/** Enters as a guest, whose calls carry the session. */
async function enter({ visitor }: TestApp, language = 'fr') {
  const { status, body, headers } = await visitor.call(enterDemonstration, {
    headers: { 'accept-language': language },
  });
  const cookie = String(headers['set-cookie']).split(';', 1)[0] ?? '';
  const call: typeof visitor.call = (endpoint, sent) =>
    visitor.call(endpoint, { ...sent, headers: { cookie, ...sent?.headers } } as never);
  return { status, id: body.competition_id as number, call };
}

it('gives each guest an event and an account of their own, and lists the common event alone', async () => {
  const { house, publicDemo, end } = await startDemo();
  const [one, other] = [await enter(house), await enter(house, 'en')];
  expect([one.status, one.id === other.id]).toEqual([200, false]);
  const { body } = await one.call(listCompetitions);
  expect(body.competitions).toMatchObject([{ id: one.id, role: 'admin', name: 'Trial de démonstration' }]);
  expect((await other.call(listCompetitions)).body.competitions).toMatchObject([{ name: 'Demonstration trial' }]);
  const { phones } = (await other.call(listPhones, { params: { id: other.id } })).body;
  expect(new Set(phones.map(({ zone_id }: { zone_id: number }) => zone_id)).size).toBe(5);
  expect((await one.call(getProfile)).body.global_permissions).toEqual(['create_competition']);
  // What a guest writes into a public event is for those who get its address.
  expect((await one.call(setVisibility, { body: { competition_id: one.id, is_public: true } })).status).toBe(200);
  const query = { category: 'U9', gender: 'F' } as const;
  expect((await house.visitor.call(getPublicRanking, { params: { id: one.id }, query })).status).toBe(200);
  const listed = await house.visitor.call(listPublicCompetitions);
  expect(listed.body.competitions.map(({ id }: { id: number }) => id)).toEqual([publicDemo.listedId()]);
  expect((await house.app.inject({ url: '/sitemap.xml' })).body).not.toContain(`/${one.id}/`);
  expect((await other.call(setVisibility, { body: { competition_id: one.id, is_public: false } })).status).toBe(403);
  end();
});

it('is erased as a whole, with what strangers have left, and begins again', async () => {
  const { house, publicDemo, end } = await startDemo();
  const guest = await enter(house);
  const person = { first_name: 'Camille', last_name: 'Exemple', email: 'camille@dossard.test', password: 'Trial-2027' };
  expect(
    (await house.visitor.call(register, { body: { ...person, password_confirmation: 'Trial-2027' } as never })).status,
  ).toBeLessThan(300);
  const first = publicDemo.listedId();
  await publicDemo.begin(new Date('2027-06-12T10:00:00Z'));
  expect((await guest.call(getProfile)).status).toBe(401);
  expect(await house.db.$count(users, notLike(users.email, `juge%@${demoAddress}`))).toBe(0);
  const left = await house.db.select({ id: competitions.id }).from(competitions);
  expect(left).toEqual([{ id: publicDemo.listedId() }]);
  expect(publicDemo.listedId()).not.toBe(first);
  expect((await enter(house)).status).toBe(200);
  end();
});

it('calls no other installation', async () => {
  const { house, end } = await startDemo();
  const guest = await enter(house);
  const body = { address: 'https://other.dossard.test', code: 'AAAA-AAAA-AAAA' };
  const { status, body: said } = await guest.call(givePlace, { params: { id: guest.id }, body });
  expect([status, said.code]).toEqual([409, 'place_unreachable']);
  end();
});

it('takes ten guests an hour from one address', async () => {
  const plain = await startTestApp();
  const demonstration = createDemonstration(plain.db);
  const publicDemo = createPublicDemo(plain.db, demonstration);
  await publicDemo.begin(now);
  const house = await startTestApp(
    (client) => ({ publicDemo, limits: createLimits(client.pool, true) }),
    plain.databaseUrl,
  );
  const statuses: number[] = [];
  for (let guest = 0; guest < 11; guest += 1) statuses.push((await enter(house)).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
  demonstration.stop();
});

it('is not there without DEMO=public', async () => {
  expect((await enter(await startTestApp())).status).toBe(404);
});

it('refuses a database with accounts, and leaves it as it is', async () => {
  const house = await startTestApp();
  await house.signIn();
  const demonstration = createDemonstration(house.db);
  const starting = startPublicDemo({ db: house.db, demonstration, clock: () => now, report: () => {} });
  await expect(starting).rejects.toThrow(StartError);
  expect(await house.db.$count(users)).toBe(1);
});
