import { eq } from 'drizzle-orm';
import { postponeLinks } from '../../../access/judge.access.ts';
import { recordChange } from '../../../audit/audit.log.ts';
import { updateRow } from '../../../database/one.row.ts';
import { columnsOf } from '../../../logged/logged.kinds.ts';
import { competitions } from '../../../tables/competition.table.ts';
import { isSame, pickNames } from '../../history/history.facts.ts';
import type { RowStore } from './row.store.ts';

/** The settings of the competition; links between rounds are not shared. */
export const settingsRows: RowStore<'settings'> = {
  async read({ write: { tx, competition_id } }) {
    const [found] = await tx.select().from(competitions).where(eq(competitions.id, competition_id));
    return found ? [{ kind: 'settings', fields: pickNames(found, columnsOf('competition')) }] : [];
  },

  async put({ write }, { fields }) {
    const { tx, competition_id } = write;
    const isIt = eq(competitions.id, competition_id);
    const [before] = await tx.select().from(competitions).where(isIt).for('update');
    const known = columnsOf('competition').filter((name) => name in fields);
    const wanted = pickNames(fields, known);
    if (!before || isSame(pickNames(before, known), wanted)) return;
    const after = await updateRow(tx, competitions, before, wanted);
    if (after) await postponeLinks(tx, competition_id, before.date, after.date);
    await recordChange(write, { action: 'update', subject: 'competition', key: competition_id, before, after });
  },
};
