import { ofRiders } from '../../database/any.of.ts';
import type { Transaction } from '../../database/client.ts';
import { riderFollowers } from '../../tables/follower.table.ts';

/** Deletes the browsers that follow these riders, and returns them. */
export const deleteFollowers = (tx: Transaction, competitionId: number, dossards: readonly number[]) =>
  tx
    .delete(riderFollowers)
    .where(ofRiders(riderFollowers, competitionId, dossards))
    .returning();

/** Lets browsers follow persons to their new bibs, from a map of bibs; persons may exchange theirs. */
export async function rebindFollowers(
  tx: Transaction,
  competitionId: number,
  newBibs: ReadonlyMap<number, number>,
): Promise<void> {
  const leaving = await deleteFollowers(tx, competitionId, [...newBibs.keys()]);
  if (leaving.length === 0) return;
  const moved = leaving.map((one) => ({ ...one, dossard: newBibs.get(one.dossard) ?? one.dossard }));
  // A browser may follow the kept bib of a rider with two already.
  await tx.insert(riderFollowers).values(moved).onConflictDoNothing();
}
