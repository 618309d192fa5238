import {
  type DoubtfulChoice,
  type DoubtfulList,
  type DoubtfulQuery,
  doubtfulWithinSec,
} from '@dossard/contract/runs/doubtful.runs.schema.ts';
import { runKey } from '@dossard/contract/runs/run.key.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, asc, count, desc, eq, isNull, notExists, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { CompetitionRow } from '../../access/competition.access.ts';
import { actorOf, type Write } from '../../audit/write.ts';
import { anyOf } from '../../database/any.of.ts';
import type { Database } from '../../database/client.ts';
import { listRows, lockRows } from '../../database/rows.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { hasValues } from '../../tables/has.values.ts';
import { isShownRun, riderOf } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { runs, settledPairs } from '../../tables/run.tables.ts';
import { deleteRun } from './run.actions.ts';
import { findRuns } from './run.store.ts';

/*
 * Two phones that record the same ride create two runs. Only the organiser can decide: pairs of runs of one rider in
 * one zone, close together and from different phones, are listed until they are decided.
 */

/** The rider and the two run numbers of a pair, the lower first. */
type PairKey = Pick<typeof settledPairs.$inferSelect, 'dossard' | 'first_run' | 'second_run'>;

const nameOfPair = ({ dossard, first_run, second_run }: PairKey) => `${dossard}-${first_run}-${second_run}`;

const runsOfPair = ({ dossard, first_run, second_run }: PairKey) =>
  [first_run, second_run].map((run_number) => ({ dossard, run_number }));

/** Parses a pair's name. Throws `run_not_found` for an impossible one. */
function readName(name: string): PairKey {
  const numbers = /^([1-9]\d{0,8})-([1-9]\d{0,8})-([1-9]\d{0,8})$/.exec(name)?.slice(1).map(Number);
  const [dossard = 0, first_run = 0, second_run = 0] = numbers ?? [];
  if (first_run >= second_run) throw new Refusal('run_not_found');
  return { dossard, first_run, second_run };
}

/** Columns that distinguish two runs of one rider in one zone. */
type Marks = Record<'ridden_at' | 'phone_id' | 'referee_id' | 'referee_name', SQLWrapper>;

/** Whether two runs of one rider in one zone may be the same ride. */
const areClose = (one: Marks, other: Marks) =>
  and(
    sql`abs(extract(epoch from ${one.ridden_at} - ${other.ridden_at})) <= ${doubtfulWithinSec}`,
    // An imported run may have only its referee's name; a phone without an id proves nothing.
    or(
      sql`${one.phone_id} <> ${other.phone_id}`,
      sql`case when ${one.referee_id} is null or ${other.referee_id} is null
        then ${one.referee_name} <> ${other.referee_name} else ${one.referee_id} <> ${other.referee_id} end`,
    ),
  );

/**
 * Lists each run of a competition with the one before it, of the same rider in the same zone. Only neighbours can be a
 * pair: n runs have at most n pairs, not n², and one pass finds all. Only runs of `dossards` if given.
 */
export function listNeighbours(db: Database, competitionId: number, dossards?: readonly number[]) {
  const before = (column: SQLWrapper) =>
    sql`lag(${column}) over (partition by ${runs.dossard}, ${runs.zone_id} order by ${runs.ridden_at}, ${runs.run_number})`;
  return db
    .select({
      ...pick(runs, 'dossard', 'run_number', 'ridden_at', 'phone_id', 'referee_id', 'referee_name'),
      before_number: sql<number>`${before(runs.run_number)}`.as('before_number'),
      before_at: before(runs.ridden_at).as('before_at'),
      before_phone: before(runs.phone_id).as('before_phone'),
      before_referee: before(runs.referee_id).as('before_referee'),
      before_referee_name: before(runs.referee_name).as('before_referee_name'),
    })
    .from(runs)
    .where(and(isShownRun(competitionId), dossards && eq(runs.dossard, anyOf(dossards))))
    .as('neighbours');
}

