import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { series } from '../../tables/series.tables.ts';
import { startTestApp } from '../../testing/test.app.ts';
import { removeFromSeries } from '../identity/decision.store.ts';
import { lockSeries } from './series.actions.ts';
import { makeSeason } from './testing/season.job.ts';

const house = await startTestApp();

it('permanently erasing a competition keeps what an admin sets at the same time', async () => {
  const { seriesId, events } = await makeSeason(house);
  const [first = 0, second = 0, third = 0] = events.map(({ id }) => id);
  let forgotten: Promise<void> | undefined;
  await house.db.transaction(async (tx) => {
    const { version } = await lockSeries(tx, seriesId);
    forgotten = house.db.transaction((other) => removeFromSeries(other, first));
    // The other transaction reads before this one commits, and waits for the lock.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const competition_ids = [third, first, second];
    await tx
      .update(series)
      .set({ competition_ids, version: version + 1 })
      .where(eq(series.id, seriesId));
  });
  await forgotten;
  const [after] = await house.db.select().from(series).where(eq(series.id, seriesId));
  expect(after?.competition_ids).toEqual([third, second]);
});
