import { sql } from 'drizzle-orm';
import type { Database } from '../database/client.ts';

/** Lists the tables that contain a word anywhere. */
export async function tablesWith(db: Database, word: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const hit = await db.execute(
      sql`select 1 from ${sql.identifier(name)} any_row where any_row::text like ${`%${word}%`} limit 1`,
    );
    if (hit.rows.length > 0) found.push(name);
  }
  return found;
}
