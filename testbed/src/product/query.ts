import pg from 'pg';

/** Runs one query on PostgreSQL, on a new connection. */
export async function query<T>(databaseUrl: string, text: string, values: unknown[]): Promise<T[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as T[];
  } finally {
    await client.end();
  }
}
