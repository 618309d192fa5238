import { type Decision, type Entry, entriesByLicence } from '@dossard/contract/series/same.rider.rules.ts';
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Write } from '../../audit/write.ts';
import { anyOf } from '../../database/any.of.ts';
import type { Database, Transaction } from '../../database/client.ts';
import { participants } from '../../tables/participant.table.ts';
import { series, seriesCompetitions, seriesDecisions } from '../../tables/series.tables.ts';
import { listCounted, listSeriesCounting } from './counted.competitions.ts';

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
    a: { competition_id: competition_a, dossard: dossard_a },
    b: { competition_id: competition_b, dossard: dossard_b },
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
    competition_a: a.competition_id,
    dossard_a: a.dossard,
    competition_b: b.competition_id,
    dossard_b: b.dossard,
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
          eq(seriesDecisions.competition_a, a.competition_id),
          eq(seriesDecisions.dossard_a, a.dossard),
          eq(seriesDecisions.competition_b, b.competition_id),
          eq(seriesDecisions.dossard_b, b.dossard),
        ),
      );
  }
}

/** Reads the riders who are entered in a competition, by bib. */
export function listEntries(db: Database, competitionId: number): Promise<Entry[]> {
  return db
    .select({
      competition_id: participants.competition_id,
      dossard: participants.dossard_number,
      category: participants.category,
      gender: participants.gender,
      first_name: participants.first_name,
      last_name: participants.last_name,
      club: participants.club,
      licence: participants.licence,
    })
    .from(participants)
    .where(and(eq(participants.competition_id, competitionId), isNull(participants.deleted_at)))
    .orderBy(asc(participants.dossard_number));
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
      { competition_id: competition_a, dossard: dossard_a },
      { competition_id: competition_b, dossard: dossard_b },
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
 * Records as decisions which riders share this entry's licence, before an erasure removes it, so that the standings
 * keep rank and points (T11). Stores no personal data.
 */
export async function joinByDecisions(write: Write, dossard: number): Promise<void> {
  const { tx, competition_id } = write;
  for (const {
    series: { id },
  } of await listSeriesCounting(tx, competition_id)) {
    const counted = await listCounted(tx, id);
    const entries = (await Promise.all(counted.map(({ competition }) => listEntries(tx, competition.id)))).flat();
    const own = entries.find((one) => one.competition_id === competition_id && one.dossard === dossard);
    const joined = own && entriesByLicence(entries, await listDecisions(tx, id)).get(own);
    const others = joined?.filter((one) => one !== own) ?? [];
    if (!own || others.length === 0) continue;
    // To each of them: their competitions may be removed from the series one by one.
    await addDecisions(
      write,
      id,
      others.map((other) => ({ kind: 'same', a: other, b: own })),
    );
    await raiseSeries(tx, [id]);
  }
}

/** Removes a permanently erased competition from all series, with the decisions about its riders. */
export async function removeFromSeries(tx: Transaction, competitionId: number): Promise<void> {
  const ids = (await listSeriesCounting(tx, competitionId)).map(({ series: { id } }) => id);
  await tx
    .delete(seriesDecisions)
    .where(or(eq(seriesDecisions.competition_a, competitionId), eq(seriesDecisions.competition_b, competitionId)));
  await tx.delete(seriesCompetitions).where(eq(seriesCompetitions.counted_id, competitionId));
  await raiseSeries(tx, ids);
}

/** Raises the versions of series, which invalidates cached standings. */
export async function raiseSeries(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(series)
    .set({ version: sql`version + 1` })
    .where(inArray(series.id, [...ids]));
}
