import type { Row, RowKind, RowOf, Side } from '@dossard/contract/places/exchange.schema.ts';
import { recordChange } from '../../../audit/audit.log.ts';
import type { Write } from '../../../audit/write.ts';
import type { ZoneNames } from './zone.names.ts';

/** Access to the rows of a shared competition: one transaction of one side. */
export interface Copy {
  write: Write;
  side: Side;
  zones: ZoneNames;
}

/** Reads and stores rows of one kind. */
export interface RowStore<Kind extends RowKind = RowKind> {
  /** Reads the rows of these ids; missing ones are omitted. */
  read(copy: Copy, ids: readonly string[]): Promise<Row[]>;
  /** Stores a row, and records in the log what it changed. */
  put(copy: Copy, row: RowOf<Kind>): Promise<void>;
}

/** Returns since when a row is hidden, or null. */
export const hiddenSince = ({ write }: Copy, isDeleted: boolean, since: string | null | undefined): string | null =>
  isDeleted ? (since ?? write.now.toISOString()) : null;

/** Records in the log what became of a row, unless it looks the same; a side is undefined where the row is not there. */
export async function recordRow(
  { write }: Copy,
  named: { subject: 'participant' | 'run' | 'zone'; key: string | number },
  before: object | undefined,
  after: object | undefined,
  isUnchanged: boolean,
  arrival: 'create' | 'restore' = 'create',
): Promise<void> {
  if (!(before || after) || (before && after && isUnchanged)) return;
  await recordChange(write, { ...named, action: before ? (after ? 'update' : 'delete') : arrival, before, after });
}
