import type { EntryDecision, EntryPageInput } from '@dossard/contract/entries/entry.schema.ts';
import { eq } from 'drizzle-orm';
import type { Write } from '../../audit/write.ts';
import { refuseIfChanged } from '../../refusals/edit.conflict.ts';
import { entryPages } from '../../tables/entry.tables.ts';
import { lockEntries, mailForm, moveUp, setStates } from './entry.places.ts';
import { type EnteredRider, getEntryPage, listEntered } from './entry.store.ts';

/** Updates the settings of the entry page; with more places, waiting entries move up. Throws `edit_conflict`. */
export async function updateEntryPage(
  write: Write,
  { seen, ...page }: EntryPageInput,
  publicUrl: string,
): Promise<void> {
  const { tx, competition_id } = write;
  await lockEntries(write);
  refuseIfChanged({ seen, sent: page, current: await getEntryPage(tx, competition_id) });
  await tx.update(entryPages).set(page).where(eq(entryPages.competition_id, competition_id));
  await moveUp(write, publicUrl);
}

/**
 * Accepts or refuses entries (J6), also those of unconfirmed forms and of the waiting list; entries with a bib or
 * withdrawn ones do not change. Sends one mail per form.
 */
export async function decideEntries(write: Write, { entries: ids, decision }: EntryDecision, publicUrl: string) {
  const { tx, competition_id, now } = write;
  await lockEntries(write);
  const chosen = new Set(ids);
  const isOpen = ({ entry }: EnteredRider) =>
    chosen.has(entry.id) &&
    entry.dossard === null &&
    ['pending', 'waiting', 'accepted', 'refused'].includes(entry.state) &&
    entry.state !== decision;
  const decided = (await listEntered(tx, competition_id)).filter(isOpen);
  const unentered = decided.filter(({ entry }) => entry.entered_at === null);
  // One whose rider was removed does not get the bib back with the rider.
  const values = { state: decision, dossard: null };
  await setStates(write, idsOf(unentered), { ...values, entered_at: now.toISOString() });
  await setStates(write, idsOf(decided.filter((one) => !unentered.includes(one))), values);
  for (const form of new Map(decided.map((one) => [one.form.id, one.form])).values()) {
    const riders = decided.filter((one) => one.form.id === form.id).map(({ entry }) => entry);
    await mailForm(write, form, { kind: decision, riders }, publicUrl);
  }
  await moveUp(write, publicUrl);
}

const idsOf = (entered: readonly EnteredRider[]) => entered.map(({ entry }) => entry.id);
