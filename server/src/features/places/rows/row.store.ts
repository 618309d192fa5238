import type { Row, RowKind, RowOf, Side } from '@dossard/contract/places/exchange.schema.ts';
import type { Write } from '../../../audit/write.ts';
import type { ZoneNames } from './zone.names.ts';

/** Where rows of a shared competition are read and stored: in one transaction of one side. */
export interface Copy {
  write: Write;
  side: Side;
  zones: ZoneNames;
}

/** How one kind of row is read as it is now, and stored as it is given. */
export interface RowStore<Kind extends RowKind = RowKind> {
  /** Reads the rows of these ids; those that are not there are left out. */
  read(copy: Copy, ids: readonly string[]): Promise<Row[]>;
  /** Stores a row, and records in the log what it changed. */
  put(copy: Copy, row: RowOf<Kind>): Promise<void>;
}

/** The moment from which a row is hidden, or null. */
export const hiddenSince = ({ write }: Copy, isDeleted: boolean, since: string | null | undefined): string | null =>
  isDeleted ? (since ?? write.now.toISOString()) : null;

/** What becomes of a row in the log: it appears, disappears or changes; undefined where nobody sees a difference. */
export function actionOf(
  wasThere: boolean,
  isThere: boolean,
  isSame: boolean,
): 'create' | 'update' | 'delete' | undefined {
  if (!wasThere) return isThere ? 'create' : undefined;
  if (!isThere) return 'delete';
  return isSame ? undefined : 'update';
}
