import { randomUUID } from 'node:crypto';
import type { Row, RowKey, RowKind } from '@dossard/contract/places/exchange.schema.ts';
import type { KnownRun, Ledger } from '@dossard/contract/places/exchange.ts';
import { nextRunNumber, numbersOf, type Standing } from '@dossard/contract/places/home.ts';
import { and, asc, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm';
import { findChainHead, recordChange } from '../../audit/audit.log.ts';
import type { Write } from '../../audit/write.ts';
import { registeredOf } from '../../logged/logged.kinds.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { participants } from '../../tables/participant.table.ts';
import { placeConflicts } from '../../tables/place.tables.ts';
import { runs, unresolvedRuns } from '../../tables/run.tables.ts';
import { zones } from '../../tables/zone.tables.ts';
import { erasePersonalData } from '../history/personal.data.ts';
import { conflictRows } from './rows/conflict.rows.ts';
import { participantRows } from './rows/participant.rows.ts';
import { listRows, resultRows } from './rows/result.rows.ts';
import type { Copy, RowStore } from './rows/row.store.ts';
import { runRows } from './rows/run.rows.ts';
import { settingsRows } from './rows/settings.rows.ts';
import { tieRows } from './rows/tie.rows.ts';
import { unresolvedRunRows } from './rows/unresolved.run.rows.ts';
import { getZoneNames } from './rows/zone.names.ts';
import { zoneRows } from './rows/zone.rows.ts';
import { distinctKeys, type SharedRow, touchedBy } from './touched.rows.ts';

const stores: { [Kind in RowKind]: RowStore<Kind> } = {
  settings: settingsRows,
  zone: zoneRows,
  participant: participantRows,
  run: runRows,
  unresolved_run: unresolvedRunRows,
  result: resultRows,
  list: listRows,
  tie: tieRows,
  conflict: conflictRows,
};

/**
 * A shared competition on PostgreSQL, within one transaction. `hasChanged` returns whether rankings may have changed.
 */
export interface StoredLedger extends Ledger {
  hasChanged: boolean;
}

/** Opens a shared competition for one message or decision (Y3). */
export async function openLedger(write: Write, standing: Standing): Promise<StoredLedger> {
  const { tx, competition_id } = write;
  const zoneNames = await getZoneNames(tx, competition_id, standing.side);
  const copyFor = (isOwn: boolean): Copy => ({
    write: { ...write, exchange: isOwn ? 'own' : 'relayed' },
    side: standing.side,
    zones: zoneNames,
  });
  const isOfCompetition = eq(auditLog.competition_id, competition_id);
  const isOwnEntry = or(isNull(auditLog.relayed), eq(auditLog.relayed, false));

  async function resolve(touched: readonly SharedRow[]): Promise<RowKey[]> {
    const numbered = touched.filter((row) => row.kind === 'numbered_run');
    const known = touched.filter((row): row is RowKey => row.kind !== 'numbered_run');
    if (numbered.length === 0) return distinctKeys(known);
    const wanted = new Set(numbered.map(({ dossard, run_number }) => `${dossard}/${run_number}`));
    const dossards = [...new Set(numbered.map(({ dossard }) => dossard))];
    const found = await tx
      .select({ submission_id: runs.submission_id, dossard: runs.dossard, run_number: runs.run_number })
      .from(runs)
      .where(and(eq(runs.competition_id, competition_id), inArray(runs.dossard, dossards)));
    const ridden = found.filter(({ dossard, run_number }) => wanted.has(`${dossard}/${run_number}`));
    return distinctKeys([...known, ...ridden.map(({ submission_id }): RowKey => ({ kind: 'run', id: submission_id }))]);
  }

  const ledger: StoredLedger = {
    standing,
    hasChanged: false,

    async readTouched(after, upto, limit) {
      const head = await findChainHead(tx, competition_id);
      const end = head?.length ?? 0;
      const entries = await tx
        .select()
        .from(auditLog)
        .where(and(isOfCompetition, gt(auditLog.link, after), lte(auditLog.link, upto ?? end), isOwnEntry))
        .orderBy(asc(auditLog.link))
        .limit(limit);
      const last = entries.length < limit ? (upto ?? end) : (entries.at(-1)?.link ?? end);
      const erased = entries.filter(({ action, subject }) => action === 'erase' && subject === 'participant');
      return {
        upto: Math.max(after, last),
        end,
        keys: await resolve(entries.flatMap((entry) => touchedBy(entry, zoneNames))),
        erased: erased.map(({ subject_key }) => Number(subject_key)),
      };
    },

    async readRows(keys) {
      const rows: Row[] = [];
      for (const [kind, store] of Object.entries(stores)) {
        const ids = keys.filter((key) => key.kind === kind).map(({ id }) => id);
        if (ids.length > 0) rows.push(...(await store.read(copyFor(true), ids)));
      }
      return rows;
    },

    async findRun(submissionId): Promise<KnownRun | undefined> {
      const [row] = await runRows.read(copyFor(true), [submissionId]);
      if (row?.kind === 'run') return { row };
      const [waiting] = await tx
        .select({ state: unresolvedRuns.state })
        .from(unresolvedRuns)
        .where(and(eq(unresolvedRuns.competition_id, competition_id), eq(unresolvedRuns.submission_id, submissionId)));
      return waiting && 'unresolved';
    },

    async findOccupant(dossard, runNumber) {
      const [found] = await tx
        .select({ submission_id: runs.submission_id })
        .from(runs)
        .where(and(eq(runs.competition_id, competition_id), eq(runs.dossard, dossard), eq(runs.run_number, runNumber)));
      return found?.submission_id;
    },

    async hasRider(dossard) {
      const [found] = await tx
        .select({ dossard: participants.dossard_number })
        .from(participants)
        .where(and(isRider(dossard), isNull(participants.deleted_at)));
      return found !== undefined;
    },

    async reserveNumber(dossard) {
      const [rider] = await tx.select().from(participants).where(isRider(dossard)).for('update');
      const next = nextRunNumber(rider?.last_run_number ?? 0, numbersOf(standing.side));
      await tx.update(participants).set({ last_run_number: next }).where(isRider(dossard));
      return next;
    },

    async put(row, isOwn) {
      ledger.hasChanged = true;
      await (stores[row.kind] as RowStore).put(copyFor(isOwn), row as never);
    },

    async resendRows(keys) {
      await recordChange(
        { ...write, exchange: 'own' },
        { action: 'update', subject: 'place', key: 'rows', after: { rows: keys } },
      );
    },

    async erase(dossard) {
      ledger.hasChanged = true;
      await erasePersonalData({ ...write, exchange: 'relayed' }, dossard).catch((error) => {
        // A rider who was never sent here has no name to erase.
        if (!(error instanceof Refusal && error.code === 'participant_not_found')) throw error;
      });
    },

    async storeConflicts(since) {
      const entries = await tx
        .select()
        .from(auditLog)
        .where(and(isOfCompetition, gt(auditLog.link, since), isOwnEntry))
        .orderBy(asc(auditLog.link));
      const edits = entries.filter((entry) => !isFact(entry));
      const keys = await resolve(edits.flatMap((entry) => touchedBy(entry, zoneNames)));
      for (const theirs of await ledger.readRows(keys)) {
        const made_at = edits.at(-1)?.at ?? write.now.toISOString();
        await ledger.put({ kind: 'conflict', id: randomUUID(), theirs, made_at, state: 'waiting' }, true);
      }
      return keys;
    },
  };

  function isRider(dossard: number) {
    return and(eq(participants.competition_id, competition_id), eq(participants.dossard_number, dossard));
  }
  return ledger;
}

/** Whether an entry is a fact that both installations accept from each other, rather than an edit. */
const isFact = ({ subject, action }: { subject: string; action: string }) =>
  registeredOf(subject).changed(action as never) === 'by_both';

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
    await tx
      .select({ dossard: participants.dossard_number })
      .from(participants)
      .where(and(eq(participants.competition_id, competition_id), inArray(participants.dossard_number, dossards)))
      .orderBy(asc(participants.dossard_number))
      .for('update');
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
  const [found] = await tx
    .select()
    .from(placeConflicts)
    .where(and(eq(placeConflicts.competition_id, competition_id), eq(placeConflicts.id, id)))
    .for('update');
  if (found?.state !== 'waiting') throw new Refusal('conflict_not_found');
  return found;
}
