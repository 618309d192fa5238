import type { JuryPlace } from '@dossard/contract/rankings/ranking.rules.ts';
import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { readOrder } from '../../logged/logged.entry.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { competitions } from '../../tables/competition.table.ts';

/*
 * How ties were decided at a moment, beside the runs: the log holds each decision of a jury, and which round followed
 * which.
 */

interface Side {
  order?: string;
  follows?: string | null;
  follows_id?: number | null;
}

/** Reads the places that the jury had given to tied riders at a moment, by dossard (R15). */
export async function getJuryPlacesAt(
  db: Database,
  competitionId: number,
  time: string,
): Promise<Map<number, JuryPlace>> {
  const decided = await db
    .select({ before: auditLog.before, after: auditLog.after, reason: auditLog.reason })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.competition_id, competitionId),
        eq(auditLog.subject, 'tie'),
        lte(auditLog.at, sql`${time}::timestamptz`),
      ),
    )
    .orderBy(asc(auditLog.id));
  const decisions = new Map<string, string>();
  for (const entry of decided) followTie(decisions, entry);
  return placesOfDecisions(decisions);
}

/** Updates the decisions of a jury, reasons by order, with an entry about a tie. */
export function followTie(
  decisions: Map<string, string>,
  { before, after, reason }: { before: unknown; after: unknown; reason: string | null },
): void {
  decisions.delete((before as Side | null)?.order ?? '');
  const order = (after as Side | null)?.order;
  if (order) decisions.set(order, reason ?? '');
}

/** Returns the places that decisions give to riders, by dossard (R15). */
export const placesOfDecisions = (decisions: ReadonlyMap<string, string>): Map<number, JuryPlace> =>
  new Map([...decisions].flatMap(([order, reason]) => placesOf(readOrder(order), reason)));

const placesOf = (dossards: readonly number[], reason: string): [number, JuryPlace][] =>
  dossards.map((dossard, index) => [dossard, { decision: Math.min(...dossards), place: index + 1, reason }]);

/** Reads which competition this one followed at a moment; null for none, or for one deleted by then. */
export async function findPreviousRoundAt(db: Database, competitionId: number, time: string): Promise<number | null> {
  const [now] = await db
    .select({ follows: competitions.follows })
    .from(competitions)
    .where(eq(competitions.id, competitionId));
  const later = await db
    .select({ before: auditLog.before })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.competition_id, competitionId),
        ...[eq(auditLog.subject, 'round'), eq(auditLog.subject_key, 'follows')],
        gt(auditLog.at, sql`${time}::timestamptz`),
      ),
    )
    .orderBy(desc(auditLog.id));
  let follows = now?.follows ?? null;
  for (const { before } of later) {
    const side = before as Side | null;
    // Entries of earlier versions have only the name.
    follows = side?.follows == null ? null : (side.follows_id ?? follows);
  }
  if (follows === null) return null;
  const [round] = await db
    .select({ id: competitions.id })
    .from(competitions)
    .where(
      and(
        eq(competitions.id, follows),
        sql`(${competitions.deleted_at} is null or ${competitions.deleted_at} > ${time}::timestamptz)`,
      ),
    );
  return round?.id ?? null;
}
