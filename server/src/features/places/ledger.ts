import { randomUUID } from 'node:crypto';
import { groupKey } from '@dossard/contract/categories/group.ts';
import type { Row, RowKey, RowKind } from '@dossard/contract/places/exchange.schema.ts';
import type { KnownRun, Ledger } from '@dossard/contract/places/exchange.ts';
import { nextRunNumber, numbersOf, type Standing } from '@dossard/contract/places/home.ts';
import { runKey } from '@dossard/contract/runs/run.key.ts';
import { asc, eq, gt, isNull, lte, or, type SQL } from 'drizzle-orm';
import { findChainHead, recordChange } from '../../audit/audit.log.ts';
import type { Write } from '../../audit/write.ts';
import { anyOf, ofRiders } from '../../database/any.of.ts';
import { updateRow } from '../../database/one.row.ts';
import { listRows, lockRows } from '../../database/rows.ts';
import type { LoggedEntry } from '../../logged/logged.entry.ts';
import { registeredOf } from '../../logged/logged.kinds.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { isRider, riderOf, rowOf, runOf, submissionOf } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { placeConflicts } from '../../tables/place.tables.ts';
import { runs, unresolvedRuns } from '../../tables/run.tables.ts';
import { zones } from '../../tables/zone.tables.ts';
import { selectLog } from '../history/log.store.ts';
import { eraseFormerNames, erasePersonalData, listFormerBibs } from '../history/personal.data.ts';
import { conflictRows } from './rows/conflict.rows.ts';
import { participantRows } from './rows/participant.rows.ts';
import { officialListRows, resultRows } from './rows/result.rows.ts';
import type { Copy, RowStore } from './rows/row.store.ts';
import { runRows } from './rows/run.rows.ts';
import { settingsRows } from './rows/settings.rows.ts';
import { tieRows } from './rows/tie.rows.ts';
import { unresolvedRunRows } from './rows/unresolved.run.rows.ts';
import { getZoneNames, type ZoneNames } from './rows/zone.names.ts';
import { zoneRows } from './rows/zone.rows.ts';
import { distinctKeys, touchedBy } from './touched.rows.ts';

const stores: { [Kind in RowKind]: RowStore<Kind> } = {
  settings: settingsRows,
  zone: zoneRows,
  participant: participantRows,
  run: runRows,
  unresolved_run: unresolvedRunRows,
  result: resultRows,
  list: officialListRows,
  tie: tieRows,
  conflict: conflictRows,
};

/** A shared competition on PostgreSQL, within one transaction. */
export class StoredLedger implements Ledger {
  readonly standing: Standing;
  /** Whether rankings may have changed. */
  hasChanged = false;
  readonly #write: Write;
  readonly #zones: ZoneNames;

  constructor(write: Write, standing: Standing, zones: ZoneNames) {
    this.standing = standing;
    this.#write = write;
    this.#zones = zones;
  }

