import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../database/client.ts';
import { competitions } from '../competitions/competition.table.ts';

/**
 * Raises the competition's version: to be the last statement of every transaction that changes one of its rankings,
 * because it holds the competition's row until the commit.
 */
export async function raiseVersion(tx: Transaction, competitionId: number): Promise<number> {
  const [raised] = await tx
    .update(competitions)
    .set({ version: sql`${competitions.version} + 1` })
    .where(eq(competitions.id, competitionId))
    .returning({ version: competitions.version });
  if (!raised) throw new Error(`There is no competition ${competitionId} to raise the version of.`);
  return raised.version;
}
