import { randomUUID } from 'node:crypto';
import { listCompetitions } from '@dossard/contract/competitions/competition.endpoints.ts';
import { findParticipant, getRoster, listParticipants } from '@dossard/contract/participants/participant.endpoints.ts';
import { reportPhone } from '@dossard/contract/phones/phone.endpoints.ts';
import {
  getPublicRanking,
  getRanking,
  getRiderRanking,
  streamRankings,
} from '@dossard/contract/rankings/ranking.endpoints.ts';
import { createRun, createUnresolvedRun, listRuns } from '@dossard/contract/runs/run.endpoints.ts';
import { listZones } from '@dossard/contract/zones/zone.endpoints.ts';
import { eq, getTableName, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { inSnapshot, type Snapshot } from '../backup/backup.snapshot.ts';
import { writeBackup } from '../backup/backup.writer.ts';
import { restoreBackup } from '../backup/restore.ts';
import { makeFolder, open } from '../backup/testing/backup.places.ts';
import { expectSameRows } from '../backup/testing/same.rows.ts';
import type { Database } from '../database/client.ts';
import { migrateDatabase } from '../database/migrate.ts';
import { applyMigrations, readMigrations } from '../database/migrations.ts';
import { schema } from '../tables/schema.ts';
import { makeEmptyDatabase } from '../testing/empty.database.ts';
import { makeCompetition, phoneReport, runOf, unresolvedRunOf } from '../testing/main.job.ts';
import { recordStatements, type SentStatement } from '../testing/sent.statements.ts';
import { printTables } from '../testing/table.prints.ts';
import { copyDatabase, startTestApp } from '../testing/test.app.ts';
import { distributeTables, placeCreatedTable } from './distribute.ts';
import { type Placement, placementOf } from './distribution.ts';

/* Tests that need a cluster: `npm run dossard -- test-distributed`. */

let sent: ReturnType<typeof recordStatements>;
const house = await startTestApp((client) => {
  sent = recordStatements(client.pool);
  return {};
});

/** Lists the foreign keys of our tables, without those of their shards. */
const listForeignKeys = async (db: Database) => {
  const { rows } = await db.execute(sql`select conname, pg_get_constraintdef(oid) from pg_constraint
    where contype = 'f' and conrelid::regclass::text in ${Object.values(schema).map(getTableName)} order by 1`);
  return rows;
};
const listDistributed = async (db: Database) =>
  (await db.execute(sql`select table_name::text, citus_table_type from citus_tables order by 1`)).rows;

/** The tables that are not only on the coordinator. */
const wanted = {
  distributed: Object.values(schema).flatMap((table) => namedIf(table, 'distributed')),
  reference: Object.values(schema).flatMap((table) => namedIf(table, 'reference')),
};
function namedIf(table: (typeof schema)[keyof typeof schema], kind: Placement['kind']): string[] {
  return placementOf(table).kind === kind ? [getTableName(table)] : [];
}

/** Records runs in three competitions, on any number of shards. */
async function fillDatabase() {
  for (let number = 1; number <= 3; number += 1) {
    const { admin, competitionId, zoneId } = await makeCompetition(house);
    for (const dossard of [1, 2, 3]) await admin.call(createRun, { body: runOf(competitionId, zoneId, dossard) });
  }
}

describe('npm run distribute', () => {
  test('distributes a database with its rows and foreign keys, and may be repeated', async () => {
    await fillDatabase();
    const file = await saveBackup();
    const databaseUrl = await makeEmptyDatabase();
    await restoreBackup({ databaseUrl, file });
    const { db } = open(databaseUrl);
    const [rows, foreignKeys] = [await printTables(db), await listForeignKeys(db)];
    expect(await listDistributed(db)).toEqual([]);

    expect((await distributeTables(db)).sort()).toEqual([...wanted.distributed, ...wanted.reference].sort());
    expect(await printTables(db)).toEqual(rows);
    expect(await listForeignKeys(db)).toEqual(foreignKeys);
    for (const type of ['distributed', 'reference'] as const) {
      const found = (await listDistributed(db)).filter(({ citus_table_type }) => citus_table_type === type);
      expect(found.map(({ table_name }) => table_name)).toEqual(wanted[type].sort());
    }
    expect(await distributeTables(db)).toEqual([]);
    await expectSameRows(db, await printTables(house.db));
  });

  test('distributes an empty database, and continues when some tables are distributed already', async () => {
    const databaseUrl = await makeEmptyDatabase();
    await migrateDatabase(databaseUrl);
    const { db } = open(databaseUrl);
    await distributeTables(db);
    await db.execute(sql`select undistribute_table('referee_phones')`);
    expect(await distributeTables(db)).toEqual(['referee_phones']);
  });
});

test('a distributed database is migrated like any other, and new tables are distributed with it', async () => {
  const databaseUrl = await makeEmptyDatabase();
  const { db } = open(databaseUrl);
  // The first schema that can be distributed.
  const first = readMigrations().filter(({ name }) => name < '0010');
  await db.transaction((tx) => applyMigrations(tx, first));
  await distributeTables(db);
  await migrateDatabase(databaseUrl, placeCreatedTable);
  expect(await distributeTables(db)).toEqual([]);
  for (const table of Object.values(schema)) expect(await db.select().from(table)).toEqual([]);
});

const folder = await makeFolder();
const saveBackup = async () => (await writeBackup({ db: house.db, folder, now: new Date(), reason: 'manual' })).path;

test('a backup of a distributed database is restored into a distributed one', async () => {
  await fillDatabase();
  const databaseUrl = await copyDatabase();
  await restoreBackup({ databaseUrl, file: await saveBackup() });
  const { db } = open(databaseUrl);
  await expectSameRows(db, await printTables(house.db));
  const [user] = await db.select().from(schema.users);
  const values = { name: 'N', date: '2027-06-12', location: '', description: '', organizer: '', contact: '' };
  const [made] = await db.insert(schema.competitions).values(values).returning();
  expect(made?.id).toBeGreaterThan(1000);
  await db.insert(schema.members).values({ competition_id: made?.id ?? 0, user_id: user?.id ?? 0, role: 'admin' });
});

test('a backup contains every account that it refers to, also of members who joined while it began', async () => {
  const { competitionId } = await makeCompetition(house);
  let isOver = false;
  const joining = [1, 2].map(async () => {
    while (!isOver) {
      const email = `${randomUUID()}@dossard.test`;
      const person = { email, first_name: 'A', last_name: 'B', password_hash: 'x', account_status: 'active' as const };
      await house.db.transaction(async (tx) => {
        const [user] = await tx.insert(schema.users).values(person).returning();
        await tx
          .insert(schema.members)
          .values({ competition_id: competitionId, user_id: user?.id ?? 0, role: 'viewer' });
      });
    }
  });
  try {
    for (let turn = 0; turn < 60; turn += 1) {
      const saved = await inSnapshot(house.db, { now: new Date(), reason: 'manual' }, readAccounts);
      expect([...saved.members].filter((id) => !saved.users.has(id))).toEqual([]);
    }
  } finally {
    isOver = true;
    await Promise.all(joining);
  }
});

/** Reads the accounts and the members in a backup. */
async function readAccounts({ header, lines }: Snapshot) {
  const found = { users: new Set<string>(), members: new Set<string>() };
  const columnOf = { users: 'id', members: 'user_id' };
  let table = '';
  for await (const text of lines()) {
    for (const line of text.trimEnd().split('\n')) {
      const row = JSON.parse(line);
      if (!Array.isArray(row)) table = row.table ?? '';
      else if (table === 'users' || table === 'members') {
        const columns = header.tables.find(({ name }) => name === table)?.columns ?? [];
        found[table].add(row[columns.indexOf(columnOf[table])]);
      }
    }
  }
  return found;
}

describe('a call about one event touches one shard', () => {
  let event: Awaited<ReturnType<typeof makeCompetition>>;
  beforeAll(async () => {
    event = await makeCompetition(house);
    await house.db
      .update(schema.competitions)
      .set({ is_public: true })
      .where(eq(schema.competitions.id, event.competitionId));
    await event.admin.call(createRun, { body: runOf(event.competitionId, event.zoneId, 1) });
  });
  const here = () => ({ id: event.competitionId });

  test.each<[string, () => Promise<{ status: number }>]>([
    ['POST /run', () => event.admin.call(createRun, { body: runOf(event.competitionId, event.zoneId, 1) })],
    [
      'a run of an unknown bib',
      () =>
        event.admin.call(createUnresolvedRun, {
          params: here(),
          body: unresolvedRunOf(event.competitionId, event.zoneId, 77),
        }),
    ],
    ['a ranking', () => event.admin.call(getRanking, { params: here(), query: { category: 'U13', gender: 'F' } })],
    [
      'a public ranking',
      () => house.visitor.call(getPublicRanking, { params: here(), query: { category: 'U13', gender: 'H' } }),
    ],
    ['a rider’s card', () => house.visitor.call(getRiderRanking, { params: { ...here(), dossard: 2 } })],
    ['the start of a live stream', () => house.visitor.call(streamRankings, { params: here() })],
    ['the rider of a bib', () => event.admin.call(findParticipant, { params: { ...here(), dossard: 1 } })],
    ['the zones', () => event.admin.call(listZones, { params: here() })],
    ['the riders on a referee’s phone', () => event.admin.call(getRoster, { params: here() })],
    ['a phone’s report', () => event.admin.call(reportPhone, { params: here(), body: phoneReport(null) })],
    ['the participants', () => event.admin.call(listParticipants, { params: here() })],
    ['the runs of a rider', () => event.admin.call(listRuns, { params: { ...here(), dossard: 1 } })],
  ])('%s', async (_, call) => {
    sent.take();
    expect((await call()).status).toBeLessThan(300);
    const statements = sent.take().filter(({ text }) => !besides.test(text));
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements)
      expect([statement.text, await countShards(statement)]).toEqual([statement.text, 1]);
  });

  test('while a list of all competitions queries every shard', async () => {
    sent.take();
    await event.admin.call(listCompetitions);
    const counts = await Promise.all(sent.take().map(countShards));
    expect(Math.max(...counts)).toBeGreaterThan(1);
  });
});

/** What a call does not read itself: its transaction, and the release of held results, which looks at all events. */
const besides = /^(begin|commit|rollback|set|select pg_notify)|from "group_results" inner join "competitions"/i;

/** Reads from the plan how many shards a statement touches; those that need no shard count as one. */
async function countShards({ text, values }: SentStatement): Promise<number> {
  const literal = (value: unknown) =>
    (Array.isArray(value) ? `{${value.join()}}` : String(value)).replaceAll("'", "''");
  const given = values.map((value) => (value === null ? 'null' : `'${literal(value)}'`));
  // With inlined values: the plan of a prepared statement that writes in two steps cannot be shown.
  const written = text.replace(/\$(\d+)/g, (_, number) => given[Number(number) - 1] ?? '');
  const { rows } = await house.db.execute<{ 'QUERY PLAN': string }>(sql.raw(`explain ${written}`));
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  return Math.max(1, ...[...plan.matchAll(/Task Count: (\d+|All)/g)].map(([, count]) => Number(count)));
}
