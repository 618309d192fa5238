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

export type DecisionRow = typeof seriesDecisions.$inferSelect;
export type StoredDecision = Decision & Pick<DecisionRow, 'decided_by' | 'decided_at'>;

/** Reads the decisions about the riders of a series, oldest first. */
export async function listDecisions(db: Database, seriesId: number): Promise<StoredDecision[]> {
  const rows = await db
    .select()
    .from(seriesDecisions)
    .where(eq(seriesDecisions.series_id, seriesId))
    .orderBy(asc(seriesDecisions.decided_at), asc(seriesDecisions.competition_a), asc(seriesDecisions.dossard_a));
  return rows.map(({ kind, competition_a, dossard_a, competition_b, dossard_b, decided_by, decided_at }) => ({
    kind,
    a: { column_id: competition_a, number: dossard_a },
    b: { column_id: competition_b, number: dossard_b },
    decided_by,
    decided_at,
  }));
}

/** Adds decisions; existing ones are not changed. */
export async function addDecisions(
  { tx, actor_id, now }: Write,
  seriesId: number,
  decisions: readonly Decision[],
): Promise<void> {
  if (decisions.length === 0) return;
  const rows = decisions.map(({ kind, a, b }) => ({
    series_id: seriesId,
    kind,
    competition_a: a.column_id,
    dossard_a: a.number,
    competition_b: b.column_id,
    dossard_b: b.number,
    decided_by: actor_id,
    decided_at: now.toISOString(),
  }));
  await tx.insert(seriesDecisions).values(rows).onConflictDoNothing();
}

/** Removes decisions. */
export async function removeDecisions(
  tx: Transaction,
  seriesId: number,
  decisions: readonly Decision[],
): Promise<void> {
  for (const { kind, a, b } of decisions) {
    await tx
      .delete(seriesDecisions)
      .where(
        and(
          eq(seriesDecisions.series_id, seriesId),
          eq(seriesDecisions.kind, kind),
          eq(seriesDecisions.competition_a, a.column_id),
          eq(seriesDecisions.dossard_a, a.number),
          eq(seriesDecisions.competition_b, b.column_id),
          eq(seriesDecisions.dossard_b, b.number),
        ),
      );
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
  if (dossards.length === 0) return;
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

/**
 * Gives the decisions about riders of a competition to other bibs, and returns those that moved, as they were. Decisions
 * that would be about one entry alone are dropped if `merges`: the kept bib has its own.
 */
export async function rebindDecisions(
  tx: Transaction,
  competitionId: number,
  newBibs: ReadonlyMap<number, number>,
  merges: boolean,
): Promise<DecisionRow[]> {
  const rows = await tx
    .delete(seriesDecisions)
    .where(names(competitionId, [...newBibs.keys()]))
    .returning();
  const bound = renamed(competitionId, newBibs, rows);
  const isOfOne = (row: DecisionRow) => row.competition_a === row.competition_b && row.dossard_a === row.dossard_b;
  await putDecisions(tx, merges ? bound.filter((row) => !isOfOne(row)) : bound);
  return rows;
}

/** Takes decisions back that `rebindDecisions` returned. */
export async function restoreDecisions(
  tx: Transaction,
  competitionId: number,
  newBibs: ReadonlyMap<number, number>,
  rows: readonly DecisionRow[],
): Promise<void> {
  for (const { series_id, ...decision } of renamed(competitionId, newBibs, rows)) {
    const { kind, competition_a, dossard_a, competition_b, dossard_b } = decision;
    const [a, b] = [
      { column_id: competition_a, number: dossard_a },
      { column_id: competition_b, number: dossard_b },
    ];
    await removeDecisions(tx, series_id, [{ kind, a, b }]);
  }
  await putDecisions(tx, rows);
}

/** Adds stored decisions, of series that still exist; existing ones are not changed. */
async function putDecisions(tx: Transaction, rows: readonly DecisionRow[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = [...new Set(rows.map(({ series_id }) => series_id))];
  const kept = new Set(
    (await tx.select({ id: series.id }).from(series).where(inArray(series.id, ids))).map(({ id }) => id),
  );
  const wanted = rows.filter(({ series_id }) => kept.has(series_id));
  if (wanted.length > 0) await tx.insert(seriesDecisions).values(wanted).onConflictDoNothing();
  await raiseSeries(tx, ids);
}

/**
 * Prepares the erasure of a rider in all series that count the competition, so that the standings keep rank and points
 * (T11): records as decisions which riders share the entry's licence, and erases the rider's rows in results from
 * elsewhere. Decisions contain no personal data.
 */
export async function eraseInSeries(write: Write, dossard: number): Promise<void> {
  const counting = await listSeriesCounting(write.tx, write.competition_id);
  for (const { series: found } of counting)
    await erasePerson(write, found.id, { column_id: write.competition_id, number: dossard });
}

/** Prepares the erasure of an entry's rider in one series, as `eraseInSeries` does in all. */
export async function erasePerson(write: Write, seriesId: number, key: Key): Promise<void> {
  const { tx } = write;
  const columns = await listColumns(tx, seriesId);
  const entries = await listSeasonEntries(tx, seriesId, columns);
  const decisions = await listDecisions(tx, seriesId);
  const own = entries.find((one) => entryId(one) === entryId(key));
  if (!own) return;
  const joined =
    entriesByLicence(entries, decisions)
      .get(own)
      ?.filter((one) => one !== own) ?? [];
  // To each of them: their competitions may be removed from the series one by one.
  await addDecisions(
    write,
    seriesId,
    joined.map((other) => ({ kind: 'same', a: other, b: own })),
  );
  const person = groupRiders(entries, decisions).find((one) => one.entries.includes(own));
  const outside = new Set(columns.flatMap(({ id, counted }) => (counted ? [] : [id])));
  const rows = person?.entries.filter(({ column_id }) => outside.has(column_id)) ?? [];
  // Their licences join no more: each is joined to the rider by a decision.
  await addDecisions(
    write,
    seriesId,
    rows.filter((row) => row !== own).map((row) => ({ kind: 'same', a: row, b: own })),
  );
  // Without a licence they are a guest where one is needed (T5), and stay one when nobody can know any more.
  const isUnlicensed = person?.entries.every((entry) => !isNameless(entry) && !licenceKey(entry.licence));
  const guests: Decision[] =
    isUnlicensed && (await needsLicences(tx, seriesId)) ? [{ kind: 'guest', a: own, b: own }] : [];
  await addDecisions(write, seriesId, guests);
  await eraseOutsideRows(tx, rows);
  if (joined.length + rows.length + guests.length > 0) await raiseSeries(tx, [seriesId]);
}

/** Whether a rider without a licence is a guest of a series (T5). */
async function needsLicences(tx: Transaction, seriesId: number): Promise<boolean> {
  const [found] = await tx.select({ rule: series.rule }).from(series).where(eq(series.id, seriesId));
  return found?.rule.licensed_only ?? false;
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