  async readTouched(after: number, upto: number | null, limit: number) {
    const head = await findChainHead(this.#write.tx, this.#write.competition_id);
    const end = head?.length ?? 0;
    const entries = await this.#selectOwnEntries(after, lte(auditLog.link, upto ?? end)).limit(limit);
    const last = entries.length < limit ? (upto ?? end) : (entries.at(-1)?.link ?? end);
    const erased = entries.filter(({ action, subject }) => action === 'erase' && subject === 'participant');
    return {
      upto: Math.max(after, last),
      end,
      keys: await this.#keysOf(entries),
      erased: await Promise.all(erased.map((entry) => this.#describeErasure(entry))),
    };
  }

  async readRows(keys: readonly RowKey[]): Promise<Row[]> {
    const rows: Row[] = [];
    for (const [kind, store] of Object.entries(stores)) {
      const ids = keys.filter((key) => key.kind === kind).map(({ id }) => id);
      if (ids.length > 0) rows.push(...(await store.read(this.#copy(true), ids)));
    }
    return rows;
  }

  async findRun(submission_id: string): Promise<KnownRun | undefined> {
    const [row] = await runRows.read(this.#copy(true), [submission_id]);
    if (row?.kind === 'run') return { row };
    const { tx, competition_id } = this.#write;
    const isIt = submissionOf(unresolvedRuns, { competition_id, submission_id });
    return (await tx.$count(unresolvedRuns, isIt)) > 0 ? 'unresolved' : undefined;
  }

  async findOccupant(dossard: number, runNumber: number): Promise<string | undefined> {
    const { tx, competition_id } = this.#write;
    const isIt = runOf({ competition_id, dossard, run_number: runNumber });
    const [found] = await listRows(tx, runs, isIt);
    return found?.submission_id;
  }

  async hasRider(dossard: number): Promise<boolean> {
    return (await this.#write.tx.$count(participants, isRider(this.#rider(dossard)))) > 0;
  }

  async reserveNumber(dossard: number): Promise<number> {
    const { tx, competition_id } = this.#write;
    const [rider] = await lockRows(tx, participants, riderOf(this.#rider(dossard)));
    const last_run_number = nextRunNumber(rider?.last_run_number ?? 0, numbersOf(this.standing.side));
    await updateRow(tx, participants, { competition_id, dossard_number: dossard }, { last_run_number });
    return last_run_number;
  }

  async put(row: Row, isOwn: boolean): Promise<void> {
    this.hasChanged = true;
    await (stores[row.kind] as RowStore).put(this.#copy(isOwn), row as never);
  }

  async resendRows(keys: readonly RowKey[]): Promise<void> {
    const after = { rows: keys };
    await recordChange(this.#copy(true).write, { action: 'update', subject: 'place', key: 'rows', after });
  }

  async erase(dossard: number): Promise<void> {
    this.hasChanged = true;
    await erasePersonalData(this.#copy(false).write, dossard).catch((error) => {
      // A rider who was never sent here has no name to erase.
      if (!(error instanceof Refusal && error.code === 'participant_not_found')) throw error;
    });
  }

  async eraseFormer(dossards: readonly number[]): Promise<void> {
    await eraseFormerNames(this.#copy(false).write, dossards);
  }

  async storeConflicts(since: number): Promise<RowKey[]> {
    const edits = (await this.#selectOwnEntries(since)).filter((entry) => !isFact(entry));
    const keys = await this.#keysOf(edits);
    for (const theirs of await this.readRows(keys)) {
      const made_at = edits.at(-1)?.at ?? this.#write.now.toISOString();
      await this.put({ kind: 'conflict', id: randomUUID(), theirs, made_at, state: 'waiting' }, true);
    }
    return keys;
  }

  #copy(isOwn: boolean): Copy {
    const exchange = isOwn ? 'own' : 'relayed';
    return { write: { ...this.#write, exchange }, side: this.standing.side, zones: this.#zones };
  }

  #rider(dossard: number) {
    return { competition_id: this.#write.competition_id, dossard };
  }

  async #describeErasure({ id, subject_key }: typeof auditLog.$inferSelect) {
    const { tx, competition_id } = this.#write;
    const dossard = Number(subject_key);
    const former = await listFormerBibs(tx, competition_id, { dossard, before: id });
    return { dossard, former };
  }

  /** Selects log entries after a link, except those of the other side. */
  #selectOwnEntries(after: number, isIncluded?: SQL) {
    const isOwn = or(isNull(auditLog.relayed), eq(auditLog.relayed, false));
    const { tx, competition_id } = this.#write;
    const isLater = gt(auditLog.link, after);
    return selectLog(tx, competition_id, isLater, isIncluded, isOwn).orderBy(asc(auditLog.link));
  }

  /** Finds the rows that entries touched, including runs logged by bib and number. */
  async #keysOf(entries: readonly LoggedEntry[]): Promise<RowKey[]> {
    const touched = entries.flatMap((entry) => touchedBy(entry, this.#zones));
    const numbered = touched.filter((row) => row.kind === 'numbered_run');
    const known = touched.filter((row): row is RowKey => row.kind !== 'numbered_run');
    if (numbered.length === 0) return distinctKeys(known);
    const wanted = new Set(numbered.map(runKey));
    const dossards = [...new Set(numbered.map(({ dossard }) => dossard))];
    const { tx, competition_id } = this.#write;
    const found = await listRows(tx, runs, ofRiders(runs, competition_id, dossards));
    const ridden = found.filter((run) => wanted.has(runKey(run)));
    return distinctKeys([...known, ...ridden.map(({ submission_id }): RowKey => ({ kind: 'run', id: submission_id }))]);
  }
}

/** Opens a shared competition for one message or decision (Y3). */
export async function openLedger(write: Write, standing: Standing): Promise<StoredLedger> {
  return new StoredLedger(write, standing, await getZoneNames(write.tx, write.competition_id, standing.side));
}

/** Whether an entry is a fact that both installations accept from each other, rather than an edit. */
const isFact = ({ subject, action, before, after }: LoggedEntry) =>
  registeredOf(subject).changed(action as never, { before, after }) === 'by_both';

/**
 * Locks the riders and zones of a message before anything is recorded: recording a run locks its rider first and then
 * waits for the competition.
 */
export async function lockRowsOf(
  { tx, competition_id }: Write,
  rows: readonly Row[],
  others: readonly number[] = [],
): Promise<void> {
  const dossards = [...new Set([...others, ...rows.flatMap((row) => ('dossard' in row ? [row.dossard] : []))])];
  if (dossards.length > 0) {
    const { dossard_number } = participants;
    await lockRows(tx, participants, { competition_id, dossard_number: anyOf(dossards) }, dossard_number);
  }
  if (rows.length === 0) return;
  await tx
    .select({ id: zones.id })
    .from(zones)
    .where(eq(zones.competition_id, competition_id))
    .orderBy(asc(zones.id))
    // Does not conflict with `key share`, by which the recording of a run locks its zone.
    .for('no key update');
}

/** Reads an undecided conflict. Throws `conflict_not_found`. */
export async function getConflict({ tx, competition_id }: Write, id: string) {
  const [found] = await lockRows(tx, placeConflicts, rowOf(placeConflicts, competition_id, id));
  if (found?.state !== 'waiting') throw new Refusal('conflict_not_found');
  return found;
}

/** Lists the undecided conflicts of the official lists of a result, which are decided with it. */
export async function listListsOf({ tx, competition_id }: Write, result: Row) {
  if (result.kind !== 'result') return [];
  const found = await listRows(tx, placeConflicts, { competition_id, state: 'waiting' }, placeConflicts.id);
  return found.filter(({ theirs }) => theirs.kind === 'list' && groupKey(theirs) === groupKey(result));
}
