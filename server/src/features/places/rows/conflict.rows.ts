import { type Row, rowSchema } from '@dossard/contract/places/exchange.schema.ts';
import * as z from 'zod/mini';
import { recordChange } from '../../../audit/audit.log.ts';
import { putRow } from '../../../database/one.row.ts';
import { listRows, lockRows } from '../../../database/rows.ts';
import { rowOf } from '../../../tables/joins.ts';
import { placeConflicts } from '../../../tables/place.tables.ts';
import type { RowStore } from './row.store.ts';

/** Conflicts: changes made while home was elsewhere, and the decisions about them. */
export const conflictRows: RowStore<'conflict'> = {
  async read({ write: { tx, competition_id } }, ids) {
    const found = await listRows(tx, placeConflicts, { competition_id, id: ids });
    return found.map(({ id, theirs, made_at, state }): Row => ({ kind: 'conflict', id, theirs, made_at, state }));
  },

  async put({ write }, { id, theirs, made_at, state }) {
    const { tx, competition_id } = write;
    const isIt = rowOf(placeConflicts, competition_id, id);
    const [before] = await lockRows(tx, placeConflicts, isIt);
    if (before && (before.state !== 'waiting' || before.state === state)) return;
    const row = { competition_id, id, theirs: z.parse(rowSchema, theirs), made_at, state };
    await putRow(tx, placeConflicts, row, { state });
    const action = before ? 'update' : 'create';
    await recordChange(write, {
      action,
      subject: 'place_conflict',
      key: id,
      before: before && { state: before.state },
      after: { state },
    });
  },
};
