import { riderKey } from '@dossard/contract/entries/entry.rules.ts';
import { and, eq, inArray, lt, notInArray } from 'drizzle-orm';
import { hashToken } from '../../access/token.ts';
import type { Write } from '../../audit/write.ts';
import { ofRiders } from '../../database/any.of.ts';
import type { Database, Transaction } from '../../database/client.ts';
import { eraseWaiting, forgetSent } from '../../mail/mail.queue.ts';
import { entriesOfTopic } from '../../mail/mail.texts.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { competitions } from '../../tables/competition.table.ts';
import { entries, entryForms, entryLinks, entryOrigins } from '../../tables/entry.tables.ts';
import { hasValues } from '../../tables/has.values.ts';
import { rowOf } from '../../tables/joins.ts';
import { lockEntries } from './entry.places.ts';
import { type EntryRow, getEntryPage, listEntered } from './entry.store.ts';

/* Erasure of entries, when they expire or when a rider is erased (J8). */

const dayMs = 86_400_000;
/** How long a form may stay unconfirmed, in ms. */
const unconfirmedMs = 7 * dayMs;

/** Erases forms some days after their event, and those that were neither confirmed nor accepted. */
export async function eraseOldEntries(db: Database, now: Date): Promise<void> {
  const held = await db.selectDistinct({ id: entryForms.competition_id }).from(entryForms);
  for (const { id } of held) {
    const [competition] = await db.select().from(competitions).where(eq(competitions.id, id));
    const { keep_days } = await getEntryPage(db, id);
    const isOver = !competition || Date.parse(competition.date) + (keep_days + 1) * dayMs <= now.getTime();
    if (isOver) await db.delete(entryForms).where(eq(entryForms.competition_id, id));
    else await eraseUnconfirmed(db, id, new Date(now.getTime() - unconfirmedMs).toISOString());
  }
}

async function eraseUnconfirmed(db: Database, competitionId: number, before: string): Promise<void> {
  const accepted = await db
    .selectDistinct({ id: entries.form_id })
    .from(entries)
    .where(and(eq(entries.competition_id, competitionId), eq(entries.state, 'accepted')));
  const kept = accepted.map(({ id }) => id);
  await db
    .delete(entryForms)
    .where(
      and(
        hasValues(entryForms, { competition_id: competitionId, confirmed_at: null }),
        lt(entryForms.sent_at, before),
        kept.length > 0 ? notInArray(entryForms.id, kept) : undefined,
      ),
    );
}

/** Reads the data of a rider's entry beside the list of riders: the form with its contact. */
export async function findEntryOf(db: Database, competitionId: number, dossard: number) {
  const [found] = await db
    .select({ form: entryForms })
    .from(entries)
    .innerJoin(entryForms, rowOf(entryForms, entries.competition_id, entries.form_id))
    .where(and(eq(entries.competition_id, competitionId), eq(entries.dossard, dossard)));
  return found?.form ?? null;
}

/**
 * Erases the entries of a rider, by the bib and by all `rows` that the rider had, and forms that are left empty, with
 * their contact.
 */
export async function eraseEntriesOf(
  { tx, competition_id }: Write,
  { dossard, rows }: { dossard: number; rows: readonly Parameters<typeof riderKey>[0][] },
): Promise<void> {
  const keys = new Set(rows.map(riderKey));
  const all = await tx.select().from(entries).where(eq(entries.competition_id, competition_id));
  const own = all.filter((entry) => entry.dossard === dossard || keys.has(riderKey(entry)));
  await deleteEntries(tx, competition_id, own);
  await tx.delete(entryOrigins).where(ofRiders(entryOrigins, competition_id, [dossard]));
}

/** Erases an entry whose rider has no bib, whatever its state (J11); again does nothing. Throws `entry_fixed`. */
export async function eraseEntry(write: Write, id: number): Promise<void> {
  const { tx, competition_id } = write;
  await lockEntries(write);
  const entry = (await listEntered(tx, competition_id)).find((one) => one.entry.id === id)?.entry;
  if (!entry) return;
  if (entry.dossard !== null) throw new Refusal('entry_fixed');
  await deleteEntries(tx, competition_id, [entry]);
}

/** Deletes entries, the forms that are left empty with their contact, and the waiting mails about them. */
async function deleteEntries(tx: Transaction, competition_id: number, own: readonly EntryRow[]): Promise<void> {
  if (own.length === 0) return;
  const isHere = eq(entries.competition_id, competition_id);
  const ids = own.map(({ id }) => id);
  await tx.delete(entries).where(and(isHere, inArray(entries.id, ids)));
  const formIds = [...new Set(own.map(({ form_id }) => form_id))];
  const left = new Set((await tx.select().from(entries).where(isHere)).map(({ form_id }) => form_id));
  const empty = formIds.filter((id) => !left.has(id));
  const isLink = and(eq(entryLinks.competition_id, competition_id), inArray(entryLinks.form_id, empty));
  const links = new Set((await tx.select().from(entryLinks).where(isLink)).map(({ token_hash }) => token_hash));
  const isForm = and(eq(entryForms.competition_id, competition_id), inArray(entryForms.id, formIds));
  for (const { id, email } of await tx.select().from(entryForms).where(isForm)) {
    await eraseWaiting(tx, email, ({ topic, text }) =>
      topic
        ? entriesOfTopic(topic).some((entry) => ids.includes(entry))
        : tokensIn(text).some((token) => links.has(hashToken(token))),
    );
    if (empty.includes(id)) await forgetSent(tx, email);
  }
  await tx.delete(entryForms).where(and(isForm, inArray(entryForms.id, empty)));
}

const tokensIn = (text: string): string[] =>
  [...text.matchAll(/\/entry\?token=([\w-]+)/g)].map(([, token = '']) => token);
