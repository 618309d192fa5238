import {
  type DoubtfulChoice,
  type DoubtfulPair,
  doubtfulWithinSec,
} from '@dossard/contract/runs/doubtful.runs.schema.ts';
import { and, asc, desc, eq, gt, inArray, isNull, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '../../database/client.ts';
import { Refusal } from '../../http/refusal.ts';
import type { CompetitionRow } from '../competitions/competition.access.ts';
import { participants } from '../participants/participant.table.ts';
import { type Recording, removeRun } from './run.actions.ts';
import { listRunsOfRiders } from './run.store.ts';
import { runs, settledPairs } from './run.tables.ts';

/*
 * Two phones that record one ride make two runs. Which they are nobody knows but the organiser: pairs of runs of one
 * rider in one zone, close together and from different phones, are shown until somebody decides.
 */

/** The rider and the two run numbers of a pair, the lower first. */
interface PairKey {
  dossard: number;
  first_run: number;
  second_run: number;
}

const nameOf = ({ dossard, first_run, second_run }: PairKey) => `${dossard}-${first_run}-${second_run}`;

/** Reads a pair's name. Throws `run_not_found` for one that cannot be. */
function readName(name: string): PairKey {
  const numbers = /^([1-9]\d{0,8})-([1-9]\d{0,8})-([1-9]\d{0,8})$/.exec(name)?.slice(1).map(Number);
  const [dossard = 0, first_run = 0, second_run = 0] = numbers ?? [];
  if (first_run >= second_run) throw new Refusal('run_not_found');
  return { dossard, first_run, second_run };
}

const first = alias(runs, 'first');
const second = alias(runs, 'second');

/** When a run took place: by the phone's clock, else when it arrived. */
const timeOf = (run: typeof first | typeof second) => sql`coalesce(${run.recorded_at}, ${run.received_at})`;

const areDoubtful = and(
  eq(first.competition_id, second.competition_id),
  eq(first.dossard, second.dossard),
  eq(first.zone_id, second.zone_id),
  gt(second.run_number, first.run_number),
  isNull(first.deleted_at),
  isNull(second.deleted_at),
  sql`abs(extract(epoch from ${timeOf(first)} - ${timeOf(second)})) <= ${doubtfulWithinSec}`,
  // An imported run may know its referee by name alone; a phone that does not say which it is proves nothing.
  or(
    sql`${first.phone_id} <> ${second.phone_id}`,
    sql`case when ${first.referee_id} is null or ${second.referee_id} is null
      then ${first.referee_name} <> ${second.referee_name} else ${first.referee_id} <> ${second.referee_id} end`,
  ),
);

/** Finds the doubtful pairs of a competition on which nobody has decided, the latest first. */
async function findPairs(db: Database, competitionId: number): Promise<PairKey[]> {
  const settled = db
    .select({ dossard: settledPairs.dossard })
    .from(settledPairs)
    .where(
      and(
        eq(settledPairs.competition_id, first.competition_id),
        eq(settledPairs.dossard, first.dossard),
        eq(settledPairs.first_run, first.run_number),
        eq(settledPairs.second_run, second.run_number),
      ),
    );
  return db
    .select({ dossard: first.dossard, first_run: first.run_number, second_run: second.run_number })
    .from(first)
    .innerJoin(second, areDoubtful)
    .where(and(eq(first.competition_id, competitionId), notExists(settled)))
    .orderBy(desc(timeOf(second)), asc(first.dossard), asc(first.run_number), asc(second.run_number));
}

/** Lists the doubtful pairs of a competition, each with its rider and both runs as they count. */
export async function listDoubtful(db: Database, competition: CompetitionRow): Promise<DoubtfulPair[]> {
  const keys = await findPairs(db, competition.id);
  const dossards = [...new Set(keys.map(({ dossard }) => dossard))];
  if (dossards.length === 0) return [];
  const all = await listRunsOfRiders(db, competition.id, dossards, competition.ranking_rule.runs);
  const riders = await db
    .select()
    .from(participants)
    .where(and(eq(participants.competition_id, competition.id), inArray(participants.dossard_number, dossards)));
  return keys.flatMap((key) => {
    const [one, other] = [key.first_run, key.second_run].map((number) =>
      all.find(({ dossard, run_number }) => dossard === key.dossard && run_number === number),
    );
    const rider = riders.find(({ dossard_number }) => dossard_number === key.dossard);
    // Either may have been removed since the pairs were found.
    if (!one || !other || !rider) return [];
    const { first_name, last_name, category, gender } = rider;
    const { dossard, zone_id, zone_name } = one;
    return [
      { pair: nameOf(key), dossard, first_name, last_name, category, gender, zone_id, zone_name, runs: [one, other] },
    ];
  });
}

/**
 * Decides on a pair: both stay and are not asked about again, or the one of that number stays and the other is removed.
 * Throws `run_not_found` for what is no doubtful pair, or no longer; `invalid_request` to keep a run of neither.
 */
export async function settleDoubtful(
  tx: Transaction,
  name: string,
  keep: DoubtfulChoice['keep'],
  by: Recording,
): Promise<void> {
  const key = readName(name);
  const { dossard, first_run, second_run } = key;
  const competition_id = by.competition.id;
  // Holds both, so that of two who decide at once the second finds what the first one left.
  await tx
    .select({ run_number: runs.run_number })
    .from(runs)
    .where(
      and(
        eq(runs.competition_id, competition_id),
        eq(runs.dossard, dossard),
        inArray(runs.run_number, [first_run, second_run]),
      ),
    )
    .orderBy(asc(runs.run_number))
    .for('update');
  const [pair] = await tx
    .select({ dossard: first.dossard })
    .from(first)
    .innerJoin(second, areDoubtful)
    .where(
      and(
        eq(first.competition_id, competition_id),
        eq(first.dossard, dossard),
        eq(first.run_number, first_run),
        eq(second.run_number, second_run),
      ),
    );
  if (!pair) throw new Refusal('run_not_found');
  if (keep === 'both') {
    const settled = { competition_id, ...key, settled_by: by.caller.id, settled_at: by.now.toISOString() };
    await tx.insert(settledPairs).values(settled).onConflictDoNothing();
    return;
  }
  if (keep !== first_run && keep !== second_run) {
    throw new Refusal('invalid_request', { problems: [{ path: 'keep', code: 'invalid_choice' }] });
  }
  await removeRun(tx, { competition_id, dossard }, keep === first_run ? second_run : first_run, by);
}
