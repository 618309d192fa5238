import { and, inArray } from 'drizzle-orm';
import type { Write } from '../../audit/write.ts';
import { ofRiders } from '../../database/any.of.ts';
import { riderFollowers } from '../../tables/follower.table.ts';
import { lastNumberOf } from './followed.runs.ts';

/** Deletes the browsers that follow these riders, and returns them. */
export const deleteFollowers = ({ tx, competition_id }: Write, dossards: readonly number[]) =>
  tx
    .delete(riderFollowers)
    .where(ofRiders(riderFollowers, competition_id, dossards))
    .returning();

/**
 * Lets browsers follow persons to their new bibs, from a map of bibs; persons may exchange theirs. The runs of the new bib
 * are no news. Returns the ids of those that do.
 */
export async function rebindFollowers(write: Write, newBibs: ReadonlyMap<number, number>): Promise<number[]> {
  const { tx, competition_id } = write;
  const leaving = await deleteFollowers(write, [...newBibs.keys()]);
  if (leaving.length === 0) return [];
  const moved = leaving.map((one) => {
    const dossard = newBibs.get(one.dossard) ?? one.dossard;
    return { ...one, dossard, told_runs: lastNumberOf(competition_id, dossard) };
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
  { tx, competition_id }: Write,
  { keep, remove }: { keep: number; remove: number },
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(riderFollowers)
    .set({ dossard: remove, told_runs: lastNumberOf(competition_id, remove) })
    .where(and(ofRiders(riderFollowers, competition_id, [keep]), inArray(riderFollowers.id, [...ids])));
}
