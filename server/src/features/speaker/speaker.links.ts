import type { SpeakerLink } from '@dossard/contract/speaker/speech.schema.ts';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { hashToken, newToken } from '../../access/token.ts';
import { actorOf, type Write } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { putRow } from '../../database/one.row.ts';
import { isStillAllowed } from '../../rights/still.allowed.ts';
import { userName, users } from '../../tables/account.tables.ts';
import { competitions } from '../../tables/competition.table.ts';
import { speakerLinks } from '../../tables/invitation.table.ts';

/* Links by which a speaker without an account reads the feed; the database stores only the hash of the token. */

/** Validity of a link, in milliseconds: a competition and the days before it. */
const linkMs = 30 * 86_400_000;

const isInForce = (db: Database, competitionId: number, now: Date) =>
  and(
    eq(speakerLinks.competition_id, competitionId),
    gt(speakerLinks.expires_at, now.toISOString()),
    isStillAllowed(db, competitionId, speakerLinks.created_by, 'manage_competition'),
  );

/** Finds the valid link of a competition. */
export async function findSpeakerLink(db: Database, competitionId: number, now: Date): Promise<SpeakerLink | null> {
  const [found] = await db
    .select({ created_by: userName, created_at: speakerLinks.created_at, expires_at: speakerLinks.expires_at })
    .from(speakerLinks)
    .innerJoin(users, eq(users.id, speakerLinks.created_by))
    .where(isInForce(db, competitionId, now));
  return found ?? null;
}

/** Creates a link for a competition, replacing the previous one. */
export async function createSpeakerLink(write: Write): Promise<{ token: string; expires_at: string }> {
  const { tx, competition_id, now } = write;
  const token = newToken();
  const made = {
    token_hash: hashToken(token),
    created_by: actorOf(write),
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + linkMs).toISOString(),
  };
  await putRow(tx, speakerLinks, { competition_id, ...made });
  return { token, expires_at: made.expires_at };
}

/** Revokes the link of a competition. */
export async function deleteSpeakerLink({ tx, competition_id }: Write): Promise<void> {
  await tx.delete(speakerLinks).where(eq(speakerLinks.competition_id, competition_id));
}

/** Finds the competition of a token; undefined if the token is invalid. */
export async function findByToken(db: Database, token: string, now: Date): Promise<number | undefined> {
  const hasToken = eq(speakerLinks.token_hash, hashToken(token));
  // The competition is needed for the next query: a cluster joins only within one competition.
  const [named] = await db.select({ id: speakerLinks.competition_id }).from(speakerLinks).where(hasToken);
  if (!named) return undefined;
  const [open] = await db
    .select({ id: speakerLinks.competition_id })
    .from(speakerLinks)
    .innerJoin(competitions, eq(competitions.id, speakerLinks.competition_id))
    .where(and(hasToken, isInForce(db, named.id, now), isNull(competitions.deleted_at)));
  return open?.id;
}
