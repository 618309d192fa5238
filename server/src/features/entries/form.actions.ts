import { riderKey } from '@dossard/contract/entries/entry.rules.ts';
import {
  type AddedRiders,
  type ChangedRider,
  type EntryFormInput,
  type LinkedForm,
  maxRidersOfForm,
} from '@dossard/contract/entries/entry.schema.ts';
import type { Language } from '@dossard/contract/language/language.ts';
import { type ParticipantFacts, pickFacts } from '@dossard/contract/participants/participant.fields.ts';
import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import { and, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { type CompetitionRow, findAccess } from '../../access/competition.access.ts';
import { hashToken } from '../../access/token.ts';
import type { Write } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { insertNew, updateRow } from '../../database/one.row.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { entries, entryForms, entryLinks } from '../../tables/entry.tables.ts';
import { hasValues } from '../../tables/has.values.ts';
import { isKeptRun, rowOf } from '../../tables/joins.ts';
import { runs } from '../../tables/run.tables.ts';
import { formatTakenGroup } from '../competitions/group.words.ts';
import { takesEntries } from '../competitions/open.entries.ts';
import { deleteParticipant } from '../participants/participant.actions.ts';
import { lockImports } from '../participants/rider.writes.ts';
import { lockRiders } from '../runs/run.moves.ts';
import { listUnresolvedBibs } from '../runs/unresolved.store.ts';
import { listGroups } from '../zones/zone.store.ts';
import { listOffers } from './entry.origins.ts';
import { lockEntries, mailForm, moveUp, setStates } from './entry.places.ts';
import { describeRiders, type EntryRow, type FormRow, getEntryPage, getOpenPage, listEntered } from './entry.store.ts';

/** Limit of unconfirmed forms of one competition within a day, so that a flood does not fill the database (J9). */
const maxUnconfirmed = 1_000;
const dayMs = 86_400_000;
/** Maximum number of links mailed per request. */
const maxLinks = 3;

/** Throws `entries_closed` when a competition accepts no entries today. */
async function refuseClosed({ tx, competition_id, now }: Write): Promise<void> {
  const page = await getEntryPage(tx, competition_id);
  if (!takesEntries(page, now)) throw new Refusal('entries_closed');
}

/** Throws `group_not_open` for a rider whose group has no graduation, once the competition has any. */
async function refuseOtherGroups({ tx, competition_id }: Write, riders: readonly ParticipantFacts[]): Promise<void> {
  const open = await listGroups(tx, competition_id);
  if (open.length === 0) return;
  for (const [index, { category, gender }] of riders.entries()) {
    if (graduationFor(open, { category, gender })) continue;
    const group = await formatTakenGroup(tx, competition_id, { category, gender });
    const problems = [{ path: `riders.${index}.category`, code: 'invalid_choice' as const }];
    throw new Refusal('group_not_open', { values: { group }, problems });
  }
}

/**
 * Stores a form, unconfirmed, and mails its link (J2). The same form is not stored again; the same key with other
 * content, such as a corrected address, is another form (J3). Throws `entries_closed`, `group_not_open`,
 * `too_many_requests`.
 */
export async function createForm(
  write: Write,
  { email, contact_name, phone, riders, ...input }: EntryFormInput,
  { language, publicUrl }: { language: Language; publicUrl: string },
): Promise<void> {
  const { tx, competition_id, now } = write;
  const form_key = hashToken(JSON.stringify([input.form_key, email, contact_name, phone || null, riders]));
  const isSame = and(eq(entryForms.competition_id, competition_id), eq(entryForms.form_key, form_key));
  const [known] = await tx.select({ id: entryForms.id }).from(entryForms).where(isSame);
  if (known) return;
  await refuseClosed(write);
  await refuseOtherGroups(write, riders);
  const isRecent = gt(entryForms.sent_at, new Date(now.getTime() - dayMs).toISOString());
  const isWaiting = and(eq(entryForms.competition_id, competition_id), isNull(entryForms.confirmed_at), isRecent);
  if ((await tx.$count(entryForms, isWaiting)) >= maxUnconfirmed)
    throw new Refusal('too_many_requests', { retryAfter: 3600 });
  const row = { competition_id, form_key, email, contact_name, phone: phone || null, language };
  const form = await insertNew(tx, entryForms, { ...row, sent_at: now.toISOString() });
  // The same form arrived twice at the same time.
  if (!form) return;
  const entered = await insertRiders(write, form, riders);
  await mailForm(write, form, { kind: 'confirm', riders: entered }, publicUrl);
}

/** Stores the riders of a form whose keys are new, and returns them. */
async function insertRiders(
  { tx, competition_id }: Write,
  form: FormRow,
  riders: AddedRiders['riders'],
): Promise<EntryRow[]> {
  const rows = riders.map((rider) => ({ key: rider.key, ...pickFacts(rider) }));
  return tx
    .insert(entries)
    .values(rows.map((rider) => ({ ...rider, competition_id, form_id: form.id, state: 'pending' as const })))
    .onConflictDoNothing()
    .returning();
}

/** Mails an address the links to its latest forms in a competition; nothing when it has none. */
export async function mailLinks(write: Write, email: string, publicUrl: string): Promise<void> {
  const { tx, competition_id } = write;
  const forms = await tx
    .select()
    .from(entryForms)
    .where(and(hasValues(entryForms, { competition_id, email }), isNotNull(entryForms.confirmed_at)))
    .orderBy(desc(entryForms.id))
    .limit(maxLinks);
  for (const form of forms) await mailForm(write, form, { kind: 'link', riders: [] }, publicUrl);
}

/** Finds the competition of a link, which does not contain it. Throws `invalid_token`. */
export async function findCompetitionOf(db: Database, token: string): Promise<CompetitionRow> {
  const hasToken = eq(entryLinks.token_hash, hashToken(token));
  const [named] = await db.select({ id: entryLinks.competition_id }).from(entryLinks).where(hasToken);
  const found = named && (await findAccess(db, named.id, undefined));
  if (!found) throw new Refusal('invalid_token');
  return found;
}

/** Gets the stored form of a link. Throws `invalid_token`. */
async function getFormRow(db: Database, competition_id: number, token: string): Promise<FormRow> {
  const [found] = await db
    .select({ form: entryForms })
    .from(entryLinks)
    .innerJoin(entryForms, rowOf(entryForms, entryLinks.competition_id, entryLinks.form_id))
    .where(and(eq(entryLinks.competition_id, competition_id), eq(entryLinks.token_hash, hashToken(token))));
  if (!found) throw new Refusal('invalid_token');
  return found.form;
}

/** Gets a form by its link, without the contact (J5). Throws `invalid_token`. */
export async function getForm(
  db: Database,
  competition: CompetitionRow,
  token: string,
  { now, sendsMail }: { now: Date; sendsMail: boolean },
): Promise<LinkedForm> {
  const form = await getFormRow(db, competition.id, token);
  const entered = await listEntered(db, competition.id);
  const isConfirmed = form.confirmed_at !== null;
  return {
    page: await getOpenPage(db, competition, { now, sendsMail }),
    is_confirmed: isConfirmed,
    riders: describeRiders(entered, form),
    offers: isConfirmed ? await listOffers(db, competition.id, form.email) : [],
  };
}

/** Confirms a form: its riders get a place or wait for one. Idempotent. Throws `invalid_token`, `entries_closed`. */
export async function confirmForm(write: Write, token: string, publicUrl: string): Promise<void> {
  const { tx, competition_id, now } = write;
  await lockEntries(write);
  const form = await getFormRow(tx, competition_id, token);
  if (form.confirmed_at !== null) return;
  await refuseClosed(write);
  await updateRow(tx, entryForms, form, { confirmed_at: now.toISOString() });
  const own = (await listEntered(tx, competition_id)).filter(({ entry }) => entry.form_id === form.id);
  // An admin may have decided some of them by hand.
  const open = own.filter(({ entry }) => entry.state === 'pending').map(({ entry }) => entry);
  await enterRiders(write, form, open, publicUrl);
}

/**
 * Appends the riders of a confirmed form to the order of entry; riders that the same address entered before are marked
 * as duplicates (J3).
 */
async function enterRiders(write: Write, form: FormRow, riders: readonly EntryRow[], publicUrl: string): Promise<void> {
  const { tx, competition_id, now } = write;
  const ids = new Set(riders.map(({ id }) => id));
  const known = new Set(
    (await listEntered(tx, competition_id))
      .filter(({ entry, form: { email, confirmed_at } }) => email === form.email && confirmed_at && !ids.has(entry.id))
      .filter(({ entry }) => ['pending', 'waiting', 'accepted'].includes(entry.state))
      .map(({ entry }) => riderKey(entry)),
  );
  const doubles: number[] = [];
  for (const rider of riders) {
    if (known.has(riderKey(rider))) doubles.push(rider.id);
    known.add(riderKey(rider));
  }
  await setStates(write, doubles, { state: 'double' });
  const fresh = riders.map(({ id }) => id).filter((id) => !doubles.includes(id));
  await setStates(write, fresh, { state: 'waiting', entered_at: now.toISOString() });
  await moveUp(write, publicUrl, new Set(fresh));
}

/**
 * Throws `form_full` if a form would have too many riders (J2). Withdrawn ones count, so that adding and withdrawing
 * cannot go on forever.
 */
async function refuseFull({ tx, competition_id }: Write, form: FormRow, riders: AddedRiders['riders']): Promise<void> {
  const isOfForm = hasValues(entries, { competition_id, form_id: form.id });
  const known = await tx.select().from(entries).where(isOfForm);
  const keys = new Set([...known, ...riders].map(({ key }) => key));
  if (keys.size > Math.max(maxRidersOfForm, known.length)) {
    throw new Refusal('form_full', { values: { most: maxRidersOfForm } });
  }
}

/**
 * Adds riders to a confirmed form. Idempotent. Throws `invalid_token`, `entries_closed`, `form_full`, `group_not_open`.
 */
export async function addRidersToForm(write: Write, { token, riders }: AddedRiders, publicUrl: string): Promise<void> {
  const { tx, competition_id } = write;
  await lockEntries(write);
  const form = await getFormRow(tx, competition_id, token);
  await refuseClosed(write);
  if (form.confirmed_at === null) throw new Refusal('invalid_token');
  await refuseFull(write, form, riders);
  await refuseOtherGroups(write, riders);
  await enterRiders(write, form, await insertRiders(write, form, riders), publicUrl);
}

/** Finds a rider of a form. Throws `entry_not_found`. */
async function getEntry(write: Write, form: FormRow, id: number): Promise<EntryRow> {
  const entered = await listEntered(write.tx, write.competition_id);
  const found = entered.find(({ entry }) => entry.id === id && entry.form_id === form.id);
  if (!found) throw new Refusal('entry_not_found');
  return found.entry;
}

/**
 * Changes a rider without a bib, who then needs an admin's decision again (J6). Throws `invalid_token`,
 * `entries_closed`, `group_not_open`, `entry_not_found`, `entry_fixed`.
 */
export async function changeRider(
  write: Write,
  { token, entry: id, ...facts }: ChangedRider,
  publicUrl: string,
): Promise<void> {
  const { tx, competition_id } = write;
  await lockEntries(write);
  const form = await getFormRow(tx, competition_id, token);
  const before = await getEntry(write, form, id);
  if (before.dossard !== null || !['pending', 'waiting', 'accepted'].includes(before.state)) {
    throw new Refusal('entry_fixed');
  }
  await refuseClosed(write);
  await refuseOtherGroups(write, [facts]);
  // The new group may have no place: all entries not yet accepted are placed again, in order.
  const state = form.confirmed_at === null ? 'pending' : 'waiting';
  await updateRow(tx, entries, before, { ...facts, state, dossard: null });
  await moveUp(write, publicUrl, new Set([id]));
}

/** Returns true if a bib has runs, including unresolved ones. */
async function hasRuns({ tx, competition_id }: Write, dossard: number): Promise<boolean> {
  if ((await tx.$count(runs, and(isKeptRun(competition_id), eq(runs.dossard, dossard)))) > 0) return true;
  return (await listUnresolvedBibs(tx, competition_id)).includes(dossard);
}

/**
 * Withdraws riders; those with a bib are also removed from the list of riders, which can be undone in the history.
 * Throws `invalid_token`, `entry_not_found`, and `entry_fixed` for a rider with runs.
 */
export async function withdraw(
  write: Write,
  { token, entries: ids }: { token: string; entries: number[] },
  publicUrl: string,
): Promise<void> {
  const { tx, competition_id } = write;
  await lockEntries(write);
  await lockImports(write);
  const form = await getFormRow(tx, competition_id, token);
  const withdrawn = (await listEntered(tx, competition_id)).filter(({ entry }) => ids.includes(entry.id));
  const bibs = withdrawn.flatMap(({ entry }) => (entry.form_id === form.id ? (entry.dossard ?? []) : []));
  // By bib, and before the competition's row. Recording a run locks the rider, so the run is visible after its commit.
  await lockRiders(write, bibs);
  for (const id of ids) {
    const { dossard, state } = await getEntry(write, form, id);
    if (state === 'withdrawn') continue;
    if (dossard !== null) {
      if (await hasRuns(write, dossard)) throw new Refusal('entry_fixed');
      await deleteParticipant(write, dossard);
    }
    await setStates(write, [id], { state: 'withdrawn', dossard: null });
  }
  await moveUp(write, publicUrl);
}
