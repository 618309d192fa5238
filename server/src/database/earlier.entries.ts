import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { linkHash } from '../chain/chain.link.ts';
import { sealEntry } from '../chain/entry.digest.ts';
import { auditLog, installationChain } from '../tables/audit.table.ts';
import { competitions } from '../tables/competition.table.ts';
import type { Database } from './client.ts';

/** Any number, as long as all processes of an installation use the same. */
export const migrationLock = 0x0d05_5a2d;

const sliceLength = 1_000;

/**
 * Links entries without a link to the end of their chains, oldest first (H1): those from before chains existed, and
 * those written by a process of an older version during a rolling update.
 */
export async function linkEarlierEntries(tx: Database): Promise<void> {
  for (const competitionId of await listUnlinked(tx)) await linkEarlierEntriesOf(tx, competitionId);
}

/**
 * Links entries that a process of an older version wrote after the last process of this version had started. Each chain
 * is linked in its own transaction, to prevent deadlocks.
 */
export async function linkLateEntries(db: Database): Promise<void> {
  for (const competitionId of await listUnlinked(db))
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`);
      await linkEarlierEntriesOf(tx, competitionId);
    });
}

/** Lists the chains that have entries without a link. */
async function listUnlinked(db: Database): Promise<number[]> {
  const { competition_id } = auditLog;
  const chains = await db.selectDistinct({ competition_id }).from(auditLog).where(isNull(auditLog.link));
  return chains.map((chain) => chain.competition_id);
}

/** Links the unlinked entries of one chain, oldest first; locks its head, which is the competition's row. */
export async function linkEarlierEntriesOf(tx: Database, competitionId: number): Promise<void> {
  const heads = competitionId === 0 ? installationChain : competitions;
  const isHead = competitionId === 0 ? eq(installationChain.competition_id, 0) : eq(competitions.id, competitionId);
  if (competitionId === 0) await tx.insert(installationChain).values({ competition_id: 0 }).onConflictDoNothing();
  const { chain_length, chain_head } = heads;
  const [head] = await tx.select({ chain_length, chain_head }).from(heads).where(isHead).for('update');
  // Entries of an erased competition are erased with it.
  if (!head) return;
  let { chain_length: link, chain_head: hash } = head;
  const isUnlinked = and(eq(auditLog.competition_id, competitionId), isNull(auditLog.link));
  for (;;) {
    const slice = await tx.select().from(auditLog).where(isUnlinked).orderBy(asc(auditLog.id)).limit(sliceLength);
    const linked = slice.map((entry) => {
      const { seals, digest } = sealEntry(entry);
      link += 1;
      hash = linkHash(hash, digest, entry.at);
      return { id: entry.id, link, hash, seals };
    });
    await tx.execute(sql`
      update audit_log a set link = r.link, hash = r.hash, seals = r.seals
      from jsonb_to_recordset(${JSON.stringify(linked)}::jsonb) as r(id bigint, link bigint, hash text, seals jsonb)
      where a.competition_id = ${competitionId} and a.id = r.id`);
    if (slice.length < sliceLength) break;
  }
  await tx.update(heads).set({ chain_length: link, chain_head: hash }).where(isHead);
}
