import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { migrateDatabase } from '../database/migrate.ts';
import { schema } from '../tables/schema.ts';
import { makeEmptyDatabase } from '../testing/empty.database.ts';
import { competitionInput, makeCompetition, runOf } from '../testing/main.job.ts';
import { printTables } from '../testing/table.prints.ts';
import { copyDatabase, startTestApp } from '../testing/test.app.ts';
import { writeBackup } from './backup.writer.ts';
import { restoreBackup } from './restore.ts';
import { makeFolder, open } from './testing/backup.places.ts';
import { expectSameRows } from './testing/same.rows.ts';

const house = await startTestApp();
const { db } = house;
const folder = await makeFolder();
const now = new Date('2027-06-12T12:00:00Z');
const save = async (from = db) => (await writeBackup({ db: from, folder, now, reason: 'manual' })).path;

const awkward = `"quoted" 'twice' \\back\\slash\\n \t tab\nline\r\nlines \u2028 \u2029 \u0001 \u007f é 李 🏍️ {"a":1} [null] $1 %s`;

beforeAll(async () => {
  const { admin, competitionId, zoneId } = await makeCompetition(house);
  for (const chrono_sec of [0, 0.07, 61.5, 9])
    await admin.call(createRun, { body: runOf(competitionId, zoneId, 1, { chrono_sec }) });
  await db.execute(sql`update runs set chrono_sec = 99999.99 where chrono_sec = 9`);
  await db.insert(schema.competitions).values({ ...competitionInput, name: awkward, version: 9_007_199_254_740_991 });
  await db.insert(schema.series).values({ name: awkward, season: '2027', rule: {} as never, version: 7 });
  await db.insert(schema.mails).values({
    to_address: 'zoe@dossard.test',
    subject: awkward,
    text: awkward.repeat(5000),
    html: '',
    created_at: '2027-06-12T12:00:00.123Z',
  });
  await db
    .insert(schema.emailVerifications)
    .values({ token_hash: 'x', user_id: admin.id, expires_at: now.toISOString() });
  await db.insert(schema.codeFactors).values({ user_id: admin.id, secret: 'sealed', confirmed_at: now.toISOString() });
  await db.insert(schema.passkeys).values({
    ...{ credential_id: 'c', user_id: admin.id, public_key: 'k', counter: 1, name: awkward },
    ...{ transports: ['internal', 'a "quoted" one'], created_at: now.toISOString() },
  });
  await db.insert(schema.recoveryCodes).values({ user_id: admin.id, number: 0, code_hash: 'h' });
  await db.insert(schema.installationSettings).values({ factors_of: 'admins' });
  await db.execute(sql`insert into audit_log (id, competition_id, action, subject, subject_key, at, before, after, link)
    overriding system value values
    (9223372036854770000, 0, 'a', 'b', 'c', 'infinity', 'null', null, 101),
    (9223372036854770001, 0, 'a', 'b', 'c', '0044-03-15 BC', '1.10', '"text"', 102),
    (9223372036854770002, 0, 'a', 'b', 'c', '294276-12-31 23:59:59.999+00', '[]',
      '{"b": 123456789012345678901234567890.000, "a": {"é\\n": [null, true, 1e400, "\\"\\\\"]}, "": -0.0}', 103),
    (9223372036854770003, 0, ${awkward}, '', 'c', '2027-06-12 12:00:00.123+02', '{}', ${JSON.stringify({ awkward })}, 104)`);
  await db.execute(sql`select nextval('users_id_seq'), nextval('zones_id_seq')`);
});

