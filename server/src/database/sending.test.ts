import { eq, inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { competitions } from '../tables/competition.table.ts';
import { competitionInput } from '../testing/main.job.ts';
import { copyDatabase } from '../testing/test.app.ts';
import { whenOver } from '../testing/when.over.ts';
import { type Database, openDatabase, type Sessions, usualPatience } from './client.ts';

const url = await copyDatabase();
const open = (sessions: Sessions) => {
  const client = openDatabase(url, () => {}, usualPatience, 1, sessions);
  whenOver(client.close);
  return client.db;
};
const listPrepared = sql`select name, statement from pg_prepared_statements where statement like '%"competitions"%'`;

test('a repeated statement is prepared once, and answers the same', async () => {
  const db = open('kept');
  const [made] = await db.insert(competitions).values(competitionInput).returning();
  const read = (on: Database = db) =>
    on
      .select({ name: competitions.name })
      .from(competitions)
      .where(eq(competitions.id, made?.id ?? 0));
  for (let turn = 0; turn < 4; turn += 1) await read();
  expect((await db.execute(listPrepared)).rows).toEqual([]);
  const answers = await Promise.all([read(), read(), db.transaction(read), read()]);
  expect(answers).toEqual(Array(4).fill([{ name: competitionInput.name }]));
  expect((await db.execute(listPrepared)).rows).toMatchObject([{ statement: expect.stringMatching(/^select "name"/) }]);
});

test('a statement that begins on a new line is prepared too', async () => {
  const db = open('kept');
  const touch = sql`
    with touched as (update "competitions" set version = version where id = 0 returning id)
    select id from touched`;
  for (let turn = 0; turn < 5; turn += 1) await db.execute(touch);
  expect((await db.execute(listPrepared)).rows).toMatchObject([{ statement: expect.stringContaining('with touched') }]);
});

test('a list of several values, which may have any length, is not prepared', async () => {
  const db = open('kept');
  for (let turn = 0; turn < 8; turn += 1)
    await db
      .select({ id: competitions.id })
      .from(competitions)
      .where(inArray(competitions.id, [1, 2, 3]));
  expect((await db.execute(listPrepared)).rows).toEqual([]);
});

test('a repeated statement that fails breaks neither its transaction’s end nor its next use', async () => {
  const db = open('kept');
  const insert = (public_names: 'full') => db.insert(competitions).values({ ...competitionInput, public_names });
  for (let turn = 0; turn < 6; turn += 1) await insert('full');
  await expect(insert('nick' as 'full')).rejects.toThrow();
  await expect(db.transaction((tx) => Promise.all([tx.execute(sql`select 1/0`), insert('full')]))).rejects.toThrow();
  await expect(insert('full')).resolves.toMatchObject({ rowCount: 1 });
});

test('nothing is prepared behind a pooler', async () => {
  const db = open('pooled');
  for (let turn = 0; turn < 8; turn += 1) await db.select().from(competitions).limit(1);
  expect((await db.execute(listPrepared)).rows).toEqual([]);
});
