import { and, sql } from 'drizzle-orm';
import { recordChange } from '../audit/audit.log.ts';
import type { Write } from '../audit/write.ts';
import type { Database } from '../database/client.ts';
import { isRow } from '../logged/logged.entry.ts';
import { auditLog } from '../tables/audit.table.ts';
import { hasValues } from '../tables/has.values.ts';

/*
 * Numbers that accounts had before a reset that was undone after their owners had registered again: the entries of the
 * log still have them, because they are sealed.
 */

/** Returns the former number of the account that an entry is about, if it says one. */
export function formerNumberIn(subject: string | null, after: unknown): number | undefined {
  return subject === 'user' && isRow(after) && after.formerly ? Number(after.formerly) : undefined;
}

/** Logs the former number of an account. */
export async function recordFormerNumber(write: Write, former: number, present: number): Promise<void> {
  const entry = { action: 'update', subject: 'user', key: present, after: { formerly: former } } as const;
  await recordChange({ ...write, competition_id: 0 }, entry);
}

/** Reads the present numbers of accounts by their former ones. */
export async function readFormerNumbers(db: Database): Promise<Map<number, number>> {
  const isOne = and(
    hasValues(auditLog, { competition_id: 0, subject: 'user' }),
    sql`jsonb_exists(${auditLog.after}, 'formerly')`,
  );
  const entries = await db.select({ key: auditLog.subject_key, after: auditLog.after }).from(auditLog).where(isOne);
  return new Map(entries.map(({ key, after }) => [formerNumberIn('user', after) ?? 0, Number(key)]));
}

/** Lists the numbers of an account: its own, then the former ones. */
export async function listNumbersOf(db: Database, userId: number): Promise<number[]> {
  const former = await readFormerNumbers(db);
  return [userId, ...[...former].flatMap(([number, present]) => (present === userId ? [number] : []))];
}
