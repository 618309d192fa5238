import { placesLeft, riderKey } from '@dossard/contract/entries/entry.rules.ts';
import type { EntryList, EntryPage, OpenEntryPage } from '@dossard/contract/entries/entry.schema.ts';
import { asc, eq } from 'drizzle-orm';
import type { CompetitionRow } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import { entries, entryForms, entryPages } from '../../tables/entry.tables.ts';
import { isPresent, rowOf } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { takesEntries } from '../competitions/open.entries.ts';
import { listGroups } from '../zones/zone.store.ts';

export type FormRow = typeof entryForms.$inferSelect;
export type EntryRow = typeof entries.$inferSelect;
/** An entry with its form. */
export interface EnteredRider {
  entry: EntryRow;
  form: FormRow;
}

const unopened: EntryPage = {
  is_open: false,
  closes_on: null,
  limit_in_all: null,
  limits_of_groups: [],
  text: '',
  link: '',
  keep_days: 30,
};

/** Reads the settings of an entry page; a page without settings is closed. */
export async function getEntryPage(db: Database, competitionId: number): Promise<EntryPage> {
  const [found] = await db.select().from(entryPages).where(eq(entryPages.competition_id, competitionId));
  if (!found) return unopened;
  const { competition_id, ...page } = found;
  return page;
}

/** Lists the present riders of a competition, by bib. */
export const listRiders = (db: Database, competitionId: number) =>
  db.select().from(participants).where(isPresent(participants, competitionId)).orderBy(participants.dossard_number);

/**
 * Lists all entries of a competition in the order of entry, unconfirmed ones last. A bib is omitted when its rider is
 * no longer on the list, for example after an undone import.
 */
export async function listEntered(db: Database, competitionId: number): Promise<EnteredRider[]> {
  const found = await db
    .select({ entry: entries, form: entryForms })
    .from(entries)
    .innerJoin(entryForms, rowOf(entryForms, entries.competition_id, entries.form_id))
    .where(eq(entries.competition_id, competitionId))
    .orderBy(asc(entries.entered_at), asc(entries.id));
  const present = new Set((await listRiders(db, competitionId)).map(({ dossard_number }) => dossard_number));
  return found.map(({ entry, form }) => ({
    form,
    entry: { ...entry, dossard: entry.dossard !== null && present.has(entry.dossard) ? entry.dossard : null },
  }));
}

/** Whether an entry takes a place, beyond the riders already on the list. */
const takesPlace = ({ entry, form }: EnteredRider): boolean =>
  entry.dossard === null && (entry.state === 'accepted' || (entry.state === 'pending' && form.confirmed_at !== null));

/** Lists the riders who take a place: those on the list, and entries not yet on it (J4). */
export async function listTaken(db: Database, competitionId: number, entered: readonly EnteredRider[]) {
  const riders = await listRiders(db, competitionId);
  return [...riders, ...entered.filter(takesPlace).map(({ entry }) => entry)];
}

/** Reads the public data of an entry page. */
export async function getOpenPage(
  db: Database,
  competition: CompetitionRow,
  { now, sendsMail }: { now: Date; sendsMail: boolean },
): Promise<OpenEntryPage> {
  const { id } = competition;
  const page = await getEntryPage(db, id);
  const taken = await listTaken(db, id, await listEntered(db, id));
  const groups = await listGroups(db, id);
  return {
    ...page,
    competition,
    takes_entries: takesEntries(page, now),
    groups: groups.map((group) => ({ ...group, places: placesLeft(page, taken, group) })),
    places: placesLeft(page, taken),
    sends_mail: sendsMail,
  };
}

/** Formats the riders of a form, as its sender sees them. */
export const describeRiders = (entered: readonly EnteredRider[], form: FormRow): EnteredRider['entry'][] =>
  entered
    .filter(({ entry }) => entry.form_id === form.id)
    .map(({ entry }) => entry)
    .sort((a, b) => a.id - b.id);

/** Reads all entry forms of a competition, the latest first, with the riders who seem to be entered twice. */
export async function listEntries(db: Database, competitionId: number, sendsMail: boolean): Promise<EntryList> {
  const entered = await listEntered(db, competitionId);
  const riders = await listRiders(db, competitionId);
  const counts = new Map<string, number>();
  const isLive = ({ dossard, state }: EnteredRider['entry']) =>
    dossard === null && ['pending', 'waiting', 'accepted'].includes(state);
  for (const one of [...riders, ...entered.map(({ entry }) => entry).filter(isLive)]) {
    counts.set(riderKey(one), (counts.get(riderKey(one)) ?? 0) + 1);
  }
  const forms = await db.select().from(entryForms).where(eq(entryForms.competition_id, competitionId));
  return {
    page: await getEntryPage(db, competitionId),
    sends_mail: sendsMail,
    forms: forms
      .sort((a, b) => b.sent_at.localeCompare(a.sent_at) || b.id - a.id)
      .map((form) => ({
        ...form,
        riders: describeRiders(entered, form).map((rider) => ({
          ...rider,
          is_double: isLive(rider) && (counts.get(riderKey(rider)) ?? 0) > 1,
        })),
      })),
  };
}
