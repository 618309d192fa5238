import type { Group } from '@dossard/contract/categories/category.schema.ts';
import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../database/client.ts';
import { liveChannel, type RankingSignal } from '../live/live.signal.ts';
import { competitions } from '../tables/competition.table.ts';
import type { Write } from './write.ts';

/** Longest list of groups that fits a notification of PostgreSQL, in bytes of JSON; spaces and the rest come on top. */
const maxGroups = 5_000;

/**
 * Raises the competition's version and notifies every server process on commit: of these groups, or of all without
 * `groups`. Must be the last statement of a transaction, because it locks the competition's row.
 */
export async function raiseVersion(
  { tx, competition_id }: Pick<Write, 'tx' | 'competition_id'>,
  groups?: readonly Group[],
): Promise<number> {
  const named = groups?.map(({ category, gender }) => ({ category, gender }));
  const json = JSON.stringify(named ?? null);
  const told = Buffer.byteLength(json) > maxGroups ? 'null' : json;
  const [raised] = await tx
    .update(competitions)
    .set({ version: sql`${competitions.version} + 1` })
    .where(eq(competitions.id, competition_id))
    .returning({
      version: competitions.version,
      told: sql`pg_notify(${liveChannel}, jsonb_build_object('competition_id', ${competitions.id},
        'version', ${competitions.version}, 'groups', ${told}::jsonb)::text)::text`,
    });
  if (!raised) throw new Error(`There is no competition ${competition_id} to raise the version of.`);
  return raised.version;
}

/** Notifies every server process on commit that all rankings of all competitions changed. */
export async function announceAll(tx: Transaction): Promise<void> {
  const signal: RankingSignal = { competition_id: 0, version: 0, groups: null };
  await tx.execute(sql`select pg_notify(${liveChannel}, ${JSON.stringify(signal)})`);
}
