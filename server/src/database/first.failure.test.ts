import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { copyDatabase } from '../testing/test.app.ts';
import { whenOver } from '../testing/when.over.ts';
import { openDatabase, usualPatience } from './client.ts';
import { Connection } from './connection.ts';
import { together } from './round.trips.ts';

/* What a transaction throws, and that it always gives its connection back: the pool has only one. */

const { db, pool, close } = openDatabase(await copyDatabase(), () => {}, usualPatience, 1);
whenOver(close);
let breaks = false;
pool.on('acquire', (connection) => {
  if (breaks && connection instanceof Connection) connection.drop();
});
const codeOf = (error: unknown) => ((error as Error).cause as { code?: string } | undefined)?.code;
const divide = sql`select 1 / 0`;
const isUsable = async () => {
  const answer = await db.transaction((tx) => tx.execute(sql`select 4 as four`));
  expect(answer.rows).toEqual([{ four: 4 }]);
};

describe('the first failure of statements that were sent together', () => {
  const sent = [sql`select 1`, divide, sql`select 2`, sql`select 3`];

  test('is what the transaction throws, and the others report only that there was one', async () => {
    const codes: unknown[] = [];
    const noted = (error: Error) => {
      codes.push(codeOf(error));
      throw error;
    };
    const failed = db.transaction((tx) => Promise.all(sent.map((one) => tx.execute(one).catch(noted)).reverse()));
    expect(codeOf(await failed.catch((error) => error))).toBe('22012');
    await expect.poll(() => codes).toEqual(['22012', '25P02', '25P02']);
    await isUsable();
  });

  test('is what `together` throws, so that a transaction can answer it', async () => {
    const caught = await db
      .transaction((tx) =>
        together(sent.map((one) => tx.execute(one)).reverse()).catch((error) => Promise.reject(error)),
      )
      .catch((error) => error);
    expect(codeOf(caught)).toBe('22012');
    await isUsable();
  });
});

describe('a transaction gives its connection back', () => {
  test('after a failed `begin`, however often', async () => {
    await isUsable();
    breaks = true;
    for (let turn = 0; turn < 20; turn += 1)
      await expect(db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow();
    breaks = false;
    await isUsable();
  });

  test('after a failed rollback, which does not hide its cause', async () => {
    const failed = db.transaction(async (tx) => {
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => undefined);
      throw new Error('the cause');
    });
    await expect(failed).rejects.toThrow('the cause');
    await isUsable();
  });

  test('after an error of its own, without what it wrote', async () => {
    const failed = db.transaction(async (tx) => {
      await tx.execute(sql`create table lost (id integer)`);
      throw new Error('the cause');
    });
    await expect(failed).rejects.toThrow('the cause');
    await expect(db.execute(sql`select * from lost`)).rejects.toThrow();
    await isUsable();
  });
});
