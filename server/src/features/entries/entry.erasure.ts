import { riderKey } from '@dossard/contract/entries/entry.rules.ts';
import { and, eq, inArray, isNull, lt, notInArray } from 'drizzle-orm';
import type { Database, Transaction } from '../../database/client.ts';
import { competitions } from '../../tables/competition.table.ts';
import { entries, entryForms, entryOrigins, entryPages } from '../../tables/entry.tables.ts';
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
    .innerJoin(
      entryForms,
      and(eq(entryForms.competition_id, entries.competition_id), eq(entryForms.id, entries.form_id)),
    )
    .where(and(eq(entries.competition_id, competitionId), eq(entries.dossard, dossard)));
  if (!found) return null;
  const { email, contact_name, phone, sent_at, confirmed_at } = found.form;
  return { email, contact_name, phone, sent_at, confirmed_at };
}

/** Erases the entries of a rider, and forms that are left empty, with their contact. */
export async function eraseEntriesOf(tx: Transaction, rider: typeof participants.$inferSelect): Promise<void> {
  const { competition_id, dossard_number } = rider;
  const isHere = eq(entries.competition_id, competition_id);
  const all = await tx.select().from(entries).where(isHere);
  const own = all.filter((entry) => entry.dossard === dossard_number || riderKey(entry) === riderKey(rider));
  if (own.length > 0) {
    const ids = own.map(({ id }) => id);
    await tx.delete(entries).where(and(isHere, inArray(entries.id, ids)));
    const left = new Set(all.filter(({ id }) => !ids.includes(id)).map(({ form_id }) => form_id));
    const empty = own.map(({ form_id }) => form_id).filter((id) => !left.has(id));
    if (empty.length > 0) {
      await tx
        .delete(entryForms)
        .where(and(eq(entryForms.competition_id, competition_id), inArray(entryForms.id, empty)));
    }
  }
  await tx
    .delete(entryOrigins)
    .where(and(eq(entryOrigins.competition_id, competition_id), eq(entryOrigins.dossard, dossard_number)));
}

/** Copies the settings of an entry page that carry over to the next event (M1); it starts closed, without a date. */
export async function copyEntryPage(tx: Transaction, from: number, to: number): Promise<void> {
  const { is_open, closes_on, ...page } = await getEntryPage(tx, from);
  await tx
    .insert(entryPages)
    .values({ competition_id: to, ...page })
    .onConflictDoUpdate({ target: entryPages.competition_id, set: page });
}
