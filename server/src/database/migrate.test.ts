import { randomUUID } from 'node:crypto';
import { eq, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { afterAll, describe, expect, test } from 'vitest';
import { schema } from '../tables/schema.ts';
import { makeEmptyDatabase } from '../testing/empty.database.ts';
import { competitionInput } from '../testing/main.job.ts';
import { openDatabase } from './client.ts';
import { constraintOf } from './failures.ts';
import { migrateDatabase } from './migrate.ts';
import { readMigrations } from './migrations.ts';

const url = await makeEmptyDatabase();
const together = await Promise.allSettled(Array.from({ length: 4 }, () => migrateDatabase(url)));
const { db, close } = openDatabase(url, () => {});
afterAll(close);

const tables = Object.values(schema);
const countMigrations = async () =>
  (await db.execute(sql`select count(*)::int as n from drizzle.__drizzle_migrations`)).rows[0]?.n;

test('servers that start together on an empty database migrate it once', async () => {
  expect(together.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled']);
  const made = await countMigrations();
  await migrateDatabase(url);
  expect(await countMigrations()).toBe(made);
  const locks = await db.execute(sql`select from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`);
  expect(locks.rowCount).toBe(0);
});

test('series of earlier versions get a rule without points by group', async () => {
  const migration = readMigrations().find(({ name }) => name === '0028_add_points_by_group');
  const statement = sql.raw(migration?.statements[0] ?? '');
  const rules = async (tx: Pick<typeof db, 'execute'>) =>
    (await tx.execute(sql`select rule from series order by id`)).rows.map(({ rule }) => rule);
  const own = { points: [2], points_by_group: [{ category: 'U13', gender: 'F', points: [9] }] };
  const isolated = db.transaction(async (tx) => {
    await tx.execute(sql`insert into series (name, season, rule) values
      ('a', '2026', '{"points": [3]}'), ('b', '2026', ${JSON.stringify(own)}::jsonb)`);
    await tx.execute(statement);
    await tx.execute(statement);
    expect(await rules(tx)).toEqual([{ points: [3], points_by_group: [] }, own]);
    tx.rollback();
  });
  await expect(isolated).rejects.toThrow('Rollback');
});

test('factors that were set up before an address was verified are deleted, later ones stay (S23)', async () => {
  const statements = readMigrations().find(({ name }) => name === '0032_end_planted_keys')?.statements ?? [];
  const isolated = db.transaction(async (tx) => {
    await tx.execute(sql`insert into users (id, email, first_name, last_name, password_hash, account_status, email_verified_at) values
      (1, 'planted@dossard.test', '', '', '', 'active', '2027-06-12'), (2, 'own@dossard.test', '', '', '', 'active', '2027-06-12'),
      (3, 'unproven@dossard.test', '', '', '', 'invited', null)`);
    await tx.execute(sql`insert into passkeys (credential_id, user_id, public_key, counter, transports, name, created_at) values
      ('a', 1, '', 0, '{}', '', '2027-06-11'), ('b', 2, '', 0, '{}', '', '2027-06-13'), ('c', 3, '', 0, '{}', '', '2027-06-13')`);
    await tx.execute(sql`insert into code_factors (user_id, secret, confirmed_at) values
      (1, 'x', '2027-06-11'), (2, 'x', '2027-06-13'), (3, 'x', '2027-06-13')`);
    await tx.execute(
      sql`insert into recovery_codes (user_id, number, code_hash) values (1, 1, ''), (2, 1, ''), (3, 1, '')`,
    );
    for (const statement of statements) await tx.execute(sql.raw(statement));
    for (const table of ['passkeys', 'code_factors', 'recovery_codes']) {
      const { rows } = await tx.execute(sql`select user_id from ${sql.identifier(table)}`);
      expect(rows).toEqual([{ user_id: 2 }]);
    }
    tx.rollback();
  });
  await expect(isolated).rejects.toThrow('Rollback');
});

describe('the migrated database matches the tables in code', () => {
  test('it has exactly these tables', async () => {
    const { rows } = await db.execute(sql`select tablename from pg_tables where schemaname = 'public'`);
    expect(rows.map(({ tablename }) => tablename).sort()).toEqual(tables.map(getTableName).sort());
  });

  test.each(tables.map((table) => [getTableName(table), table] as const))('%s', async (name, table) => {
    const { rows } = await db.execute(sql`
      select column_name, is_nullable = 'NO' as required from information_schema.columns
      where table_schema = 'public' and table_name = ${name} order by column_name`);
    const columns = Object.values(getTableColumns(table));
    const described = columns.map((column) => ({ column_name: column.name, required: column.notNull }));
    expect(rows).toEqual(described.sort((a, b) => (a.column_name < b.column_name ? -1 : 1)));
    expect(await db.select().from(table)).toEqual([]);

    const constraints = await db.execute(sql`
      select conname from pg_constraint where conrelid = ${name}::regclass and contype in ('c', 'f', 'u') order by 1`);
    const { checks, foreignKeys, uniqueConstraints } = getTableConfig(table);
    const named = [...checks, ...uniqueConstraints].map((one) => one.name ?? '');
    const expected = [...named, ...foreignKeys.map((key) => key.getName())].sort();
    expect(constraints.rows.map(({ conname }) => conname)).toEqual(expected);
  });
});

describe('the database itself refuses', () => {
  const { users, competitions, participants, zones, graduations, runs, members, invitations } = schema;
  const points = {
    points_door1: 1,
    points_door2: 1,
    points_door3: 1,
    points_door4: 1,
    points_door5: 1,
    points_door6: 1,
  };
  const doors = { door1: true, door2: true, door3: true, door4: false, door5: false, door6: false };

  /** Stores a competition with one rider, zone, graduation and run, and returns valid rows to insert beside them. */
  async function makeRows() {
    const person = { email: `${randomUUID()}@dossard.test`, first_name: 'A', last_name: 'B', password_hash: 'x' };
    const [user] = await db
      .insert(users)
      .values({ ...person, account_status: 'active' })
      .returning();
    const [competition] = await db
      .insert(competitions)
      .values({ ...competitionInput })
      .returning();
    if (!user || !competition) throw new Error('The rows were not stored.');
    const competition_id = competition.id;
    const rider = {
      competition_id,
      dossard_number: 1,
      category: 'U13',
      gender: 'F' as const,
      first_name: 'A',
      last_name: 'B',
    };
    await db.insert(participants).values(rider);
    const [zone] = await db.insert(zones).values({ competition_id, name: 'Les Dalles' }).returning();
    const graduation = { competition_id, zone_id: zone?.id ?? 0, category: 'U13', gender: 'F' as const, ...points };
    await db.insert(graduations).values(graduation);
    const received_at = new Date().toISOString();
    const run = {
      competition_id,
      dossard: 1,
      run_number: 1,
      zone_id: zone?.id ?? 0,
      submission_id: 'first',
      ...doors,
      penality: 0,
      chrono_sec: 61.25,
      referee_name: 'A B',
      received_at,
      ridden_at: received_at,
    };
    await db.insert(runs).values(run);
    const next = { ...run, run_number: 2, submission_id: 'second' };
    const invitation = {
      competition_id,
      token_hash: 'x',
      kind: 'qr' as const,
      invited_by: user.id,
      expires_at: received_at,
    };
    return { user, competition, rider: { ...rider, dossard_number: 2 }, graduation, run: next, invitation, person };
  }
  type Rows = Awaited<ReturnType<typeof makeRows>>;

  const cases: { says: string; constraint: string; write: (rows: Rows) => PromiseLike<unknown> }[] = [
    {
      says: 'a negative penalty',
      constraint: 'runs_penality',
      write: ({ run }) => db.insert(runs).values({ ...run, penality: -1 }),
    },
    {
      says: 'a negative time',
      constraint: 'runs_chrono',
      write: ({ run }) => db.insert(runs).values({ ...run, chrono_sec: -0.01 }),
    },
    {
      says: 'a run number 0',
      constraint: 'runs_number',
      write: ({ run }) => db.insert(runs).values({ ...run, run_number: 0 }),
    },
    {
      says: 'a run number twice',
      constraint: 'runs_competition_id_dossard_run_number_pk',
      write: ({ run }) => db.insert(runs).values({ ...run, run_number: 1 }),
    },
    {
      says: 'a submission twice in a competition',
      constraint: 'runs_submission',
      write: ({ run }) => db.insert(runs).values({ ...run, submission_id: 'first' }),
    },
    {
      says: 'a run of nobody',
      constraint: 'runs_participant',
      write: ({ run }) => db.insert(runs).values({ ...run, dossard: 9 }),
    },
    {
      says: 'a run in no zone',
      constraint: 'runs_zone',
      write: ({ run }) => db.insert(runs).values({ ...run, zone_id: 999_999 }),
    },
    {
      says: 'the gender X',
      constraint: 'participants_gender',
      write: ({ rider }) => db.insert(participants).values({ ...rider, gender: 'X' as 'F' }),
    },
    {
      says: 'the dossard 0',
      constraint: 'participants_dossard',
      write: ({ rider }) => db.insert(participants).values({ ...rider, dossard_number: 0 }),
    },
    {
      says: 'a dossard twice',
      constraint: 'participants_competition_id_dossard_number_pk',
      write: ({ rider }) => db.insert(participants).values({ ...rider, dossard_number: 1 }),
    },
    {
      says: 'a graduation twice, also in another case',
      constraint: 'graduations_group',
      write: ({ graduation }) => db.insert(graduations).values({ ...graduation, category: 'u13' }),
    },
    {
      says: 'negative points',
      constraint: 'graduations_points',
      write: ({ graduation }) => db.insert(graduations).values({ ...graduation, category: 'U15', points_door6: -1 }),
    },
    {
      says: 'a graduation for the gender X',
      constraint: 'graduations_gender',
      write: ({ graduation }) => db.insert(graduations).values({ ...graduation, gender: 'X' as 'F' }),
    },
    {
      says: 'an address twice, also in another case',
      constraint: 'users_email',
      write: ({ person }) =>
        db.insert(users).values({ ...person, email: person.email.toUpperCase(), account_status: 'active' }),
    },
    {
      says: 'an unknown kind of account',
      constraint: 'users_account_status',
      write: ({ user }) =>
        db
          .update(users)
          .set({ account_status: 'gone' as 'active' })
          .where(eq(users.id, user.id)),
    },
    {
      says: 'an unknown role',
      constraint: 'members_role',
      write: ({ user, competition }) =>
        db.insert(members).values({ competition_id: competition.id, user_id: user.id, role: 'boss' as 'admin' }),
    },
    {
      says: 'an unknown way to name riders',
      constraint: 'competitions_public_names',
      write: ({ competition }) =>
        db
          .update(competitions)
          .set({ public_names: 'nick' as 'full' })
          .where(eq(competitions.id, competition.id)),
    },
    {
      says: 'an invitation by mail without an address',
      constraint: 'invitations_email',
      write: ({ invitation }) => db.insert(invitations).values({ ...invitation, kind: 'mail' }),
    },
  ];
  test.each(cases)('$says', async ({ constraint, write }) => {
    const rows = await makeRows();
    const error = await Promise.resolve(write(rows)).then(
      () => undefined,
      (thrown) => thrown,
    );
    expect(constraintOf(error?.cause)).toBe(constraint);
  });
});

test('seconds are stored as hundredths and read as the same number', async () => {
  const value = async (seconds: SQL) =>
    (await db.execute(sql`select ${seconds}::numeric(7, 2)::text as text`)).rows[0]?.text;
  expect(await value(sql`0.07`)).toBe('0.07');
  expect(await value(sql`99999.99`)).toBe('99999.99');
});
