import { type Row, type RowKey, type RowOf, rowKey, type Side } from '@dossard/contract/places/exchange.schema.ts';
import { isSameRow, type Ledger } from '@dossard/contract/places/exchange.ts';
import { newStanding, nextRunNumber, numbersOf } from '@dossard/contract/places/home.ts';

/* A shared competition in memory, behind the same interface as the one on PostgreSQL. */

interface KeptRun {
  key: RowKey;
  isFact: boolean;
  isRelayed: boolean;
}

const nameOf = ({ kind, id }: RowKey): string => `${kind} ${id}`;

/** Rows that a side may send although it is not home: facts, but not edits. */
const isFactRow = (row: Row, isNew: boolean) =>
  (row.kind === 'run' && isNew) || row.kind === 'unresolved_run' || row.kind === 'conflict';

export interface MemoryLedger extends Ledger {
  /** All stored rows, by name. */
  rows: Map<string, Row>;
  /** The length of the log. */
  end: () => number;
}

/** Creates an empty competition on one side. */
export function createMemoryLedger(side: Side): MemoryLedger {
  const rows = new Map<string, Row>();
  const log: KeptRun[] = [];
  const numbers = new Map<number, number>();
  const occupants = new Map<string, string>();
  const standing = newStanding(side);
  let conflicts = 0;

  function write(row: Row, isRelayed: boolean): void {
    const key = rowKey(row);
    const known = rows.get(nameOf(key));
    if (known && isSameRow(known, row)) return;
    rows.set(nameOf(key), row);
    if (row.kind === 'run') number(row, known as RowOf<'run'> | undefined);
    log.push({ key, isFact: isFactRow(row, known === undefined), isRelayed });
  }

  function number(run: RowOf<'run'>, known: RowOf<'run'> | undefined): void {
    if (known) occupants.delete(`${known.dossard}/${known.run_number}`);
    const place = `${run.dossard}/${run.run_number}`;
    const occupant = occupants.get(place);
    if (occupant !== undefined && occupant !== run.submission_id)
      throw new Error(`Runs ${occupant} and ${run.submission_id} have one number, ${place}.`);
    occupants.set(place, run.submission_id);
    numbers.set(run.dossard, Math.max(numbers.get(run.dossard) ?? 0, run.run_number));
  }

  return {
    standing,
    rows,
    end: () => log.length,

    async readTouched(after, upto, limit) {
      const end = log.length;
      const last = Math.min(upto ?? end, end);
      const keys = new Map<string, RowKey>();
      let link = after;
      for (let count = 0; link < last && count < limit; link += 1) {
        const entry = log[link];
        if (!entry || entry.isRelayed) continue;
        count += 1;
        keys.set(nameOf(entry.key), entry.key);
      }
      return { upto: Math.max(after, link), end, keys: [...keys.values()], erased: [] };
    },

    async readRows(keys) {
      const found: Row[] = [];
      for (const key of keys) {
        const row = rows.get(nameOf(key));
        if (row) found.push(row);
      }
      return found;
    },

    async findRun(submissionId) {
      const row = rows.get(`run ${submissionId}`);
      if (row?.kind === 'run') return { row };
      return rows.has(`unresolved_run ${submissionId}`) ? 'unresolved' : undefined;
    },

    findOccupant: async (dossard, runNumber) => occupants.get(`${dossard}/${runNumber}`),

    async hasRider(dossard) {
      const rider = rows.get(`participant ${dossard}`);
      return rider?.kind === 'participant' && !rider.deleted;
    },

    async reserveNumber(dossard) {
      const next = nextRunNumber(numbers.get(dossard) ?? 0, numbersOf(side));
      numbers.set(dossard, next);
      return next;
    },

    put: async (row, isOwn) => write(row, !isOwn),

    async resendRows(keys) {
      for (const key of keys) if (rows.has(nameOf(key))) log.push({ key, isFact: true, isRelayed: false });
    },

    erase: async () => {},
    eraseFormer: async () => {},

    async storeConflicts(since) {
      const keys = new Map<string, RowKey>();
      for (const { key, isFact, isRelayed } of log.slice(since)) if (!isFact && !isRelayed) keys.set(nameOf(key), key);
      for (const key of keys.values()) {
        const theirs = rows.get(nameOf(key));
        if (!theirs) continue;
        conflicts += 1;
        const id = `${side}-conflict-${conflicts}`;
        write({ kind: 'conflict', id, theirs, made_at: '', state: 'waiting' }, false);
      }
      return [...keys.values()];
    },
  };
}
