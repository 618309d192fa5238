import type { Row, RowKind, RowOf, Side } from '@dossard/contract/places/exchange.schema.ts';
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

/**
 * Returns the log action of a change to a row: create, delete or update; undefined if there is no visible difference.
 */
export function actionOf(
  wasThere: boolean,
  isThere: boolean,
  isSame: boolean,
): 'create' | 'update' | 'delete' | undefined {
  if (!wasThere) return isThere ? 'create' : undefined;
  if (!isThere) return 'delete';
  return isSame ? undefined : 'update';
}
