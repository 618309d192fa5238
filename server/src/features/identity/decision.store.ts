import { licenceKey } from '@dossard/contract/participants/licence.key.ts';
import {
  type Decision,
  entriesByLicence,
  entryId,
  groupRiders,
  type Key,
} from '@dossard/contract/series/same.rider.rules.ts';
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Write } from '../../audit/write.ts';
import { anyOf } from '../../database/any.of.ts';
import type { Database, Transaction } from '../../database/client.ts';
import { isNameless } from '../../logged/logged.kinds.ts';
import { series, seriesCompetitions, seriesDecisions } from '../../tables/series.tables.ts';
import { listSeriesCounting } from './counted.competitions.ts';
import { eraseOutsideRows } from './outside.rows.ts';
import { listColumns, listSeasonEntries } from './season.columns.ts';

/* Decisions about the riders of series, and their removal when riders and competitions are deleted (T9, T11). */

type DecisionRow = typeof seriesDecisions.$inferSelect;
export type StoredDecision = Decision & Pick<DecisionRow, 'decided_by' | 'decided_at'>;

const decisionKeys = ['series_id', 'kind', 'competition_a', 'dossard_a', 'competition_b', 'dossard_b'] as const;
type DecisionKey = Pick<DecisionRow, (typeof decisionKeys)[number]>;

/** Reads the decisions about the riders of a series, oldest first. */
export function listDecisions(db: Database, seriesId: number): Promise<StoredDecision[]> {
  const { series_id, kind, competition_a, dossard_a, competition_b, dossard_b, decided_by, decided_at } =
    seriesDecisions;
  const a = { column_id: competition_a, number: dossard_a };
  const b = { column_id: competition_b, number: dossard_b };
  return db
    .select({ kind, a, b, decided_by, decided_at })
    .from(seriesDecisions)
    .where(eq(series_id, seriesId))
    .orderBy(asc(decided_at), asc(competition_a), asc(dossard_a));
}

const rowKeyOf = (series_id: number, { kind, a, b }: Decision): DecisionKey => ({
  series_id,
  kind,
  competition_a: a.column_id,
  dossard_a: a.number,
  competition_b: b.column_id,
  dossard_b: b.number,
});

/** Adds decisions; existing ones are not changed. */
export async function addDecisions(
  { tx, actor_id, now }: Write,
  seriesId: number,
  decisions: readonly Decision[],
): Promise<void> {
  if (decisions.length === 0) return;
  const decided = { decided_by: actor_id, decided_at: now.toISOString() };
  const rows = decisions.map((one) => ({ ...rowKeyOf(seriesId, one), ...decided }));
  await tx.insert(seriesDecisions).values(rows).onConflictDoNothing();
}

/** Removes decisions. */
export const removeDecisions = (tx: Transaction, seriesId: number, decisions: readonly Decision[]): Promise<void> =>
  deleteRows(
    tx,
    decisions.map((one) => rowKeyOf(seriesId, one)),
  );

async function deleteRows(tx: Transaction, rows: readonly DecisionKey[]): Promise<void> {
  for (const row of rows) {
    const isIt = decisionKeys.map((name) => eq(seriesDecisions[name], row[name]));
    await tx.delete(seriesDecisions).where(and(...isIt));
  }
}

/** Matches decisions that name one of these bibs of a competition. */
const names = (competitionId: number, dossards: readonly number[]) =>
  or(
    and(eq(seriesDecisions.competition_a, competitionId), eq(seriesDecisions.dossard_a, anyOf(dossards))),
    and(eq(seriesDecisions.competition_b, competitionId), eq(seriesDecisions.dossard_b, anyOf(dossards))),
  );

/** Deletes decisions about earlier riders with these bibs: a new rider on a bib is another person (T9). */
export async function deleteEarlierDecisions(
  tx: Transaction,
  competitionId: number,
  dossards: readonly number[],
): Promise<void> {
  const dropped = await tx
    .delete(seriesDecisions)
    .where(names(competitionId, dossards))
    .returning({ series_id: seriesDecisions.series_id });
  await raiseSeries(tx, [...new Set(dropped.map(({ series_id }) => series_id))]);
}

/** Returns the decisions about riders of a competition under their new bibs. */
function renamed(competitionId: number, newBibs: ReadonlyMap<number, number>, rows: readonly DecisionRow[]) {
  const bibIn = (competition: number, dossard: number) =>
    (competition === competitionId && newBibs.get(dossard)) || dossard;
  return rows.map((row) => ({
    ...row,
    dossard_a: bibIn(row.competition_a, row.dossard_a),
    dossard_b: bibIn(row.competition_b, row.dossard_b),
  }));
}

/** Decisions that went to another bib, as they were, and those of them that the bib did not have already, as they are. */
export interface ReboundDecisions {
  decisions: DecisionRow[];
  given: DecisionRow[];
}

/**
 * Gives the decisions about riders of a competition to other bibs. If it `merges`, decisions that would join or tell apart
 * one entry alone are dropped, and those about the licence, because the kept bib has its own; a guest stays one.
 */
