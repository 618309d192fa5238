import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Database } from '../../database/client.ts';
import { places } from '../../tables/place.tables.ts';
import { clock, cloud, laptop, openInstallations, share } from '../../testing/two.installations.ts';
import { whenOver } from '../../testing/when.over.ts';
import { startCourier } from './courier.ts';

await openInstallations();

/** Starts a courier and collects its reports. */
function start(db: Database): string[] {
  const said: string[] = [];
  const signals = {
    ...{ onSignal: () => () => {}, watch: () => {} },
    ...{ isReceiving: () => true, stop: async () => {} },
  };
  const courier = startCourier({ db, clock, signals, report: (sentence) => said.push(sentence) });
  whenOver(courier.stop);
  return said;
}

test('a failure of the own database is reported as such, without the statement', async () => {
  await share();
  const { db } = laptop.house;
  const failing = new Proxy(db, {
    get(target, name) {
      if (name !== 'transaction') return Reflect.get(target, name);
      const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
      return () => Promise.reject(new Error('Failed query: update riders params: Zoé', { cause }));
    },
  });
  const said = start(failing);
  await expect
    .poll(() => said, { timeout: 20_000 })
    .toEqual([`Competition ${laptop.id} is not exchanged: the database does not answer`]);
});

test('an installation that does not answer is reported by its name', async () => {
  await share();
  const { db } = laptop.house;
  const isShared = eq(places.competition_id, laptop.id);
  await db.update(places).set({ other_url: 'http://127.0.0.1:1', other_name: 'Annecy' }).where(isShared);
  const said = start(db);
  await expect
    .poll(() => said, { timeout: 20_000 })
    .toEqual([expect.stringMatching(`^Competition ${laptop.id} is not exchanged: Annecy does not answer: .`)]);
});

test('a pairing that was never used is ended by the called side', async () => {
  await share();
  const isPaired = eq(places.competition_id, cloud.id);
  const { db } = cloud.house;
  await db.update(places).set({ last_contact: null, created_at: '2020-01-01T00:00:00Z' }).where(isPaired);
  start(db);
  await expect
    .poll(async () => (await db.select().from(places).where(isPaired))[0]?.ended, { timeout: 20_000 })
    .toBe('here');
});
