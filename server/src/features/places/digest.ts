import type { HistoryKind } from '@dossard/contract/history/history.schema.ts';
import type { Side } from '@dossard/contract/places/exchange.schema.ts';
import type { Comparison } from '@dossard/contract/places/place.schema.ts';
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../database/client.ts';
import { columnsOf } from '../../logged/logged.kinds.ts';
import type { Digest } from './parcel.ts';

/** Concatenates columns in SQL, separated by a character that occurs in no text; moments in UTC. */
const columns = (table: string, names: readonly string[]): SQL =>
  sql.raw(
    names
      .map((name) => `${table}.${name}${/_(at|until)$/.test(name) ? " at time zone 'UTC'" : ''}`)
      .map((value) => `coalesce((${value})::text, chr(29))`)
      .join(', '),
  );

/** The columns of a kind that its row has in both installations. */
const sharedColumns = (kind: HistoryKind, others: readonly string[]): string[] =>
  columnsOf(kind).filter((name) => !others.includes(name));

/**
 * Computes a digest of each table of a shared competition; of runs for each hour of arrival (Y7). It contains no
 * numbers that differ between the installations.
 */
export async function computeDigest(tx: Transaction, competitionId: number, side: Side): Promise<Digest> {
  const zoneName = sql`coalesce(z.shared_name, ${side}::text || z.id)`;
  const line = (given: SQL) =>
    sql`md5(coalesce(string_agg(concat_ws(chr(31), ${given}), chr(30) order by concat_ws(chr(31), ${given}) collate "C"), ''))`;
  const runs = await tx.execute<{ hour: string; count: string; hash: string }>(sql`
    select to_char(date_trunc('hour', r.received_at at time zone 'UTC'), 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"') as hour, count(*) as count,
      ${line(sql`r.submission_id, r.dossard, r.run_number, ${zoneName}, ${columns('r', sharedColumns('run', ['zone_id']))}`)} as hash
    from runs r join zones z on z.competition_id = r.competition_id and z.id = r.zone_id
    where r.competition_id = ${competitionId} and r.deleted_at is null
    group by 1 order by 1`);
  const whole = async (table: string, given: SQL, from: SQL) => {
    const { rows } = await tx.execute<{ count: string; hash: string }>(
      sql`select count(*) as count, ${line(given)} as hash from ${from}`,
    );
    return { table, hour: null, count: Number(rows[0]?.count ?? 0), hash: rows[0]?.hash ?? '' };
  };
  const isOf = (table: string) => sql`${sql.raw(table)}.competition_id = ${competitionId}`;
  return [
    ...runs.rows.map(({ hour, count, hash }) => ({
      table: 'runs',
      hour: new Date(hour).toISOString(),
      count: Number(count),
      hash,
    })),
    await whole(
      'participants',
      sql`p.dossard_number, ${columns('p', [...columnsOf('participant'), 'start_position'])}`,
      sql`participants p where ${isOf('p')} and p.deleted_at is null`,
    ),
    await whole(
      'zones',
      sql`${zoneName}, ${columns('z', columnsOf('zone'))}`,
      sql`zones z where ${isOf('z')} and z.deleted_at is null`,
    ),
    await whole(
      'graduations',
      sql`${zoneName}, ${columns('g', sharedColumns('graduation', ['zone_id']))}`,
      sql`graduations g join zones z on z.competition_id = g.competition_id and z.id = g.zone_id
        where ${isOf('g')} and z.deleted_at is null`,
    ),
    await digestSettings(tx, competitionId),
    await whole(
      'results',
      sql`r.category_key, ${columns('r', sharedColumns('result', ['category', 'sha256']))}`,
      sql`group_results r where ${isOf('r')} and (r.state <> 'running' or r.revision > 0 or r.held is not null)`,
    ),
    await whole('ties', sql`t.first_dossard, t.dossards, t.reason`, sql`tie_decisions t where ${isOf('t')}`),
    await whole(
      'unresolved_runs',
      sql`u.submission_id, coalesce(s.dossard, u.dossard), u.judge_id is not null`,
      sql`unresolved_runs u left join submissions s using (competition_id, submission_id)
        where ${isOf('u')} and u.state = 'waiting'`,
    ),
    await whole('lists', sql`l.category_key, l.gender, l.revision, l.sha256`, sql`official_lists l where ${isOf('l')}`),
  ];
}

/** Computes the digest of each setting, because one of the installations may know a setting that the other does not. */
async function digestSettings(tx: Transaction, competitionId: number): Promise<Digest[number]> {
  const { rows } = await tx.execute<{ columns: Record<string, string> }>(sql`
    select (select json_object_agg(key, md5(value::text)) from jsonb_each(to_jsonb(c))
        where ${inArray(sql`key`, [...columnsOf('competition')])}) as columns
    from competitions c where c.id = ${competitionId}`);
  return { table: 'settings', hour: null, count: rows.length, hash: '', columns: rows[0]?.columns ?? {} };
}

/** Whether two parts are equal: in all columns that both installations know, or in their hashes. */
const isEqual = (ours: Digest[number], theirs: Digest[number] | undefined): boolean =>
  ours.columns && theirs?.columns
    ? Object.entries(theirs.columns).every(([name, hash]) => [undefined, hash].includes(ours.columns?.[name]))
    : ours.hash === theirs?.hash;

/** Compares the digests of the two installations. */
export function compareDigests(ours: Digest, theirs: Digest, now: Date): Comparison {
  const nameOf = ({ table, hour }: Digest[number]) => `${table} ${hour}`;
  const others = new Map(theirs.map((part) => [nameOf(part), part]));
  const differs = ours.filter((part) => !isEqual(part, others.get(nameOf(part))));
  const known = new Set(ours.map(nameOf));
  differs.push(...theirs.filter((part) => !known.has(nameOf(part))));
  const runs = ours.filter(({ table }) => table === 'runs').reduce((sum, { count }) => sum + count, 0);
  return { compared_at: now.toISOString(), runs, differs: differs.map(({ table, hour }) => ({ table, hour })) };
}
