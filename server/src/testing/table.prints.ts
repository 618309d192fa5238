import { getTableName, sql } from 'drizzle-orm';
import type { Database } from '../database/client.ts';
import { schema } from '../tables/schema.ts';
import { securityEvents } from '../tables/security.table.ts';

/** Refusals are stored every few seconds (S22): a row may be added between two prints. */
const isNoRefusal = sql`where t.kind not in ('sign_in_refused', 'access_refused')`;

/** Returns a checksum of every table, so that a test can show that a call changed nothing anywhere. */
export async function printTables(db: Database): Promise<Record<string, string>> {
  const prints = Object.values(schema).map((table) => {
    const name = sql.raw(`'${getTableName(table)}'`);
    const rows = table === securityEvents ? isNoRefusal : sql``;
    return sql`select ${name} as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print
      from ${table} t ${rows}`;
  });
  const { rows } = await db.execute<{ name: string; print: string }>(sql.join(prints, sql` union all `));
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
}
