import type { Role } from '@dossard/contract/access/permissions.ts';
import { distinctGroups, type Group } from '@dossard/contract/categories/group.ts';
import type { HistoryKind, Restored } from '@dossard/contract/history/history.schema.ts';
import { parseRunKey, riderOfKey, runKey } from '@dossard/contract/runs/run.key.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { postponeLinks } from '../../access/judge.access.ts';
import { recordChange } from '../../audit/audit.log.ts';
import { raiseVersion } from '../../audit/competition.version.ts';
import type { Write } from '../../audit/write.ts';
import { putRow, updateRow } from '../../database/one.row.ts';
import { listRows } from '../../database/rows.ts';
import { type Facts, isRow, type LoggedEntry } from '../../logged/logged.entry.ts';
import { columnsOf } from '../../logged/logged.kinds.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { competitions } from '../../tables/competition.table.ts';
import { rowOf } from '../../tables/joins.ts';
import { assignFields, recordset } from '../../tables/participant.sql.ts';
import { participants, removedAt } from '../../tables/participant.table.ts';
import { runs } from '../../tables/run.tables.ts';
import { graduations, zones } from '../../tables/zone.tables.ts';
import { type ChangedRider, detachChangedRiders, detachFormerRiders } from '../identity/former.riders.ts';
import { lockComplaintsAboutRuns, moveComplaintsAboutRuns, recordComplaints } from '../identity/rider.complaints.ts';
import { restoreMember, updateMember } from '../members/member.actions.ts';
import { type Moved, moveRiders, recordMoves } from '../participants/rider.moves.ts';
import { lockImports } from '../participants/rider.writes.ts';
import { splitMerged, swapRiders } from '../participants/wrong.bibs.ts';
import { showRuns } from '../runs/hidden.runs.ts';
import { keepRequests, placeRuns } from '../runs/run.moves.ts';
import {
  type ChangeOf,
  type CompetitionFacts,
  changedNames,
  changesOf,
  changesOfKind,
  countTouched,
  type FactChange,
  type MovedRow,
  movedRiders,
  movedRuns,
  pickNames,
  swappedBibs,
  undone,
} from './history.facts.ts';
import { listLaterOfRiders } from './history.store.ts';
import { findObstacle, type Obstacle, type RiderEntry } from './obstacles.ts';
import { getPresentFacts, lockChanged } from './rows.store.ts';

/**
 * Undoes one entry of the history: restores what it deleted with all dependent rows, or reverts an edit, or an import
 * as a whole. Throws `audit_entry_not_found`, `dossard_taken`, `last_admin`, and `not_restorable` with the reason.
 */
export async function restoreEntry(write: Write, entryId: number): Promise<Restored> {
  const { tx, competition_id } = write;
  const [entry] = await listRows(tx, auditLog, rowOf(auditLog, competition_id, entryId));
  if (!entry) throw new Refusal('audit_entry_not_found');
  const changes = changesOf(entry);
  // Imports and restorations write many riders at once, so they take turns to avoid deadlocks.
  await lockImports(write);
  const moved = movedRuns(entry);
  const submissions = moved.map(({ after }) => after.submission_id);
  if (entry.action === 'merge') await keepRequests(write, submissions);
  const complaints = await lockComplaintsAboutRuns(write, [...new Set(moved.map(({ after }) => after.dossard))]);
  await lockChanged(write, changes);
  const present = await getPresentFacts(tx, competition_id);
  const later = await listLaterOfRiders(tx, competition_id, entryId);
  const obstacle = findObstacle({ ...entry, changes }, present, later);
  if (obstacle) throw refusalOf(obstacle);

  const wanted = changes.map(undone);
  const swapped = swappedBibs(changes);
  if (entry.subject === 'member') await putMembers(write, changesOfKind(wanted, 'member'));
  else if (swapped) await raiseVersion(write, await swapRiders(write, swapped, { action: 'restore' }));
  else {
    const movedBack = await moveBack(write, entry, moved);
    const back = moved.map(({ before, after }) => ({ before: after, after: before }));
    const placed = entry.action === 'move' ? await moveComplaintsAboutRuns(write, complaints, back) : [];
    await putRows(write, wanted, new Set(movedBack && moved.map(({ before }) => runKey(before))));
    const [merged] = [entry.before].flat().filter(isRow);
    if (entry.action === 'merge' && merged) await splitMerged(write, parseRunKey(entry.subject_key).dossard, merged);
    await detachFormerRiders(write, listReassigned(wanted, later));
    await detachChangedRiders(write, listRenamed(wanted));
    await recordChange(write, {
      action: 'restore',
      subject: entry.subject as Exclude<HistoryKind, 'result' | 'tie' | 'round' | 'complaint'>,
      key: entry.subject_key,
      before: entry.after ?? undefined,
      after: entry.before ?? undefined,
    });
    if (movedBack) await recordMoves(write, movedBack);
    await recordComplaints(write, placed);
    await raiseVersion(write, groupsOf(wanted, present));
  }
  // A link may have been shown while its riders were removed.
  await showRuns(write);
  const { id, subject, action, subject_key: key } = entry;
  const kind = subject as Restored['subject']['kind'];
  return {
    id,
    action: action as Restored['action'],
    subject: { kind, key },
    touched: countTouched(wanted, moved.length),
  };
}

/**
 * Lists the bibs of restored riders that another rider had in between: an entry on the bib may be that other rider's.
 */
function listReassigned(wanted: readonly FactChange[], later: readonly RiderEntry[]): number[] {
  const back = changesOfKind(wanted, 'participant').filter(({ before, after }) => before === null && after !== null);
  if (back.length === 0) return [];
  const arrived = later
    .flatMap((entry) => changesOfKind(changesOf(entry), 'participant'))
    .filter(({ before, after }) => before === null && after !== null);
  const reassigned = new Set(arrived.map(({ key }) => key));
  return back.filter(({ key }) => reassigned.has(key)).map(({ key }) => Number(key));
}

