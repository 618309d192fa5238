import { and, eq, type SQL } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { auditLog } from '../../tables/audit.table.ts';

/** Selects the entries of a competition's log that match all conditions. */
export const selectLog = (db: Database, competitionId: number, ...conditions: (SQL | undefined)[]) =>
  db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.competition_id, competitionId), ...conditions));