export async function rebindDecisions(
  { tx, competition_id }: Write,
  newBibs: ReadonlyMap<number, number>,
  merges: boolean,
): Promise<ReboundDecisions> {
  const rows = await tx
    .delete(seriesDecisions)
    .where(names(competition_id, [...newBibs.keys()]))
    .returning();
  const bound = renamed(competition_id, newBibs, rows);
  const isOfOne = (row: DecisionRow) =>
    row.kind !== 'guest' && row.competition_a === row.competition_b && row.dossard_a === row.dossard_b;
  const given = await putDecisions(tx, merges ? bound.filter((row) => !isOfOne(row)) : bound);
  return { decisions: rows, given };
}

/** Takes decisions back that `rebindDecisions` returned; entries of earlier versions do not say which were given. */
export async function restoreDecisions(
  { tx, competition_id }: Write,
  newBibs: ReadonlyMap<number, number>,
  { decisions, given }: Partial<ReboundDecisions>,
): Promise<void> {
  await deleteRows(tx, given ?? renamed(competition_id, newBibs, decisions ?? []));
  await putDecisions(tx, decisions ?? []);
}

/** Adds stored decisions, of series that still exist, and returns them; existing ones are not changed. */
async function putDecisions(tx: Transaction, rows: readonly DecisionRow[]): Promise<DecisionRow[]> {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ series_id }) => series_id))];
  const kept = new Set(
    (await tx.select({ id: series.id }).from(series).where(inArray(series.id, ids))).map(({ id }) => id),
  );
  const wanted = rows.filter(({ series_id }) => kept.has(series_id));
  await raiseSeries(tx, ids);
  return wanted.length > 0 ? tx.insert(seriesDecisions).values(wanted).onConflictDoNothing().returning() : [];
}

/**
 * Prepares the erasure of a rider in all series that count the competition, so that the standings keep rank and points
 * (T11): records as decisions which riders share the entry's licence, and whom it does not identify, and erases the
 * rider's rows in results from elsewhere. Decisions contain no personal data.
 */
export async function eraseInSeries(write: Write, dossard: number): Promise<void> {
  const counting = await listSeriesCounting(write.tx, write.competition_id);
  for (const { series: found } of counting)
    await erasePerson(write, found, { column_id: write.competition_id, number: dossard });
}

/** Prepares the erasure of an entry's rider in one series, as `eraseInSeries` does in all. */
export async function erasePerson(
  write: Write,
  { id, rule }: Pick<typeof series.$inferSelect, 'id' | 'rule'>,
  key: Key,
): Promise<void> {
  const { tx } = write;
  const entries = await listSeasonEntries(tx, id, await listColumns(tx, id));
  const decisions = await listDecisions(tx, id);
  const own = entries.find((one) => entryId(one) === entryId(key));
  if (!own) return;
  const person = groupRiders(entries, decisions).find((one) => one.entries.includes(own));
  const rows = person?.entries.filter(({ from_elsewhere }) => from_elsewhere) ?? [];
  const known = entriesByLicence(entries, decisions);
  // To each of those with the licence, because their competitions may be removed from the series one by one; and to rows
  // from elsewhere, whose licences are erased.
  const others = new Set([...(known.get(own) ?? []), ...rows]);
  others.delete(own);
  const added = [...others].map((other): Decision => ({ kind: 'same', a: other, b: own }));
  // Without a name on it, a licence that stood on two could begin to identify the others (T9).
  const erased = new Set([own, ...rows]);
  const left = entriesByLicence(
    entries.filter((entry) => !erased.has(entry)),
    decisions,
  );
  for (const entry of left.keys()) if (!known.has(entry)) added.push({ kind: 'alone', a: entry, b: entry });
  // Without a licence they are a guest where one is needed (T5), and stay one when nobody can know any more.
  const isUnlicensed = person?.entries.every((entry) => !isNameless(entry) && !licenceKey(entry.licence));
  if (isUnlicensed && rule.licensed_only) added.push({ kind: 'guest', a: own, b: own });
  await addDecisions(write, id, added);
  await eraseOutsideRows(write, rows);
  if (added.length + rows.length > 0) await raiseSeries(tx, [id]);
}

/** Removes a permanently erased competition from all series, with the decisions about its riders. */
export async function removeFromSeries(tx: Transaction, competitionId: number): Promise<void> {
  const ids = (await listSeriesCounting(tx, competitionId)).map(({ series: { id } }) => id);
  await removeColumn(tx, competitionId);
  await tx.delete(seriesCompetitions).where(eq(seriesCompetitions.counted_id, competitionId));
  await raiseSeries(tx, ids);
}

/** Removes the decisions about riders of a column that is erased. */
export async function removeColumn(tx: Transaction, columnId: number): Promise<void> {
  await tx
    .delete(seriesDecisions)
    .where(or(eq(seriesDecisions.competition_a, columnId), eq(seriesDecisions.competition_b, columnId)));
}

/** Raises the versions of series, which invalidates cached standings. */
export async function raiseSeries(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(series)
    .set({ version: sql`version + 1` })
    .where(inArray(series.id, [...ids]));
}
