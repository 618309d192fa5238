import { and, inArray } from 'drizzle-orm';
import { ofRiders } from '../../database/any.of.ts';
import type { Transaction } from '../../database/client.ts';
import { riderFollowers } from '../../tables/follower.table.ts';
import { lastNumberOf } from './followed.runs.ts';

/** Deletes the browsers that follow these riders, and returns them. */
export const deleteFollowers = (tx: Transaction, competitionId: number, dossards: readonly number[]) =>
  tx
    .delete(riderFollowers)
    .where(ofRiders(riderFollowers, competitionId, dossards))
    .returning();

/**
 * Lets browsers follow persons to their new bibs, from a map of bibs; persons may exchange theirs. The runs of the new bib
 * are no news. Returns the ids of those that do.
 */
export async function rebindFollowers(
  tx: Transaction,
  competitionId: number,
  newBibs: ReadonlyMap<number, number>,
): Promise<number[]> {
  const leaving = await deleteFollowers(tx, competitionId, [...newBibs.keys()]);
  if (leaving.length === 0) return [];
  const moved = leaving.map((one) => {
    const dossard = newBibs.get(one.dossard) ?? one.dossard;
    return { ...one, dossard, told_runs: lastNumberOf(competitionId, dossard) };
  });
  // A browser may follow the kept bib of a rider with two already.
  const bound = await tx
    .insert(riderFollowers)
    .values(moved)
    .onConflictDoNothing()
    .returning({ id: riderFollowers.id });
  return bound.map(({ id }) => id);
}

/** Lets browsers that followed a merged rider to the kept bib follow the rider again, as far as they still do. */
export async function splitFollowers(
  tx: Transaction,
  competitionId: number,
  { keep, remove }: { keep: number; remove: number },
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(riderFollowers)
    .set({ dossard: remove, told_runs: lastNumberOf(competitionId, remove) })
    .where(and(ofRiders(riderFollowers, competitionId, [keep]), inArray(riderFollowers.id, [...ids])));
}
