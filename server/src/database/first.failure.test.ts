import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { startTestApp } from '../testing/test.app.ts';

const { db } = await startTestApp();

test('statements sent after a failed one are rejected with its error', async () => {
  const codes: unknown[] = [];
  const noted = (error: Error) => codes.push((error.cause as pg.DatabaseError).code);
  await db
    .transaction((tx) =>
      Promise.all([
        tx.execute(sql`select 1`),
        tx.execute(sql`select 1 / 0`).catch(noted),
        tx.execute(sql`select 2`).catch(noted),
        tx.execute(sql`select 3`).catch(noted),
      ]),
    )
    .catch(() => undefined);
  expect(codes).toEqual(['22012', '22012', '22012']);
  // The next transaction of the connection starts clean.
  await expect(db.transaction((tx) => tx.execute(sql`select 4 as four`))).resolves.toMatchObject({
    rows: [{ four: 4 }],
  });
});
