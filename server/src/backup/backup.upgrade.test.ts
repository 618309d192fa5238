import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Database } from '../database/client.ts';
import { migrateDatabase } from '../database/migrate.ts';
import { applyMigrations, readMigrations } from '../database/migrations.ts';
import { schema } from '../tables/schema.ts';
import { makeEmptyDatabase } from '../testing/empty.database.ts';
import { competitionInput } from '../testing/main.job.ts';
import { copyDatabase } from '../testing/test.app.ts';
import { backUpBeforeUpgrade, refuseNewerDatabase } from './backup.upgrade.ts';
import { writeBackup } from './backup.writer.ts';
import { restoreBackup } from './restore.ts';
import { laterMigration, makeFolder, open, upgrade } from './testing/backup.places.ts';

const folder = await makeFolder();
const now = new Date('2027-06-12T12:00:00Z');
const save = async (db: Database) => (await writeBackup({ db, folder, now, reason: 'manual' })).path;

describe('a backup of another schema', () => {
  test('that is older is restored into that schema, and migrated from there', async () => {
    const [first] = readMigrations();
    const old = open(await makeEmptyDatabase());
    await old.db.transaction((tx) => applyMigrations(tx, first ? [first] : []));
    await old.db.execute(sql`insert into users (email, first_name, last_name, password_hash, account_status)
      values ('old@dossard.test', 'A', 'B', 'x', 'active')`);
    const file = await save(old.db);
    const databaseUrl = await makeEmptyDatabase();
    await restoreBackup({ databaseUrl, file });
    const { db: restored } = open(databaseUrl);
    expect(await restored.select().from(schema.users)).toMatchObject([
      { email: 'old@dossard.test', mailed_password_hash: null },
    ]);
    await migrateDatabase(databaseUrl);

    const migrated = await copyDatabase();
    await expect(restoreBackup({ databaseUrl: migrated, file })).rejects.toThrow(
      /older than the tables of this database/,
    );
  });

  test('that is newer is rejected by this Dossard, and restored by that one with values of every kind', async () => {
    const later = open(await copyDatabase());
    await upgrade(later);
    await later.db.execute(sql`insert into odds (id, "a ""quoted"" name", amount, ratio, bytes, span, local, day, hour, list,
      short, padded) values
      (9007199254740993, 'x', 'NaN', '-Infinity', '\\xdeadbeef00', '1 year 2 mons -3 days 04:05:06.789', 'infinity',
        '0001-01-01 BC', '24:00', array['a,b', null, '"', '{}', ''], 'é', 'ab'),
      (2, null, 1.1000000000000000000000000000000000001, 0.1 + 0.2, '', '-1 mon', '2027-06-12 12:00:00.123456',
        'infinity', '00:00:00.000001', '{{a,b},{c,d}}', '', ''),
      (3, '', 'Infinity', 5e-324, null, null, null, null, null, '{}', null, null)`);
    const file = await save(later.db);
    await expect(restoreBackup({ databaseUrl: await makeEmptyDatabase(), file })).rejects.toThrow(
      /The backup was written by a newer Dossard .* Install that one, and restore with it\./,
    );
    const databaseUrl = await makeEmptyDatabase();
    await restoreBackup({ databaseUrl, file, migrations: [...readMigrations(), laterMigration] });
    const rows = sql`select o::text from odds o order by id`;
    expect((await open(databaseUrl).db.execute(rows)).rows).toEqual((await later.db.execute(rows)).rows);
  });

  test('that is unknown to this Dossard is rejected', async () => {
    const strange = open(await copyDatabase());
    await strange.db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at - 1`);
    await expect(
      restoreBackup({ databaseUrl: await makeEmptyDatabase(), file: await save(strange.db) }),
    ).rejects.toThrow(/a schema that this Dossard never had/);
  });
});

describe('from the last schema in which identity columns numbered the rows', () => {
  const before = readMigrations().filter(({ name }) => name < '0009');

  async function makeOldDatabase() {
    const old = open(await makeEmptyDatabase());
    await old.db.transaction((tx) => applyMigrations(tx, before));
    await old.db.execute(sql`insert into competitions (name, date, location, description, organizer, contact)
      select 'Trial ' || n, '2027-06-12', 'Bourg', '', 'Club', 'club@dossard.test' from generate_series(1, 3) n`);
    await old.db.execute(
      sql`insert into zones (competition_id, name) select 3, 'Zone ' || n from generate_series(1, 5) n`,
    );
    await old.db.execute(sql`delete from zones where id = 5`);
    return old;
  }
  const makeZone = async (db: Database) => {
    const [zone] = await db.insert(schema.zones).values({ competition_id: 3, name: 'Next' }).returning();
    return zone?.id;
  };

  test('a migration keeps all rows, and reuses no id', async () => {
    const databaseUrl = await makeEmptyDatabase();
    await restoreBackup({ databaseUrl, file: await save((await makeOldDatabase()).db), migrations: before });
    const { db } = open(databaseUrl);
    const rows = sql`select competition_id, id, name, deleted_at from zones order by id`;
    const earlier = (await db.execute(rows)).rows;
    expect(earlier).toHaveLength(4);
    await migrateDatabase(databaseUrl);
    expect((await db.execute(rows)).rows).toEqual(earlier);
    expect(await makeZone(db)).toBe(1006);
    expect(await makeZone(db)).toBe(1007);
    const [competition] = await db.insert(schema.competitions).values(competitionInput).returning();
    expect(competition?.id).toBe(1004);
  });

  test('a backup is restored into the present schema, and ids continue above those assigned before', async () => {
    const databaseUrl = await makeEmptyDatabase();
    await restoreBackup({ databaseUrl, file: await save((await makeOldDatabase()).db) });
    const { db } = open(databaseUrl);
    expect(await db.select({ id: schema.zones.id }).from(schema.zones)).toHaveLength(4);
    expect(await makeZone(db)).toBe(1006);
    // The sequence belongs to its column, so that the next backup includes it.
    const again = await makeEmptyDatabase();
    await restoreBackup({ databaseUrl: again, file: await save(db) });
    expect(await makeZone(open(again).db)).toBe(2007);
  });
});

describe('before an upgrade', () => {
  const migrations = [...readMigrations(), laterMigration];

  test('a backup is written, from which the upgraded Dossard restores', async () => {
    const databaseUrl = await copyDatabase();
    const { db: fresh } = open(databaseUrl);
    const own = await makeFolder();
    expect(await backUpBeforeUpgrade(fresh, own, now)).toBeUndefined();
    const backup = await backUpBeforeUpgrade(fresh, own, now, migrations);
    expect(backup?.name).toBe('dossard-2027-06-12T12-00-00Z-upgrade.backup.gz');
    const target = await makeEmptyDatabase();
    await restoreBackup({ databaseUrl: target, file: backup?.path ?? '', migrations });
    const { rows } = await open(target).db.execute(sql`select column_name from information_schema.columns
      where table_name = 'zones' and column_name = 'shade'`);
    expect(rows).toHaveLength(1);
  });

  test('a new database needs none, and a failing backup stops the start', async () => {
    const fresh = open(await makeEmptyDatabase());
    expect(await backUpBeforeUpgrade(fresh.db, folder, now, migrations)).toBeUndefined();
    const file = join(folder, 'file');
    await writeFile(file, '');
    await expect(backUpBeforeUpgrade(open(await copyDatabase()).db, file, now, migrations)).rejects.toMatchObject({
      name: 'StartError',
      message: `This Dossard changes the database, and wants a backup before. No backup could be written to ${file}: a file is in the place of the folder. Mend that and start again.\nCette version modifie la base de données, et n’a pas pu en faire une sauvegarde avant. Vérifiez la place sur le disque.`,
    });
  });
});

test('a database changed by a newer Dossard is not served by an older one', async () => {
  const database = open(await copyDatabase());
  await expect(refuseNewerDatabase(database.db)).resolves.toBeUndefined();
  await upgrade(database);
  await expect(refuseNewerDatabase(database.db)).rejects.toThrow('changed by a newer Dossard');
  await expect(refuseNewerDatabase(open(await makeEmptyDatabase()).db)).resolves.toBeUndefined();
});
