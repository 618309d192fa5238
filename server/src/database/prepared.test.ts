import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { competitions } from '../tables/competition.table.ts';
import { graduations, zones } from '../tables/zone.tables.ts';
import { competitionInput } from '../testing/main.job.ts';
import { copyDatabase } from '../testing/test.app.ts';
import { whenOver } from '../testing/when.over.ts';
import { openDatabase, type Sessions, usualPatience } from './client.ts';
import { insertRow, prepareOnce } from './prepared.ts';

/* Queries that are prepared once, on databases, in transactions, and behind a pooler. */

const url = await copyDatabase();
const open = (sessions: Sessions) => {
  const client = openDatabase(url, () => {}, usualPatience, 1, sessions);
  whenOver(client.close);
  return client.db;
};
const kept = open('kept');
const pooled = open('pooled');
const isNamed = eq(competitions.name, sql.placeholder('name'));
const named = prepareOnce((db) => db.select().from(competitions).where(isNamed).prepare('competitions_named'));
const withGraduation = prepareOnce((db) =>
  db
    .select()
    .from(zones)
    .leftJoin(graduations, and(eq(graduations.competition_id, zones.competition_id), eq(graduations.zone_id, zones.id)))
    .prepare('zones_with_graduation'),
);
const listPrepared = sql`select name from pg_prepared_statements order by name`;

test('a query is prepared once for each connection, and answers the same everywhere', async () => {
  const { id, name } = await insertRow(kept, competitions, { ...competitionInput, name: 'once' });
  const answers = [
    await named(kept).execute({ name }),
    await kept.transaction((tx) => named(tx).execute({ name })),
    await named(pooled).execute({ name }),
    await pooled.transaction((tx) => named(tx).execute({ name })),
  ];
  expect(answers.map((found) => found.map((one) => one.id))).toEqual(Array(4).fill([id]));
  expect((await kept.execute(listPrepared)).rows).toContainEqual({ name: 'competitions_named' });
  expect((await pooled.execute(listPrepared)).rows).toEqual([]);
});

test('a join without a row is null, as in a query that was not prepared', async () => {
  const { id: competition_id } = await insertRow(kept, competitions, competitionInput);
  await insertRow(kept, zones, { competition_id, name: 'Les Dalles' });
  const read = () => kept.transaction((tx) => withGraduation(tx).execute());
  expect(await read()).toEqual([{ zones: expect.objectContaining({ name: 'Les Dalles' }), graduations: null }]);
});

test('a prepared statement that fails breaks neither its transaction’s end nor its next use', async () => {
  const insert = (public_names: string) =>
    insertRow(kept, competitions, { ...competitionInput, public_names: public_names as 'full' });
  await insert('full');
  await expect(insert('nick')).rejects.toThrow();
  await expect(kept.transaction((tx) => Promise.all([tx.execute(sql`select 1/0`), insert('full')]))).rejects.toThrow();
  await expect(insert('full')).resolves.toMatchObject({ public_names: 'full' });
});
