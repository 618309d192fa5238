import { riderKey } from '@dossard/contract/entries/entry.rules.ts';
import { participantFieldNames } from '@dossard/contract/participants/participant.fields.ts';
import { statusNames } from '@dossard/contract/participants/status.fields.ts';
import type { RowOf } from '@dossard/contract/places/exchange.schema.ts';
import { asc } from 'drizzle-orm';
import { anyOf } from '../../../database/any.of.ts';
import { riderOf } from '../../../tables/joins.ts';
import { participants } from '../../../tables/participant.table.ts';
import { isSame, pickNames } from '../../history/history.facts.ts';
import { detachChangedRiders, detachFormerRiders } from '../../identity/former.riders.ts';
import { hiddenSince, type RowStore, recordRow } from './row.store.ts';

const shown = [...participantFieldNames, ...statusNames];

type Shown = Omit<RowOf<'participant'>, 'kind' | 'dossard' | 'deleted'>;

/** Riders, identified by their bib in both installations. */
export const participantRows: RowStore<'participant'> = {
  async read({ write: { tx, competition_id } }, ids) {
    const dossards = ids.map(Number);
    const found = await tx
      .select()
      .from(participants)
      .where(riderOf({ competition_id, dossard: anyOf(dossards) }))
      .orderBy(asc(participants.dossard_number));
    return found.map((rider) => ({
      kind: 'participant',
      dossard: rider.dossard_number,
      ...(pickNames(rider, [...shown, 'start_position', 'last_run_number']) as Shown),
      deleted: rider.deleted_at !== null,
    }));
  },

  async put(copy, { kind, dossard, deleted, ...facts }) {
    const { write } = copy;
    const { tx, competition_id } = write;
    const isIt = riderOf({ competition_id, dossard });
    const [before] = await tx.select().from(participants).where(isIt).for('update');
    const values = {
      ...facts,
      last_run_number: Math.max(facts.last_run_number, before?.last_run_number ?? 0),
      deleted_at: hiddenSince(copy, deleted, before?.deleted_at),
    };
    const key = { competition_id, dossard_number: dossard };
    if (before) await tx.update(participants).set(values).where(isIt);
    else await tx.insert(participants).values({ ...key, ...values });
    // A removed rider's row keeps the names, to distinguish a restored rider from a new one.
    const isArrival = !deleted && before?.deleted_at !== null;
    if (isArrival && !(before && riderKey(before) === riderKey(facts))) await detachFormerRiders(write, [dossard]);
    else if (before) await detachChangedRiders(write, [{ dossard_number: dossard, before, after: facts }]);
    const after = { ...before, ...key, ...values };
    const isUnchanged = isSame(pickNames(before ?? {}, shown), pickNames(after, shown));
    const former = before?.deleted_at === null ? { ...before, runs: [] } : undefined;
    await recordRow(copy, { subject: 'participant', key: dossard }, former, deleted ? undefined : after, isUnchanged);
  },
};
