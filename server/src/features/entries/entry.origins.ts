import { riderKey } from '@dossard/contract/entries/entry.rules.ts';
import { type ParticipantFacts, pickFacts } from '@dossard/contract/participants/participant.fields.ts';
import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import { hashToken } from '../../access/token.ts';
import type { Database } from '../../database/client.ts';
import { competitions } from '../../tables/competition.table.ts';
import { entryOrigins } from '../../tables/entry.tables.ts';
import { members } from '../../tables/member.table.ts';
import { participants } from '../../tables/participant.table.ts';

/** Hashes an address, to recognise it when it is confirmed again. */
export const hashAddress = (email: string): string => hashToken(`entry ${email}`);

/** Lists the other competitions of the same organiser (those with an admin in common), latest first. */
export async function listOfOrganiser(db: Database, competitionId: number): Promise<{ id: number; date: string }[]> {
  const admins = await db
    .select({ user_id: members.user_id })
    .from(members)
    .where(and(eq(members.competition_id, competitionId), eq(members.role, 'admin')));
  if (admins.length === 0) return [];
  const shared = await db
    .selectDistinct({ id: members.competition_id })
    .from(members)
    .where(
      and(
        inArray(
          members.user_id,
          admins.map(({ user_id }) => user_id),
        ),
        eq(members.role, 'admin'),
        ne(members.competition_id, competitionId),
      ),
    );
  if (shared.length === 0) return [];
  const found = await db
    .select({ id: competitions.id, date: competitions.date })
    .from(competitions)
    .where(
      and(
        inArray(
          competitions.id,
          shared.map(({ id }) => id),
        ),
        isNull(competitions.deleted_at),
      ),
    );
  return found.sort((a, b) => b.date.localeCompare(a.date) || b.id - a.id);
}

/**
 * Lists the riders that this confirmed address entered in other competitions of this organiser, with their latest data
 * (J7). A club is identified by its address only, because anybody can type its name.
 */
export async function listOffers(db: Database, competitionId: number, email: string): Promise<ParticipantFacts[]> {
  const others = await listOfOrganiser(db, competitionId);
  if (others.length === 0) return [];
  const origins = await db
    .select({ competition_id: entryOrigins.competition_id, dossard: entryOrigins.dossard })
    .from(entryOrigins)
    .where(
      and(
        eq(entryOrigins.email_hash, hashAddress(email)),
        inArray(
          entryOrigins.competition_id,
          others.map(({ id }) => id),
        ),
      ),
    );
  const offers = new Map<string, ParticipantFacts>();
  for (const { id } of others) {
    const dossards = origins.filter((one) => one.competition_id === id).map(({ dossard }) => dossard);
    if (dossards.length === 0) continue;
    const found = await db
      .select()
      .from(participants)
      .where(
        and(
          eq(participants.competition_id, id),
          inArray(participants.dossard_number, dossards),
          isNull(participants.deleted_at),
          // An erased rider has no name to offer.
          ne(participants.first_name, ''),
        ),
      );
    for (const rider of found) if (!offers.has(riderKey(rider))) offers.set(riderKey(rider), pickFacts(rider));
  }
  return [...offers.values()].sort((a, b) => a.last_name.localeCompare(b.last_name));
}
