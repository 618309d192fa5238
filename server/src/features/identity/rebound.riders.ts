import { and, eq, inArray, sql } from 'drizzle-orm';
import { ofRiders } from '../../database/any.of.ts';
import type { Transaction } from '../../database/client.ts';
import { insertRows } from '../../database/insert.rows.ts';
import { entries, entryOrigins } from '../../tables/entry.tables.ts';
import { type ReboundDecisions, rebindDecisions, restoreDecisions } from './decision.store.ts';
import { rebindFollowers, splitFollowers } from './follower.bindings.ts';

/* What hangs on a person goes to another bib, when persons change bibs or two bibs were one person (J10). */

/** What hung on a merged rider, so that an undo gives it back; it contains no personal data. */
export interface Bound extends Partial<ReboundDecisions> {
  entries: number[];
  /** Whether the address that entered the rider went to the kept bib. */
  origin: boolean;
  /** The browsers that followed the rider; absent in entries of earlier versions. */
  followers?: number[];
}

/** Gives what hangs on persons to their new bibs, from a map of bibs; persons may exchange theirs. */
export async function rebindRiders(
  tx: Transaction,
  competitionId: number,
  newBibs: ReadonlyMap<number, number>,
): Promise<void> {
  const leaving = [...newBibs.keys()];
  const bibs = JSON.stringify([...newBibs].map(([dossard, to]) => ({ dossard, bib: to })));
  await tx.execute(sql`
    update ${entries} e set dossard = r.bib from jsonb_to_recordset(${bibs}::jsonb) as r(dossard int, bib int)
    where e.competition_id = ${competitionId} and e.dossard = r.dossard`);
  const origins = await tx
    .delete(entryOrigins)
    .where(ofRiders(entryOrigins, competitionId, leaving))
    .returning();
  await insertRows(
    tx,
    entryOrigins,
    origins.map((origin) => ({ ...origin, dossard: newBibs.get(origin.dossard) })),
  );
  await rebindFollowers(tx, competitionId, newBibs);
  await rebindDecisions(tx, competitionId, newBibs, false);
}

/** Gives what hangs on a merged rider to the kept bib. */
export async function mergeBindings(
  tx: Transaction,
  competitionId: number,
  { keep, remove }: { keep: number; remove: number },
): Promise<Bound> {
  const bound = await tx
    .update(entries)
    .set({ dossard: keep })
    .where(and(eq(entries.competition_id, competitionId), eq(entries.dossard, remove)))
    .returning({ id: entries.id });
  const origin = await moveOrigin(tx, competitionId, remove, keep);
  const newBibs = new Map([[remove, keep]]);
  const followers = await rebindFollowers(tx, competitionId, newBibs);
  const rebound = await rebindDecisions(tx, competitionId, newBibs, true);
  return { entries: bound.map(({ id }) => id), origin, followers, ...rebound };
}

/** Gives back what hung on a merged rider, as far as the kept bib still has it. */
export async function splitBindings(
  tx: Transaction,
  competitionId: number,
  { keep, remove }: { keep: number; remove: number },
  bound: Bound,
): Promise<void> {
  if (bound.entries.length > 0)
    await tx
      .update(entries)
      .set({ dossard: remove })
      .where(
        and(eq(entries.competition_id, competitionId), eq(entries.dossard, keep), inArray(entries.id, bound.entries)),
      );
  if (bound.origin) await moveOrigin(tx, competitionId, keep, remove);
  await splitFollowers(tx, competitionId, { keep, remove }, bound.followers ?? []);
  await restoreDecisions(tx, competitionId, new Map([[remove, keep]]), bound);
}

/** Moves the address that entered a rider to a bib without one; returns whether it moved. */
async function moveOrigin(tx: Transaction, competitionId: number, from: number, to: number): Promise<boolean> {
  const [taken] = await tx
    .select()
    .from(entryOrigins)
    .where(ofRiders(entryOrigins, competitionId, [to]));
  if (taken) return false;
  const moved = await tx
    .update(entryOrigins)
    .set({ dossard: to })
    .where(ofRiders(entryOrigins, competitionId, [from]))
    .returning({ dossard: entryOrigins.dossard });
  return moved.length > 0;
}
