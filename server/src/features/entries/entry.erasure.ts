import { riderKey } from '@dossard/contract/entries/entry.rules.ts';
import { and, eq, inArray, isNull, lt, notInArray, sql } from 'drizzle-orm';
import type { Write } from '../../audit/write.ts';
import type { Database, Transaction } from '../../database/client.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { competitions } from '../../tables/competition.table.ts';
import { entries, entryForms, entryOrigins } from '../../tables/entry.tables.ts';
import { rowOf } from '../../tables/joins.ts';
import { mails } from '../../tables/mail.table.ts';
import type { participants } from '../../tables/participant.table.ts';
import { getEntryPage } from './entry.store.ts';

/* Erasure of entries, when they expire or when a rider is erased (J8). */

const dayMs = 86_400_000;
/** How long a form may stay unconfirmed, in ms. */
const unconfirmedMs = 7 * dayMs;

/** Erases forms some days after their event, and those that were neither confirmed nor accepted. */
export async function eraseOldEntries(db: Database, now: Date): Promise<void> {
  const held = await db.selectDistinct({ id: entryForms.competition_id }).from(entryForms);
  for (const { id } of held) {
    const [competition] = await db
      .select({ date: competitions.date })
      .from(competitions)
      .where(eq(competitions.id, id));
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
        eq(entryForms.competition_id, competitionId),
        isNull(entryForms.confirmed_at),
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
  if (!found) return null;
  const { email, contact_name, phone, sent_at, confirmed_at } = found.form;
  return { email, contact_name, phone, sent_at, confirmed_at };
}

/** Erases the entries of a rider, and forms that are left empty, with their contact. */
export async function eraseEntriesOf(tx: Transaction, rider: typeof participants.$inferSelect): Promise<void> {
  const { competition_id, dossard_number } = rider;
  const all = await tx.select().from(entries).where(eq(entries.competition_id, competition_id));
  const own = all.filter((entry) => entry.dossard === dossard_number || riderKey(entry) === riderKey(rider));
  await deleteEntries(tx, competition_id, own);
  await tx
    .delete(entryOrigins)
    .where(and(eq(entryOrigins.competition_id, competition_id), eq(entryOrigins.dossard, dossard_number)));
}

/** Erases an entry that has no bib, whatever its state (J11); again does nothing. Throws `entry_fixed`. */
export async function eraseEntry({ tx, competition_id }: Write, id: number): Promise<void> {
  const isIt = rowOf(entries, competition_id, id);
  const [entry] = await tx.select().from(entries).where(isIt);
  if (!entry) return;
  if (entry.dossard !== null) throw new Refusal('entry_fixed');
  await deleteEntries(tx, competition_id, [entry]);
}

type EntryRow = typeof entries.$inferSelect;

/** Deletes entries, the forms that are left empty with their contact, and the mails to it. */
async function deleteEntries(tx: Transaction, competition_id: number, own: readonly EntryRow[]): Promise<void> {
  if (own.length === 0) return;
  const isHere = eq(entries.competition_id, competition_id);
  const ids = own.map(({ id }) => id);
  await tx.delete(entries).where(and(isHere, inArray(entries.id, ids)));
  const formIds = [...new Set(own.map(({ form_id }) => form_id))];
  const left = await tx
    .select({ form_id: entries.form_id })
    .from(entries)
    .where(and(isHere, inArray(entries.form_id, formIds)));
  const empty = formIds.filter((id) => !left.some(({ form_id }) => form_id === id));
  if (empty.length === 0) return;
  const isEmpty = and(eq(entryForms.competition_id, competition_id), inArray(entryForms.id, empty));
  const erased = await tx.delete(entryForms).where(isEmpty).returning({ email: entryForms.email });
  for (const { email } of erased)
    await tx.delete(mails).where(eq(sql`lower(${mails.to_address})`, email.toLowerCase()));
}
