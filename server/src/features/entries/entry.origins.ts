import { riderKey } from '@dossard/contract/entries/entry.rules.ts';
import { type ParticipantFacts, pickFacts } from '@dossard/contract/participants/participant.fields.ts';
import { and, eq, inArray, ne } from 'drizzle-orm';
import { hashToken } from '../../access/token.ts';
import type { Database } from '../../database/client.ts';
import { entryOrigins } from '../../tables/entry.tables.ts';
import { isPresent } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { listOfOrganiser } from '../identity/season.riders.ts';

/** Hashes an address, to recognise it when it is confirmed again. */
export const hashAddress = (email: string): string => hashToken(`entry ${email}`);

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
          isPresent(participants, id),
          inArray(participants.dossard_number, dossards),
          // An erased rider has no name to offer.
          ne(participants.first_name, ''),
        ),
      );
    for (const rider of found) if (!offers.has(riderKey(rider))) offers.set(riderKey(rider), pickFacts(rider));
  }
  return [...offers.values()].sort((a, b) => a.last_name.localeCompare(b.last_name));
}
