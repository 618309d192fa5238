import { isDeepStrictEqual } from 'node:util';
import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import type { ResultHold } from '@dossard/contract/results/result.schema.ts';
import { and, asc, eq, isNotNull, lte } from 'drizzle-orm';
import { recordChange } from '../../audit/audit.log.ts';
import { lockCompetition, raiseVersion } from '../../audit/competition.version.ts';
import { type Write, writeTo } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { competitions } from '../../tables/competition.table.ts';
import { groupResults } from '../../tables/result.tables.ts';
import { describeHold, type Hold, putResult, type StoredResult } from '../declarations/declared.results.ts';
import { listResultGroups } from './result.store.ts';

/* Results that wait for their ceremony (E12). */

/**
 * Holds the results of groups from the public, or releases them; groups that already are as asked stay untouched. Throws
 * `invalid_request` for an unknown group, and for a release that is over.
 */
export async function holdResults(write: Write, { groups, held, release_at = null }: ResultHold): Promise<void> {
  const { tx, competition_id, now } = write;
  if (held && release_at !== null && release_at <= now.toISOString())
    throw new Refusal('invalid_request', { problems: [{ path: 'release_at', code: 'in_past' }] });
  // As a declaration does, so that the two take turns.
  await lockCompetition(write);
  const known = await listResultGroups(tx, competition_id);
  const asked = groups && new Set(groups.map(groupKey));
  const chosen = known.filter((group) => asked === null || asked.has(groupKey(group)));
  if (asked && chosen.length < asked.size)
    throw new Refusal('invalid_request', { problems: [{ path: 'groups', code: 'invalid_choice' }] });
  const changed: Group[] = [];
  for (const result of chosen) {
    // A later change of what is held does not show a list that was published meanwhile.
    const hold = held && { held, release_at, held_at: result.hold?.held_at ?? now.toISOString() };
    if (await putHold(write, result, hold)) changed.push(result);
  }
  if (changed.length > 0) await raiseVersion(write, changed, { holds: true });
}

/** Stores what is held of a result; false if it was so before. */
async function putHold(write: Write, result: StoredResult, hold: Hold | null): Promise<boolean> {
  const { category, gender, declared } = result;
  const [before, after] = [describeHold(result.hold), describeHold(hold)];
  if (isDeepStrictEqual(before, after)) return false;
  await putResult(write, result, { ...after, held_at: hold?.held_at ?? null });
  const { state, revision, complaints_until } = declared;
  const facts = { category, gender, state, revision, complaints_until };
  await recordChange(write, {
    action: 'update',
    subject: 'result',
    key: `${category} ${gender}`,
    before: { ...facts, ...before },
    after: { ...facts, ...after },
  });
  return true;
}

/** Joins the competitions that are at home here: others are released by the installation where they are (Y2). */
const isHome = and(eq(competitions.id, groupResults.competition_id), eq(competitions.is_away, false));

/**
 * Releases the results whose time has come, each competition in a write of its own. Throws the first failure at the
 * end, after the others are released.
 */
export async function releaseDue(db: Database, now: Date): Promise<void> {
  const isDue = and(isNotNull(groupResults.held), lte(groupResults.release_at, now.toISOString()));
  const due = await db
    .selectDistinct({ competition_id: groupResults.competition_id })
    .from(groupResults)
    .innerJoin(competitions, isHome)
    .where(isDue);
  const outcomes = await Promise.allSettled(due.map(({ competition_id }) => releaseOf(db, competition_id, now)));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}

const releaseOf = (db: Database, competition_id: number, now: Date): Promise<void> =>
  writeTo(db, { competition_id, actor_id: null, now }, async (write) => {
    await lockCompetition(write);
    const known = await listResultGroups(write.tx, competition_id);
    const over = known.filter(({ hold }) => hold?.release_at && hold.release_at <= now.toISOString());
    for (const result of over) await putHold(write, result, null);
    if (over.length > 0) await raiseVersion(write, over, { holds: true });
  });

/** Returns when the next results are to be released; undefined without any. */
export async function findNextRelease(db: Database): Promise<Date | undefined> {
  const [next] = await db
    .select({ release_at: groupResults.release_at })
    .from(groupResults)
    .innerJoin(competitions, isHome)
    .where(and(isNotNull(groupResults.held), isNotNull(groupResults.release_at)))
    .orderBy(asc(groupResults.release_at))
    .limit(1);
  return next?.release_at ? new Date(next.release_at) : undefined;
}
