import { eq } from 'drizzle-orm';
import { type Database, isUnstorable } from '../../database/client.ts';
import { places } from '../../tables/place.tables.ts';
import { OtherVersion, UnreadableParcel } from './parcel.ts';

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
    const isUnfit = error instanceof UnreadableParcel || isUnstorable(error);
    const trouble = error instanceof OtherVersion ? 'version' : isUnfit ? 'rows' : undefined;
    if (trouble) await db.update(places).set({ trouble }).where(eq(places.competition_id, competitionId));
    throw error;
  }
}
