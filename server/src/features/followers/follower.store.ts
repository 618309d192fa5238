import type { FollowerInput } from '@dossard/contract/followers/follower.schema.ts';
import { and, eq } from 'drizzle-orm';
import type { CompetitionRow } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { riderFollowers } from '../../tables/follower.table.ts';
import { sha256 } from '../../tools/sha256.ts';
import { lastNumberOf } from '../identity/followed.runs.ts';
import { refuseUnknownRider } from '../runs/run.store.ts';

/* Browsers that follow a rider (L9). */

/** Browsers that may follow one rider, and those of one competition; as many more as ask in the same moment do no harm. */
const maxOfRider = 500;
const maxOfCompetition = 10_000;
/** How long after the day of the event a browser may follow, in milliseconds; the rows are erased then. */
const afterMs = 2 * 86_400_000;

/** Returns the first day (`YYYY-MM-DD`) of competitions whose riders can still be followed. */
export const followedSince = (now: Date): string => new Date(now.getTime() - afterMs).toISOString().slice(0, 10);

const ofRider = (competitionId: number, dossard: number) =>
  and(eq(riderFollowers.competition_id, competitionId), eq(riderFollowers.dossard, dossard));

/** Adds a browser to those that follow a rider, or renews it. Throws `participant_not_found`, `following_not_possible`. */
export async function addFollower(
  db: Database,
  { id: competition_id, date }: CompetitionRow,
  dossard: number,
  { endpoint, keys, language }: FollowerInput,
  now: Date,
): Promise<void> {
  if (date < followedSince(now)) throw new Refusal('following_not_possible');
  await refuseUnknownRider(db, { competition_id, dossard });
  const endpoint_hash = sha256(endpoint);
  const isKnown = and(ofRider(competition_id, dossard), eq(riderFollowers.endpoint_hash, endpoint_hash));
  const [known, ofThis, ofAll] = await Promise.all([
    db.$count(riderFollowers, isKnown),
    db.$count(riderFollowers, ofRider(competition_id, dossard)),
    db.$count(riderFollowers, eq(riderFollowers.competition_id, competition_id)),
  ]);
  if (known === 0 && (ofThis >= maxOfRider || ofAll >= maxOfCompetition)) throw new Refusal('following_not_possible');
  const browser = { endpoint, ...keys, language, failures: 0 };
  await db
    .insert(riderFollowers)
    .values({
      competition_id,
      dossard,
      ...browser,
      endpoint_hash,
      told_runs: lastNumberOf(competition_id, dossard),
      created_at: now.toISOString(),
    })
    .onConflictDoUpdate({
      target: [riderFollowers.competition_id, riderFollowers.dossard, riderFollowers.endpoint_hash],
      set: browser,
    });
}

/** Ends the messages to a browser about a rider. */
export async function deleteFollower(
  db: Database,
  competitionId: number,
  dossard: number,
  endpoint: string,
): Promise<void> {
  await db
    .delete(riderFollowers)
    .where(and(ofRider(competitionId, dossard), eq(riderFollowers.endpoint_hash, sha256(endpoint))));
}
