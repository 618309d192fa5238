import { type JuryPosition, juryPositions } from '@dossard/contract/rankings/ranking.rules.ts';
import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { readOrder } from '../../logged/logged.entry.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { competitions } from '../../tables/competition.table.ts';
import { hasValues } from '../../tables/has.values.ts';
import { selectLog } from './log.store.ts';

/*
 * How ties were decided at a moment, beside the runs: the log holds each decision of a jury, and which round followed
 * which.
 */

interface Side {
  order?: string;
  follows?: string | null;
  follows_id?: number | null;
}

/** Reads the positions that the jury had given to tied riders at a moment, by dossard (R15). */
export async function getJuryPositionsAt(
  db: Database,
  competitionId: number,
  time: string,
): Promise<Map<number, JuryPosition>> {
  const isDecided = and(eq(auditLog.subject, 'tie'), lte(auditLog.at, sql`${time}::timestamptz`));
  const decided = await selectLog(db, competitionId, isDecided).orderBy(asc(auditLog.id));
  const decisions = new Map<string, string>();
  for (const entry of decided) applyTie(decisions, entry);
  return positionsOfDecisions(decisions);
}

/** Updates the decisions of a jury, reasons by order, with an entry about a tie. */
export function applyTie(
  decisions: Map<string, string>,
  { before, after, reason }: { before: unknown; after: unknown; reason: string | null },
): void {
  decisions.delete((before as Side | null)?.order ?? '');
  const order = (after as Side | null)?.order;
  if (order) decisions.set(order, reason ?? '');
}

/** Returns the positions that decisions give to riders, by dossard (R15). */
export const positionsOfDecisions = (decisions: ReadonlyMap<string, string>): Map<number, JuryPosition> =>
  new Map([...decisions].flatMap(([order, reason]) => juryPositions(readOrder(order), reason)));

/** Reads which competition this one followed at a moment; null for none, or for one deleted by then. */
export async function findPreviousRoundAt(db: Database, competitionId: number, time: string): Promise<number | null> {
  const [now] = await db.select().from(competitions).where(eq(competitions.id, competitionId));
  const isLink = hasValues(auditLog, { subject: 'round', subject_key: 'follows' });
  const isLater = gt(auditLog.at, sql`${time}::timestamptz`);
  const later = await selectLog(db, competitionId, isLink, isLater).orderBy(desc(auditLog.id));
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
