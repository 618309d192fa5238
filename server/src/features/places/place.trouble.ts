import { eq } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { isUnstorable } from '../../database/failures.ts';
import { places } from '../../tables/place.tables.ts';
import { OtherVersion, Suspended, UnreadableParcel } from './parcel.ts';
import { TooMuch } from './peer.ts';
import type { PlaceRow } from './place.store.ts';

/** How long an installation that sent something unreadable or too large is neither called nor answered, in ms (Y10). */
const blockMs = 15 * 60_000;

/** The other installation is left alone after it sent something unreadable. */
export class Blocked extends Error {}

/** Whether no honest installation causes an error. */
export const isHostile = (error: unknown): boolean => error instanceof UnreadableParcel || error instanceof TooMuch;

/** Whether the exchange is blocked; stored, so that a restart does not end it. */
export const isBlocked = ({ blocked_until }: PlaceRow, now: Date): boolean =>
  blocked_until !== null && blocked_until > now.toISOString();

/**
 * Runs a part of the exchange; a failure that only a person can repair is reported to the organisers (Y3), and one that
 * no honest installation causes blocks the exchange for a while (Y10). Throws the errors of `work`.
 */
export async function reportTrouble<Result>(
  db: Database,
  clock: () => Date,
  competitionId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const trouble = troubleOf(error);
    const blocked_until = isHostile(error) ? new Date(clock().getTime() + blockMs).toISOString() : null;
    if (trouble)
      await db.update(places).set({ trouble, blocked_until }).where(eq(places.competition_id, competitionId));
    throw error;
  }
}

function troubleOf(error: unknown): PlaceRow['trouble'] {
  if (error instanceof OtherVersion) return 'version';
  if (error instanceof Suspended) return 'suspended';
  return isHostile(error) || isUnstorable(error) ? 'rows' : null;
}
