import { getPublicRanking, getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { competitions } from '../tables/competition.table.ts';
import { competitionInput, makeCompetition, runOf } from '../testing/main.job.ts';
import { countRoundTrips, watchRoundTrips } from '../testing/round.trips.ts';
import { startTestApp } from '../testing/test.app.ts';
import { constraintOf } from './failures.ts';
import { commitWith, readTogether } from './round.trips.ts';

watchRoundTrips();
const house = await startTestApp();
const { db } = house;
const { admin, competitionId, zoneId } = await makeCompetition(house);
await db.update(competitions).set({ is_public: true }).where(eq(competitions.id, competitionId));

describe('number of round trips', () => {
  const record = () => admin.call(createRun, { body: runOf(competitionId, zoneId, 1) });

  test('POST /run: session, permission, the record itself, and its commit', async () => {
    await record();
    expect(await countRoundTrips(record)).toBe(4);
  });

  test('an uncached ranking: session, permission, and its facts', async () => {
    const read = () =>
      admin.call(getRanking, { params: { id: competitionId }, query: { category: 'U13', gender: 'F' } });
    await record();
    expect(await countRoundTrips(read)).toBe(3);
    expect(await countRoundTrips(read)).toBe(2);
  });

  test('an uncached public ranking', async () => {
    const read = () => house.visitor.call(getPublicRanking, { params: { id: competitionId }, query: { gender: 'F' } });
    expect(await countRoundTrips(read)).toBe(2);
  });
});

describe('a transaction that is committed with its last statements', () => {
  const insert = (name: string) => ({ ...competitionInput, name });
  const countOf = async (name: string) => db.$count(competitions, eq(competitions.name, name));

  test('is one round trip, and stores their writes', async () => {
    const trips = await countRoundTrips(() =>
      db.transaction(async (tx) => {
        const [made, [two]] = await commitWith(tx, [
          tx.insert(competitions).values(insert('kept')).returning(),
          tx.select({ two: sql<number>`2` }).from(sql`(values (1)) one`),
        ]);
        expect([made[0]?.name, two]).toEqual(['kept', { two: 2 }]);
      }),
    );
    expect([trips, await countOf('kept')]).toEqual([1, 1]);
  });

  test('stores nothing when one of them fails, and reports which', async () => {
    const failed = db.transaction((tx) =>
      commitWith(tx, [
        tx.insert(competitions).values(insert('lost')),
        tx.insert(competitions).values({ ...insert('lost'), public_names: 'nick' as 'full' }),
        tx.insert(competitions).values(insert('lost')),
      ]),
    );
    expect(constraintOf((await failed.catch((error) => error)).cause)).toBe('competitions_public_names');
    expect(await countOf('lost')).toBe(0);
  });

  test('leaves its connection usable for the next transaction, committed in the usual way or rolled back', async () => {
    for (const name of ['one', 'two', 'three']) {
      await db.transaction((tx) => commitWith(tx, [tx.insert(competitions).values(insert(name))]));
      await db.transaction((tx) => tx.insert(competitions).values(insert(`${name} again`)));
      const rolledBack = db.transaction(async (tx) => {
        await tx.insert(competitions).values(insert(`${name} never`));
        throw new Error('no');
      });
      await expect(rolledBack).rejects.toThrow('no');
      expect(await Promise.all([countOf(name), countOf(`${name} again`), countOf(`${name} never`)])).toEqual([1, 1, 0]);
    }
  });

  test('reads one snapshot', async () => {
    const [before, after] = await readTogether(db, (tx) => [
      tx.select({ id: sql`pg_current_snapshot()::text` }).from(sql`(values (1)) one`),
      tx.select({ id: sql`pg_current_snapshot()::text` }).from(sql`(values (1)) one`),
    ]);
    expect(before).toEqual(after);
  });
});