/** Lists the riders whose names or licences the undo changes. */
const listRenamed = (wanted: readonly FactChange[]): ChangedRider[] =>
  changesOfKind(wanted, 'participant').flatMap(({ key, before, after }) =>
    before && after ? [{ dossard_number: Number(key), before, after }] : [],
  );

function refusalOf(obstacle: Obstacle): Refusal {
  if ('dossard' in obstacle) return new Refusal('dossard_taken', { values: { dossard: obstacle.dossard } });
  return new Refusal('not_restorable', { says: obstacle.says, values: { runs: obstacle.runs ?? 0 } });
}

/** Gives moved runs their former bibs and numbers again, with the riders if an import moved them. */
async function moveBack(write: Write, entry: LoggedEntry, moved: readonly MovedRow[]): Promise<Moved | undefined> {
  const riders = movedRiders(entry);
  const back = moved.map(({ before, after: { version, ...run } }) => ({ before: run, after: { ...before, version } }));
  if (riders.length === 0) {
    await placeRuns(write, back);
    return undefined;
  }
  const former = new Map(back.map((run) => [run.after.submission_id, run.after.run_number]));
  const movedBack = await moveRiders(write, riders, { former });
  if (!movedBack) throw new Refusal('not_restorable', { says: 'changed_since' });
  return movedBack;
}

/** Returns the groups whose rankings change; undefined means all. */
function groupsOf(changes: readonly FactChange[], present: CompetitionFacts): Group[] | undefined {
  if (changes.some(({ kind }) => kind !== 'participant' && kind !== 'run')) return undefined;
  // Includes the rider's present group: a later edit may have changed it since.
  const riders = changes.flatMap(({ kind, key, before, after }) => [
    present.participant.get(riderOfKey(key)),
    ...(kind === 'participant' ? [before, after] : []),
  ]);
  return distinctGroups(riders.flatMap((facts) => facts ?? []));
}

/** Returns the columns that a change writes over a row: those that it changed, all of a row that it brings back. */
const restoredColumns = (change: FactChange): Facts =>
  pickNames(change.after ?? {}, change.before === null ? Object.keys(change.after ?? {}) : changedNames(change));

/** Writes the rows of an undo; runs that `moved` with their riders have their new version already. */
async function putRows(write: Write, changes: readonly FactChange[], moved: ReadonlySet<string>): Promise<void> {
  await putRiders(write, changesOfKind(changes, 'participant'));
  for (const change of changesOfKind(changes, 'zone')) {
    if (!change.after) continue;
    const columns = restoredColumns(change);
    const decided = 'closed_at' in columns && { decided_at: write.now.toISOString() };
    const key = { competition_id: write.competition_id, id: Number(change.key) };
    await updateRow(write.tx, zones, key, { ...columns, ...decided, deleted_at: null });
  }
  await putGraduations(write, changesOfKind(changes, 'graduation'));
  for (const { key, after } of changesOfKind(changes, 'run')) {
    // Moved back already.
    if (!after) continue;
    const version = sql`${runs.version} + ${moved.has(key) ? 0 : 1}::int`;
    const isRun = { competition_id: write.competition_id, ...parseRunKey(key) };
    await updateRow(write.tx, runs, isRun, { ...after, deleted_at: null, hidden_at: null, version });
  }
  for (const change of changesOfKind(changes, 'competition')) {
    await updateRow(write.tx, competitions, { id: write.competition_id }, restoredColumns(change));
    const [from, to] = [change.before?.date, change.after?.date];
    if (from && to) await postponeLinks(write.tx, write.competition_id, String(from), String(to));
  }
}

/** Writes riders in few statements, however large the import: removes, restores and reverts them. */
async function putRiders(write: Write, changes: readonly ChangeOf<'participant'>[]): Promise<void> {
  const isOf = eq(participants.competition_id, write.competition_id);
  const going = changes.filter(({ after }) => after === null).map(({ key }) => Number(key));
  if (going.length > 0) {
    await write.tx
      .update(participants)
      .set(removedAt(write.now))
      .where(and(isOf, inArray(participants.dossard_number, going)));
  }
  const staying = changes.flatMap((change) => {
    const fields = restoredColumns(change);
    return change.after ? [{ dossard_number: Number(change.key), ...fields, names: Object.keys(fields) }] : [];
  });
  if (staying.length === 0) return;
  await write.tx.execute(sql`
    update participants p
    set ${assignFields('r', (value, name) => sql`case when r.names ? ${name} then ${value} else p.${sql.identifier(name)} end`, columnsOf('participant'))},
      deleted_at = null
    from ${recordset(staying, { status: 'text', status_reason: 'text', names: 'jsonb' })}
    where p.competition_id = ${write.competition_id} and p.dossard_number = r.dossard_number`);
}

async function putGraduations(write: Write, changes: readonly ChangeOf<'graduation'>[]): Promise<void> {
  const isOne = (id: number) => rowOf(graduations, write.competition_id, id);
  for (const { key, after } of changes) if (!after) await write.tx.delete(graduations).where(isOne(Number(key)));
  for (const { key, after } of changes) {
    if (!after) continue;
    await putRow(write.tx, graduations, { ...after, competition_id: write.competition_id, id: Number(key) });
  }
}

async function putMembers(write: Write, changes: readonly ChangeOf<'member'>[]): Promise<void> {
  for (const { key, before, after } of changes) {
    const role = after?.role as Role;
    if (before) await updateMember(write, Number(key), role);
    else await restoreMember(write, Number(key), role);
  }
}
