import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '../../database/client.ts';
import { schema } from '../../tables/schema.ts';
import { printTables } from '../../testing/table.prints.ts';
import { leftOut } from '../backup.tables.ts';

/**
 * Expects of a database that was just restored the rows of the one that was backed up, by their prints: all but those
 * that a backup leaves out, and with the versions raised. Takes the versions back to what they were.
 */
export async function expectSameRows(restored: Database, expected: Record<string, string>): Promise<void> {
  await restored.update(schema.competitions).set({ version: sql`${schema.competitions.version} - 1000000` });
  const found = await printTables(restored);
  for (const table of leftOut) {
    expect(await restored.execute(sql`select from ${sql.identifier(table)}`)).toMatchObject({ rowCount: 0 });
    found[table] = expected[table] ?? '';
  }
  expect(found).toEqual(expected);
}
