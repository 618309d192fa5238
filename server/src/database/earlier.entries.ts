import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { linkHash } from '../chain/chain.link.ts';
import { createSeals, digestEntry } from '../chain/entry.digest.ts';
import { auditLog } from '../tables/audit.table.ts';
import type { Database } from './client.ts';

const sliceLength = 1_000;
const { id, competition_id, at, actor_id, action, subject, subject_key, before, after } = auditLog;
/** Columns that the log has at this migration; later ones are not there yet. */
const columns = { id, competition_id, at, actor_id, action, subject, subject_key, before, after };

/**
 * Links the entries that were written before there was a chain, oldest first (H1). Part of the migration that brings the
 * chain: a later entry without a link is one that the product did not write.
 */
export async function linkEarlierEntries(tx: Database): Promise<void> {
  const chains = await tx.selectDistinct({ competition_id }).from(auditLog).where(isNull(auditLog.link));
  for (const chain of chains) await linkChain(tx, chain.competition_id);
}

async function linkChain(tx: Database, competitionId: number): Promise<void> {
  let link = 0;
  let hash = '';
  const isUnlinked = and(eq(competition_id, competitionId), isNull(auditLog.link));
  for (;;) {
    const slice = await tx.select(columns).from(auditLog).where(isUnlinked).orderBy(asc(id)).limit(sliceLength);
    const linked = slice.map((entry) => {
      const content = { ...entry, reason: null };
      const seals = createSeals(content);
      link += 1;
      hash = linkHash(hash, digestEntry(content, seals) ?? '', entry.at);
      return { id: entry.id, link, hash, seals };
    });
    await tx.execute(sql`
      update audit_log a set link = r.link, hash = r.hash, seals = r.seals
      from jsonb_to_recordset(${JSON.stringify(linked)}::jsonb) as r(id bigint, link bigint, hash text, seals jsonb)
      where a.competition_id = ${competitionId} and a.id = r.id`);
    if (slice.length < sliceLength) break;
  }
  await tx.execute(
    competitionId === 0
      ? sql`insert into installation_chain (competition_id, chain_length, chain_head) values (0, ${link}, ${hash})`
      : sql`update competitions set chain_length = ${link}, chain_head = ${hash} where id = ${competitionId}`,
  );
}
