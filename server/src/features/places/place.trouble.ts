import { eq } from 'drizzle-orm';
import { type Database, isUnstorable } from '../../database/client.ts';
import { places } from '../../tables/place.tables.ts';
import { OtherVersion, Suspended, UnreadableParcel } from './parcel.ts';
import type { PlaceRow } from './place.store.ts';

/**
 * Runs a part of the exchange; a failure that only a person can repair is reported to the organisers (Y3). Throws the
 * errors of `work`.
 */
export async function reportTrouble<Result>(
  db: Database,
  competitionId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble) await db.update(places).set({ trouble }).where(eq(places.competition_id, competitionId));
    throw error;
  }
}

function troubleOf(error: unknown): PlaceRow['trouble'] {
  if (error instanceof OtherVersion) return 'version';
  if (error instanceof Suspended) return 'suspended';
  return error instanceof UnreadableParcel || isUnstorable(error) ? 'rows' : null;
}
