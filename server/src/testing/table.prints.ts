import { getTableName, sql } from 'drizzle-orm';
import type { Database } from '../database/client.ts';
import { prepareOnce } from '../database/prepared.ts';
import { schema } from '../tables/schema.ts';
import { securityEvents } from '../tables/security.table.ts';

/** Refusals are stored every few seconds (S22): a row may be added between two prints. */
const isNoRefusal = `where t.kind not in ('sign_in_refused', 'access_refused')`;

const prints = Object.values(schema)
  .map((table) => {
    const name = getTableName(table);
    return `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print
      from ${name} t ${table === securityEvents ? isNoRefusal : ''}`;
  })
  .join(' union all ');

/** Prepared, because planning it takes longer than its work, and thousands of generated requests are compared. */
const readPrints = prepareOnce((db) =>
  db
    .select({ name: sql<string>`name`, print: sql<string>`print` })
    .from(sql.raw(`(${prints}) as prints`))
    .prepare('table_prints'),
);

/** Returns a checksum of every table, so that a test can show that a call changed nothing anywhere. */
export async function printTables(db: Database): Promise<Record<string, string>> {
  const rows = await readPrints(db).execute();
  return Object.fromEntries(rows.map(({ name, print }) => [name, print]));
}