describe('a restored database', () => {
  test('has identical rows in every table, whatever its own settings', async () => {
    const databaseUrl = await makeEmptyDatabase();
    const restored = open(databaseUrl);
    const name = sql.identifier(new URL(databaseUrl).pathname.slice(1));
    await restored.db.execute(sql`alter database ${name} set timezone = 'Asia/Kathmandu'`);
    await restored.db.execute(sql`alter database ${name} set datestyle = 'German, DMY'`);
    await restoreBackup({ databaseUrl, file: await save() });
    await restored.db.execute(sql`alter database ${name} reset all`);

    await expectSameRows(open(databaseUrl).db, await printTables(db));
  });

  test('assigns ids and versions that were never assigned before, nor after the backup', async () => {
    const file = await save();
    const databaseUrl = await makeEmptyDatabase();
    const given = await db.transaction(async (tx) => {
      await tx.insert(schema.competitions).values(competitionInput);
      return tx.execute(sql`select nextval('users_id_seq')::int as users, nextval('zones_id_seq')::int as zones,
        nextval('competitions_id_seq')::int as competitions, nextval('mails_id_seq')::int as mails`);
    });
    await restoreBackup({ databaseUrl, file });
    const { db: restored } = open(databaseUrl);
    const [competition] = await restored.insert(schema.competitions).values(competitionInput).returning();
    expect(competition?.id).toBeGreaterThan(Number(given.rows[0]?.competitions));
    for (const table of ['users', 'zones', 'mails'] as const) {
      const { rows } = await restored.execute(sql.raw(`select nextval('${table}_id_seq')::int as next`));
      expect(rows[0]?.next).toBeGreaterThan(Number(given.rows[0]?.[table]));
    }
    const [before] = await db
      .select()
      .from(schema.competitions)
      .where(eq(schema.competitions.name, competitionInput.name))
      .orderBy(schema.competitions.id);
    const [after] = await restored
      .select()
      .from(schema.competitions)
      .where(eq(schema.competitions.id, before?.id ?? 0));
    expect(after?.version).toBe((before?.version ?? 0) + 1_000_000);
    // Standings may be cached too, also of a series without a competition.
    expect(await restored.select().from(schema.series)).toMatchObject([{ version: 1_000_007 }]);
  });

  test('can be opened by this Dossard', async () => {
    const databaseUrl = await makeEmptyDatabase();
    await restoreBackup({ databaseUrl, file: await save() });
    await migrateDatabase(databaseUrl);
    const migrations = sql`select hash, created_at from drizzle.__drizzle_migrations order by id`;
    expect((await open(databaseUrl).db.execute(migrations)).rows).toEqual((await db.execute(migrations)).rows);
  });

  test('may have been migrated already, if it is empty', async () => {
    const databaseUrl = await copyDatabase();
    const { rows } = await restoreBackup({ databaseUrl, file: await save() });
    expect(await open(databaseUrl).db.$count(schema.runs)).toBe(rows.runs);
  });
});

describe('nothing is changed in a database', () => {
  const advice = 'Put it aside.';

  test('that holds an account, a competition or anything else', async () => {
    const file = await save();
    const person = { email: 'a@dossard.test', first_name: 'A', last_name: 'B', password_hash: 'x' };
    const fillings = [
      [
        'users',
        sql`insert into users ${sql.raw('(email, first_name, last_name, password_hash, account_status)')}
        values (${person.email}, 'A', 'B', 'x', 'active')`,
      ],
      [
        'competitions',
        sql`insert into competitions (name, date, location, description, organizer, contact)
        values ('', '2027-06-12', '', '', '', '')`,
      ],
      ['audit_log', sql`insert into audit_log (competition_id, action, subject, subject_key) values (0, '', '', '')`],
    ] as const;
    for (const [table, filling] of fillings) {
      const databaseUrl = await copyDatabase();
      const { db: target } = open(databaseUrl);
      await target.execute(filling);
      const before = await printTables(target);
      await expect(restoreBackup({ databaseUrl, file, advice })).rejects.toThrow(
        `This database is in use (it holds ${table}), so nothing was changed: a backup goes into an empty one. ${advice}`,
      );
      expect(await printTables(target)).toEqual(before);
    }
  });

  test('when a row is refused on the way', async () => {
    const databaseUrl = await makeEmptyDatabase();
    const lines = gunzipSync(await readFile(await save()))
      .toString()
      .split('\n');
    const file = join(folder, 'altered.gz');
    const altered = lines.map((line) => line.replace('"99999.99"', '"-1"'));
    expect(altered).not.toEqual(lines);
    await writeFile(file, gzipSync(resum(altered)));
    await expect(restoreBackup({ databaseUrl, file })).rejects.toThrow(
      'The backup could not be restored, and nothing was changed: new row for relation "runs" violates check constraint "runs_chrono".',
    );
    const { rows } = await open(databaseUrl).db.execute(
      sql`select to_regclass('users') as users, to_regnamespace('drizzle') as drizzle`,
    );
    expect(rows).toEqual([{ users: null, drizzle: null }]);
  });

  test('when the database does not answer', async () => {
    const databaseUrl = 'postgres://nobody@127.0.0.1:1/nothing';
    await expect(restoreBackup({ databaseUrl, file: await save() })).rejects.toThrow(/the database does not answer/);
  });
});

/** Recomputes the checksum of altered lines. */
function resum(lines: string[]): string {
  const body = `${lines.slice(0, -2).join('\n')}\n`;
  return `${body}${JSON.stringify({ sha256: createHash('sha256').update(body).digest('hex') })}\n`;
}
