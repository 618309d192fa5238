import type { HistoryKind } from '@dossard/contract/history/history.schema.ts';
import { parseRunKey, runKey } from '@dossard/contract/runs/run.key.ts';
import { and, asc, eq, getTableColumns, inArray, isNull, or } from 'drizzle-orm';
import type { Database, Transaction } from '../../database/client.ts';
import { competitions } from '../../tables/competition.table.ts';
import { isPresent, rowOf } from '../../tables/joins.ts';
import { members } from '../../tables/member.table.ts';
import { participants } from '../../tables/participant.table.ts';
import { runs } from '../../tables/run.tables.ts';
import { graduations, zones } from '../../tables/zone.tables.ts';
import { type CompetitionFacts, noFacts } from './fact.rows.ts';
import { changesOfKind, type FactChange } from './history.facts.ts';

/** Reads the current rows of a competition. */
export async function getPresentFacts(db: Database, competitionId: number): Promise<CompetitionFacts> {
  const [competitionRow] = await db.select().from(competitions).where(eq(competitions.id, competitionId));
  const zoneRows = await db.select().from(zones).where(isPresent(zones, competitionId));
  const graduationRows = await db
    .select(getTableColumns(graduations))
    .from(graduations)
    .innerJoin(zones, rowOf(zones, graduations.competition_id, graduations.zone_id))
    .where(and(eq(graduations.competition_id, competitionId), isNull(zones.deleted_at)));
  const riderRows = await db.select().from(participants).where(isPresent(participants, competitionId));
  const runRows = await db.select().from(runs).where(isPresent(runs, competitionId));
  const memberRows = await db.select().from(members).where(eq(members.competition_id, competitionId));
  const byKey = <Row>(rows: readonly Row[], keyOf: (row: Row) => unknown) =>
    new Map(rows.map((row) => [String(keyOf(row)), row]));
  return {
    // Results, ties, rounds and complaints stay empty: they are decided again, not undone.
    ...noFacts(),
    competition: byKey(competitionRow ? [competitionRow] : [], (row) => row.id),
    zone: byKey(zoneRows, (row) => row.id),
    graduation: byKey(graduationRows, (row) => row.id),
    participant: byKey(riderRows, (row) => row.dossard_number),
    run: byKey(runRows, runKey),
    member: byKey(memberRows, (row) => row.user_id),
  };
}

const numbersOf = (values: readonly unknown[]) => [...new Set(values.filter((value) => typeof value === 'number'))];

/**
 * Locks the rows that changes concern until the commit: riders, then runs, then zones, the same order as the writes of
 * referees and organisers.
 */
export async function lockRows(tx: Transaction, competitionId: number, changes: readonly FactChange[]): Promise<void> {
  const keysOf = (kind: HistoryKind) => changes.filter((change) => change.kind === kind).map(({ key }) => key);
  const runKeys = keysOf('run').map(parseRunKey);
  const dossards = numbersOf([...keysOf('participant').map(Number), ...runKeys.map(({ dossard }) => dossard)]);
  const inZones = [...changesOfKind(changes, 'run'), ...changesOfKind(changes, 'graduation')];
  const ofZones = inZones.flatMap(({ before, after }) => [before?.zone_id, after?.zone_id]);
  const zoneIds = numbersOf([...keysOf('zone').map(Number), ...ofZones]);
  if (dossards.length > 0) {
    await tx
      .select({ id: participants.dossard_number })
      .from(participants)
      .where(and(eq(participants.competition_id, competitionId), inArray(participants.dossard_number, dossards)))
      .orderBy(asc(participants.dossard_number))
      .for('update');
  }
  if (runKeys.length > 0) {
    const isOne = runKeys.map(({ dossard, run_number }) =>
      and(eq(runs.dossard, dossard), eq(runs.run_number, run_number)),
    );
    await tx
      .select({ number: runs.run_number })
      .from(runs)
      .where(and(eq(runs.competition_id, competitionId), or(...isOne)))
      .orderBy(asc(runs.dossard), asc(runs.run_number))
      .for('update');
  }
  if (zoneIds.length > 0) {
    await tx
      .select({ id: zones.id })
      .from(zones)
      .where(and(eq(zones.competition_id, competitionId), inArray(zones.id, zoneIds)))
      .orderBy(asc(zones.id))
      .for('update');
  }
}
