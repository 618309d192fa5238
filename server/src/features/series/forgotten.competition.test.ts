import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { seriesCompetitions } from '../../tables/series.tables.ts';
import { startTestApp } from '../../testing/test.app.ts';
import { isCounted, listCounted } from '../identity/counted.competitions.ts';
import { removeFromSeries } from '../identity/decision.store.ts';
import { lockSeries } from './series.actions.ts';
import { makeSeason } from './testing/season.job.ts';

const house = await startTestApp();

it('permanently erasing a competition keeps what an admin sets at the same time', async () => {
  const { seriesId, events } = await makeSeason(house);
  const ids = events.map(({ id }) => id);
  const [first = 0, second = 0, third = 0] = ids;
  let forgotten: Promise<void> | undefined;
  await house.db.transaction(async (tx) => {
    await lockSeries(tx, seriesId);
    for (const [position, id] of [third, first, second].entries())
      await tx.update(seriesCompetitions).set({ position }).where(isCounted(seriesId, id));
    forgotten = house.db.transaction((other) => removeFromSeries(other, first));
    // The other transaction reads before this one commits, and waits for the lock.
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  await forgotten;
  expect((await listCounted(house.db, seriesId)).map(({ competition }) => competition.id)).toEqual([third, second]);
  expect(await house.db.$count(seriesCompetitions, eq(seriesCompetitions.counted_id, first))).toBe(0);
});
