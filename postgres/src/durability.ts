import type { Client } from 'pg';
import { StartError } from './start.error.ts';

/** The settings that make a confirmed commit survive a power cut. */
export const durable = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/** Throws a StartError unless commits of this PostgreSQL survive a power cut. */
export async function assertDurable(client: Pick<Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select name from pg_settings where name = any($1) and setting = 'off'",
    [durable],
  );
  const off = rows.map((row) => row.name);
  if (off.length > 0) {
    throw new StartError(
      `PostgreSQL could lose what it has confirmed: ${off.join(', ')} must be on. ` +
        'Look for ALTER SYSTEM, ALTER DATABASE or ALTER ROLE … SET, and undo it with RESET.',
    );
  }
}
