import pg from 'pg';

/** Asks PostgreSQL once, on a connection of its own. */
export async function query<T>(databaseUrl: string, text: string, values: unknown[]): Promise<T[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as T[];
  } finally {
    await client.end();
  }
}
