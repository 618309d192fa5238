import { listPromoted } from '@dossard/contract/entries/entry.rules.ts';
import type { Language } from '@dossard/contract/language/language.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { hashToken, newToken } from '../../access/token.ts';
import type { Write } from '../../audit/write.ts';
import { lockRows } from '../../database/rows.ts';
import { queueMail } from '../../mail/mail.queue.ts';
import { type EntryMail, entryMail } from '../../mail/mail.texts.ts';
import { competitions } from '../../tables/competition.table.ts';
import { entries, entryLinks, entryPages } from '../../tables/entry.tables.ts';
import { type EntryRow, type FormRow, getEntryPage, listEntered, listTaken } from './entry.store.ts';

/** Locks the entry page of a competition for the transaction, so that no place is given twice. */
export async function lockEntries({ tx, competition_id }: Write): Promise<void> {
  await tx.insert(entryPages).values({ competition_id }).onConflictDoNothing();
  await lockRows(tx, entryPages, eq(entryPages.competition_id, competition_id));
}

/** Creates a link that gives access to one form, and returns its URL. */
async function createLink({ tx, competition_id }: Write, form_id: number, publicUrl: string): Promise<string> {
  const token = newToken();
  await tx.insert(entryLinks).values({ competition_id, form_id, token_hash: hashToken(token) });
  return `${publicUrl}/entry?token=${token}`;
}

/** Mails the sender of a form the state of its riders, with a new link. */
export async function mailForm(
  write: Write,
  form: FormRow,
  mail: Omit<EntryMail, 'competition' | 'url'>,
  publicUrl: string,
): Promise<void> {
  const { tx, competition_id, now } = write;
  const [competition] = await tx.select().from(competitions).where(eq(competitions.id, competition_id));
  const url = await createLink(write, form.id, publicUrl);
  const text = entryMail(form.language as Language, form.id, { ...mail, competition: competition?.name ?? '', url });
  await queueMail(tx, form.email, text, now);
}

/** Sets the state of entries; `more` are further columns to set. */
export async function setStates(
  { tx, competition_id }: Write,
  ids: readonly number[],
  values: Partial<Pick<EntryRow, 'state' | 'entered_at' | 'dossard'>>,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(entries)
    .set(values)
    .where(and(eq(entries.competition_id, competition_id), inArray(entries.id, [...ids])));
}

/**
 * Gives free places to waiting entries, in the order of entry (J4), and mails the senders of their forms, except for
 * the riders in `quiet`, who were just entered. The caller holds the lock on entries.
 */
export async function moveUp(write: Write, publicUrl: string, quiet: ReadonlySet<number> = new Set()): Promise<void> {
  const { tx, competition_id } = write;
  const entered = await listEntered(tx, competition_id);
  const waiting = entered.filter(({ entry, form }) => entry.state === 'waiting' && form.confirmed_at !== null);
  if (waiting.length === 0) return;
  const taken = await listTaken(tx, competition_id, entered);
  const page = await getEntryPage(tx, competition_id);
  const found = new Set(
    listPromoted(
      waiting.map(({ entry }) => entry),
      taken,
      page,
    ).map(({ id }) => id),
  );
  await setStates(write, [...found], { state: 'pending' });
  const notified = waiting.filter(({ entry }) => found.has(entry.id) && !quiet.has(entry.id));
  for (const form of new Map(notified.map((one) => [one.form.id, one.form])).values()) {
    const riders = notified.filter((one) => one.form.id === form.id).map(({ entry }) => entry);
    await mailForm(write, form, { kind: 'place', riders }, publicUrl);
  }
}
