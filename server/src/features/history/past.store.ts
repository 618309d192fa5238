import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { applyChange, type CompetitionFacts } from './fact.rows.ts';
import { changesOf, undone } from './history.facts.ts';
import { getPresentFacts } from './present.store.ts';

/** Reads the rows of a competition at a moment, with a resolution of 1 ms. */
export async function getPastFacts(db: Database, competitionId: number, time: string): Promise<CompetitionFacts> {
  const facts = await getPresentFacts(db, competitionId);
  const later = await db
    .select({ subject: auditLog.subject, before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(and(eq(auditLog.competition_id, competitionId), gt(auditLog.at, sql`${time}::timestamptz`)))
    .orderBy(desc(auditLog.id));
  for (const entry of later) for (const change of changesOf(entry)) applyChange(facts, undone(change));
  return facts;
}
