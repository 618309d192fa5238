import type { Group } from '@dossard/contract/categories/group.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '../database/client.ts';
import { lockRow } from '../database/one.row.ts';
import { prepareOnce } from '../database/prepared.ts';
import { notify, together } from '../database/round.trips.ts';
import { liveChannel, type RankingSignal } from '../live/live.signal.ts';
import { keepUsable } from '../rights/relations.ts';
import { competitions } from '../tables/competition.table.ts';
import type { Write } from './write.ts';

/**
 * Longest list of groups that fits into a PostgreSQL notification, in bytes of JSON; spaces and the rest need the
 * remainder.
 */
const maxGroups = 5_000;

/** Locks the competition's row until the commit: what changes its results takes turns. Throws `competition_not_found`. */
export const lockCompetition = ({ tx, competition_id }: Pick<Write, 'tx' | 'competition_id'>) =>
  lockRow(tx, competitions, { id: competition_id }, 'competition_not_found');

const nextVersion = prepareOnce((db) =>
  db
    .update(competitions)
    .set({ version: sql`${competitions.version} + 1` })
    .where(eq(competitions.id, sql.placeholder('competition_id')))
    .returning({ followed_by: competitions.followed_by })
    .prepare('next_version'),
);

/**
 * Raises the competition's version and notifies every server process on commit, about these groups or about all; with
 * `holds`, what is held of them has changed. Must be the last statement of a transaction, because it locks the
 * competition's row.
 */
export async function raiseVersion(
  { tx, competition_id }: Pick<Write, 'tx' | 'competition_id'>,
  groups?: readonly Group[],
  { holds = false } = {},
): Promise<void> {
  const named = groups?.map(({ category, gender }) => ({ category, gender })) ?? null;
  const isLong = Buffer.byteLength(JSON.stringify(named)) > maxGroups;
  const [[raised]] = await together([
    nextVersion(tx).execute({ competition_id }),
    announce(tx, { competition_id, groups: isLong ? null : named }),
  ]);
  if (!raised) throw new Error(`There is no competition ${competition_id} to raise the version of.`);
  // A suspended round does not use these ranks, but its starts tell them while they are held (E12).
  if (holds) await raiseRounds(tx, raised.followed_by);
  else await raiseFollowers(tx, competition_id, raised.followed_by);
}

/**
 * Whether what a competition shows depends on its previous round: ties on the ranking (R14), times of starts on what is
 * held there (E12).
 */
const usesRoundBefore = sql`(${competitions.ranking_rule} -> 'tie_breaks' @> '["previous_round"]' or ${competitions.start_plan} is not null)`;

/** Raises the versions of the following rounds that depend on this ranking, but for suspended ones (X2). */
async function raiseFollowers(tx: Transaction, competition_id: number, followers: readonly number[]): Promise<void> {
  if (followers.length === 0) return;
  const made = await tx
    .select({ id: competitions.id, made_by: competitions.follows_made_by })
    .from(competitions)
    .where(and(inArray(competitions.id, [...followers]), usesRoundBefore));
  const usable = await keepUsable(
    tx,
    made.map((one) => ({ ...one, competition_id })),
  );
  await raiseRounds(
    tx,
    usable.map(({ id }) => id),
  );
}

/** Raises the versions of rounds in one statement: a round follows one other, which the caller has locked. */
async function raiseRounds(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const raised = await tx
    .update(competitions)
    .set({ version: sql`${competitions.version} + 1` })
    .where(and(inArray(competitions.id, [...ids]), usesRoundBefore))
    .returning({ id: competitions.id, followed_by: competitions.followed_by });
  for (const { id, followed_by } of raised) {
    await announce(tx, { competition_id: id, groups: null });
    await raiseFollowers(tx, id, followed_by);
  }
}

/**
 * Raises the versions of the rounds that an account made follow this competition: its rights here have changed, and
 * with them whether these rounds use this ranking (X2).
 */
export async function raiseRoundsMadeBy(tx: Transaction, competitionId: number, userId: number): Promise<void> {
  const isMadeBy = and(eq(competitions.follows, competitionId), eq(competitions.follows_made_by, userId));
  const made = await tx.select({ id: competitions.id }).from(competitions).where(isMadeBy);
  await raiseRounds(
    tx,
    made.map(({ id }) => id),
  );
}

/** Notifies every server process on commit, in a separate statement: Citus rejects such functions in `returning`. */
const announce = (tx: Transaction, signal: RankingSignal) => notify(tx, liveChannel, JSON.stringify(signal));

/** Notifies every server process on commit that any ranking may have changed; the notification names no competition. */
export const announceAll = (tx: Transaction): Promise<void> => notify(tx, liveChannel, '');