/** Finds the undecided doubtful pairs, latest first, and counts all of them. */
async function findPairs(
  db: Database,
  competitionId: number,
  { dossard, limit }: DoubtfulQuery,
): Promise<{ keys: PairKey[]; total: number }> {
  const run = listNeighbours(db, competitionId, dossard === undefined ? undefined : [dossard]);
  const [first_run, second_run] = ['least', 'greatest'].map(
    (bound) => sql<number>`${sql.raw(bound)}(${run.before_number}, ${run.run_number})`,
  ) as [SQL<number>, SQL<number>];
  const before = {
    ridden_at: run.before_at,
    phone_id: run.before_phone,
    referee_id: run.before_referee,
    referee_name: run.before_referee_name,
  };
  const settled = db
    .select({ dossard: settledPairs.dossard })
    .from(settledPairs)
    .where(hasValues(settledPairs, { competition_id: competitionId, dossard: run.dossard, first_run, second_run }));
  const isPair = and(areClose(before, run), notExists(settled));
  if (limit === 0) {
    const [counted] = await db.select({ total: count() }).from(run).where(isPair);
    return { keys: [], total: counted?.total ?? 0 };
  }
  const found = await db
    .select({ dossard: run.dossard, first_run, second_run, total: sql<number>`(count(*) over ())::int` })
    .from(run)
    .where(isPair)
    .orderBy(desc(run.ridden_at), asc(run.dossard), asc(first_run), asc(second_run))
    .limit(limit);
  return { keys: found.map(({ total: _, ...key }) => key), total: found[0]?.total ?? 0 };
}

/** Lists the doubtful pairs of a competition, each with its rider and both runs with their points. */
export async function listDoubtfulRuns(
  db: Database,
  competition: CompetitionRow,
  query: DoubtfulQuery,
): Promise<DoubtfulList> {
  const { keys, total } = await findPairs(db, competition.id, query);
  if (keys.length === 0) return { pairs: [], total };
  const found = await findRuns(db, competition, keys.flatMap(runsOfPair));
  const dossard = anyOf(keys.map((key) => key.dossard));
  const riders = await listRows(db, participants, riderOf({ competition_id: competition.id, dossard }));
  const pairs = keys.flatMap((key) => {
    const [one, other] = runsOfPair(key).map((run) => found.get(runKey(run)));
    const rider = riders.find(({ dossard_number }) => dossard_number === key.dossard);
    // Either run may have been removed since the pairs were found.
    if (!one || !other || !rider) return [];
    const { dossard, zone_id, zone_name } = one;
    return [{ ...rider, dossard, zone_id, zone_name, pair: nameOfPair(key), runs: [one, other] }];
  });
  return { pairs, total };
}

const first = alias(runs, 'first');
const second = alias(runs, 'second');

/**
 * Decides a pair: both runs stay and are not listed again, or the run of that number stays and the other is removed.
 * Throws `run_not_found` if the pair is not doubtful, or no longer; `invalid_request` to keep a run of neither.
 */
export async function settleDoubtfulRuns(write: Write, name: string, keep: DoubtfulChoice['keep']): Promise<void> {
  const key = readName(name);
  const { dossard, first_run, second_run } = key;
  const { tx, competition_id, now } = write;
  const isOf = (run: typeof first | typeof second, number: number) =>
    and(eq(run.competition_id, competition_id), eq(run.dossard, dossard), eq(run.run_number, number));
  // Locks both runs, so that of two decisions at the same time the second sees the first.
  await lockRows(tx, runs, { competition_id, dossard, run_number: [first_run, second_run] }, runs.run_number);
  const [pair] = await tx
    .select({ dossard: first.dossard })
    .from(first)
    .innerJoin(second, and(isOf(second, second_run), eq(second.zone_id, first.zone_id), isNull(second.deleted_at)))
    .where(and(isOf(first, first_run), isNull(first.deleted_at), areClose(first, second)));
  if (!pair) throw new Refusal('run_not_found');
  if (keep === 'both') {
    const settled = { competition_id, ...key, settled_by: actorOf(write), settled_at: now.toISOString() };
    await tx.insert(settledPairs).values(settled).onConflictDoNothing();
    return;
  }
  if (keep !== first_run && keep !== second_run) {
    throw new Refusal('invalid_request', { problems: [{ path: 'keep', code: 'invalid_choice' }] });
  }
  await deleteRun(write, dossard, keep === first_run ? second_run : first_run);
}
