import type { Group } from '@dossard/contract/categories/category.schema.ts';
import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../database/client.ts';
import { liveChannel, type RankingSignal } from '../live/live.signal.ts';
import { competitions } from '../tables/competition.table.ts';

/** Longest list of groups that fits a notification of PostgreSQL, in bytes of JSON; spaces and the rest come on top. */
const maxGroups = 5_000;

/**
 * Raises the competition's version and, once the transaction is committed, tells every server process which groups it
 * concerns; all of them without `groups`. To be the last statement of every transaction that changes a ranking, because
 * it holds the competition's row until the commit.
 */
export async function raiseVersion(tx: Transaction, competitionId: number, groups?: readonly Group[]): Promise<number> {
  const named = groups?.map(({ category, gender }) => ({ category, gender }));
  const json = JSON.stringify(named ?? null);
  const told = Buffer.byteLength(json) > maxGroups ? 'null' : json;
  const [raised] = await tx
    .update(competitions)
    .set({ version: sql`${competitions.version} + 1` })
    .where(eq(competitions.id, competitionId))
    .returning({
      version: competitions.version,
      told: sql`pg_notify(${liveChannel}, jsonb_build_object('competition_id', ${competitions.id},
        'version', ${competitions.version}, 'groups', ${told}::jsonb)::text)::text`,
    });
  if (!raised) throw new Error(`There is no competition ${competitionId} to raise the version of.`);
  return raised.version;
}

/** Tells every server process, once the transaction is committed, that no ranking is what it was; of all competitions. */
export async function tellEverybody(tx: Transaction): Promise<void> {
  const signal: RankingSignal = { competition_id: 0, version: 0, groups: null };
  await tx.execute(sql`select pg_notify(${liveChannel}, ${JSON.stringify(signal)})`);
}
