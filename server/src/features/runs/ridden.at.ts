import type { RunSubmission } from '@dossard/contract/runs/run.schema.ts';
import { and, desc, eq, or, sql } from 'drizzle-orm';
import type { Caller } from '../../access/account.store.ts';
import type { Transaction } from '../../database/client.ts';
import { prepareOnce } from '../../database/prepared.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { hasValues } from '../../tables/has.values.ts';
import { refereePhones } from '../../tables/phone.table.ts';

/* When runs were ridden, by one clock: the server's. Phones are compared by it, however wrong theirs are (D4). */

/** A run or call older than this at its arrival is not believed, in milliseconds: its phone's clock was wrong. */
export const believedMs = 30 * 86_400_000;
/** Differences up to this may be the way of the report, and are not corrected, in seconds. */
const networkSec = 5;

/**
 * Returns when a run was ridden: the phone's time corrected by the seconds that its clock is ahead of the server's, or
 * the time of arrival if these are unknown or the time is impossible (D4).
 */
export function riddenAt(
  { recorded_at, received_at }: { recorded_at?: string | null | undefined; received_at: string },
  aheadSec: number | undefined,
): string {
  if (!recorded_at || aheadSec === undefined) return received_at;
  const received = Date.parse(received_at);
  const ridden = correctedTime(recorded_at, aheadSec);
  return ridden <= received && ridden >= received - believedMs ? new Date(ridden).toISOString() : received_at;
}

/** Returns a phone's time without the error of its clock, in milliseconds since 1970. */
function correctedTime(recorded_at: string, aheadSec: number): number {
  const wrongSec = Math.abs(aheadSec) > networkSec ? aheadSec : 0;
  return Date.parse(recorded_at) - wrongSec * 1000;
}

/**
 * Reads by how many seconds a phone's clock was ahead of the server's at its last report; the phone of `user_id` if it
 * sends no id.
 */
export const aheadOfServer = prepareOnce((db) =>
  db
    .select({ aheadSec: refereePhones.clock_difference_sec })
    .from(refereePhones)
    .where(
      and(
        hasValues(refereePhones, {
          competition_id: sql.placeholder('competition_id'),
          phone_id: sql.placeholder('phone_id'),
        }),
        or(sql`${refereePhones.phone_id} <> ''`, eq(refereePhones.user_id, sql.placeholder('user_id'))),
      ),
    )
    .orderBy(desc(refereePhones.last_contact))
    .limit(1)
    .prepare('ahead_of_server'),
);

/**
 * Refuses a run that was ridden after the end of its judge's link (U3); a phone whose clock is unknown is believed. Throws
 * `judge_link_ended`.
 */
export async function refuseRiddenLate(
  tx: Transaction,
  { competition_id, phone_id, recorded_at }: Pick<RunSubmission, 'competition_id' | 'phone_id' | 'recorded_at'>,
  { caller: { id: user_id, judge }, now }: { caller: Caller; now: Date },
): Promise<void> {
  if (judge?.quarantine !== 'ended') return;
  const [clock] = await aheadOfServer(tx).execute({ competition_id, phone_id: phone_id ?? '', user_id });
  const riddenMs = recorded_at ? correctedTime(recorded_at, clock?.aheadSec ?? 0) : now.getTime();
  if (riddenMs > Date.parse(judge.ends_at)) throw new Refusal('judge_link_ended');
}
