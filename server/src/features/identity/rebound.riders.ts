import { and, inArray, sql } from 'drizzle-orm';
import type { Write } from '../../audit/write.ts';
import { ofRiders } from '../../database/any.of.ts';
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

/**
 * Gives what hangs on persons to their new bibs, from a map of bibs; persons may exchange theirs. If it `merges`, the
 * new bib has a rider, who keeps the address that entered them.
 */
export async function rebindRiders(write: Write, newBibs: ReadonlyMap<number, number>, merges = false): Promise<Bound> {
  const { tx, competition_id } = write;
  const bibs = JSON.stringify([...newBibs].map(([dossard, to]) => ({ dossard, bib: to })));
  const { rows } = await tx.execute<{ id: number }>(sql`
    update ${entries} e set dossard = r.bib from jsonb_to_recordset(${bibs}::jsonb) as r(dossard int, bib int)
    where e.competition_id = ${competition_id} and e.dossard = r.dossard
    returning e.id`);
  const origin = await moveOrigins(write, newBibs);
  const followers = await rebindFollowers(write, newBibs);
  const decisions = await rebindDecisions(write, newBibs, merges);
  return { entries: rows.map(({ id }) => id), origin, followers, ...decisions };
}

/** Gives back what hung on a merged rider, as far as the kept bib still has it. */
export async function splitBindings(
  write: Write,
  { keep, remove }: { keep: number; remove: number },
  bound: Bound,
): Promise<void> {
  const { tx, competition_id } = write;
  if (bound.entries.length > 0)
    await tx
      .update(entries)
      .set({ dossard: remove })
      .where(and(ofRiders(entries, competition_id, [keep]), inArray(entries.id, bound.entries)));
  if (bound.origin) await moveOrigins(write, new Map([[keep, remove]]));
  await splitFollowers(write, { keep, remove }, bound.followers ?? []);
  await restoreDecisions(write, new Map([[remove, keep]]), bound);
}

/** Moves the addresses that entered riders to bibs without one, from a map of bibs; returns whether any moved. */
async function moveOrigins({ tx, competition_id }: Write, newBibs: ReadonlyMap<number, number>) {
  const isOf = (bibs: Iterable<number>) => ofRiders(entryOrigins, competition_id, [...bibs]);
  const leaving = await tx.delete(entryOrigins).where(isOf(newBibs.keys())).returning();
  const staying = await tx.select().from(entryOrigins).where(isOf(newBibs.values()));
  const taken = new Set(staying.map(({ dossard }) => dossard));
  const bibOf = ({ dossard }: { dossard: number }) => newBibs.get(dossard) ?? dossard;
  const placed = leaving.map((one) => (taken.has(bibOf(one)) ? one : { ...one, dossard: bibOf(one) }));
  await insertRows(tx, entryOrigins, placed);
  return placed.some((one, index) => one !== leaving[index]);
}
