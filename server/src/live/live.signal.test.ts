import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { startTestApp } from '../testing/test.app.ts';
import { whenOver } from '../testing/when.over.ts';
import { listenToRankings, liveChannel } from './live.signal.ts';

const house = await startTestApp();

test.each([
  ['text', 'vacuum finished'],
  ['nothing', ''],
  ['JSON of another shape', '{"competition_id":"1"}'],
])('a notification from elsewhere with %s counts as a missed change', async (_, payload) => {
  const signals = await listenToRankings(house.databaseUrl, (error) => expect.unreachable(error.message));
  whenOver(signals.stop);
  const onSignal = vi.fn();
  signals.onSignal(onSignal);
  await house.db.execute(sql`select pg_notify(${liveChannel}, ${payload})`);
  await house.db.execute(sql`select pg_notify(${liveChannel}, '{"competition_id":7,"groups":null}')`);
  await expect
    .poll(() => onSignal.mock.calls, { timeout: 20_000 })
    .toEqual([[undefined], [{ competition_id: 7, groups: null }]]);
});
