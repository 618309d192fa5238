import type { HistoryKind } from '@dossard/contract/history/history.schema.ts';
import { parseRunKey, runKey } from '@dossard/contract/runs/run.key.ts';
import { and, desc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Write } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { lockRows } from '../../database/rows.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { competitions } from '../../tables/competition.table.ts';
import { isPresent, isShownRun } from '../../tables/joins.ts';
import { members } from '../../tables/member.table.ts';
import { participants } from '../../tables/participant.table.ts';
import { runs } from '../../tables/run.tables.ts';
import { graduations, zones } from '../../tables/zone.tables.ts';
import { listHiddenRuns } from '../runs/hidden.runs.ts';
import {
  applyChange,
  type CompetitionFacts,
  changesOf,
  changesOfKind,
  type FactChange,
  noFacts,
  type PresentFacts,
  undone,
} from './history.facts.ts';
import { selectLog } from './log.store.ts';

/** Reads the current rows of a competition. */
export async function getPresentFacts(db: Database, competitionId: number): Promise<PresentFacts> {
  const [competitionRow] = await db.select().from(competitions).where(eq(competitions.id, competitionId));
  const zoneRows = await db.select().from(zones).where(isPresent(zones, competitionId));
  const zoneIds = zoneRows.map(({ id }) => id);
  const ofZones = and(eq(graduations.competition_id, competitionId), inArray(graduations.zone_id, zoneIds));
  const graduationRows = await db.select().from(graduations).where(ofZones);
  const riderRows = await db.select().from(participants).where(isPresent(participants, competitionId));
  const runRows = await db.select().from(runs).where(isShownRun(competitionId));
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
    hidden: byKey(await listHiddenRuns(db, competitionId), runKey),
    member: byKey(memberRows, (row) => row.user_id),
  };
}

/** Reads the rows of a competition at a moment, with a resolution of 1 ms. */
export async function getPastFacts(db: Database, competitionId: number, time: string): Promise<CompetitionFacts> {
  const facts = await getPresentFacts(db, competitionId);
  const isLater = gt(auditLog.at, sql`${time}::timestamptz`);
  const later = await selectLog(db, competitionId, isLater).orderBy(desc(auditLog.id));
  for (const entry of later) for (const change of changesOf(entry)) applyChange(facts, undone(change));
  return facts;
}

const numbersOf = (values: readonly unknown[]) => [...new Set(values.filter((value) => typeof value === 'number'))];

/**
 * Locks the rows that changes concern until the commit: riders, then runs, then zones, the same order as the writes of
 * referees and organisers.
 */
export async function lockChanged({ tx, competition_id }: Write, changes: readonly FactChange[]): Promise<void> {
  const keysOf = (kind: HistoryKind) => changes.filter((change) => change.kind === kind).map(({ key }) => key);
  const runKeys = keysOf('run').map(parseRunKey);
  const dossards = numbersOf([...keysOf('participant').map(Number), ...runKeys.map(({ dossard }) => dossard)]);
  const inZones = [...changesOfKind(changes, 'run'), ...changesOfKind(changes, 'graduation')];
  const ofZones = inZones.flatMap(({ before, after }) => [before?.zone_id, after?.zone_id]);
  const zoneIds = numbersOf([...keysOf('zone').map(Number), ...ofZones]);
  const lock = (table: typeof participants | typeof runs | typeof zones, rows: SQL | undefined, ...order: PgColumn[]) =>
    lockRows(tx, table, and(eq(table.competition_id, competition_id), rows), ...order);
  const { dossard_number } = participants;
  if (dossards.length > 0) await lock(participants, inArray(dossard_number, dossards), dossard_number);
  const isOne = runKeys.map((key) => and(eq(runs.dossard, key.dossard), eq(runs.run_number, key.run_number)));
  if (isOne.length > 0) await lock(runs, or(...isOne), runs.dossard, runs.run_number);
  if (zoneIds.length > 0) await lock(zones, inArray(zones.id, zoneIds), zones.id);
}
