import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Database } from '../database/client.ts';
import { migrateDatabase } from '../database/migrate.ts';
import { rankCompetition } from '../features/rankings/ranking.store.ts';
import { verifyChains } from '../features/verification/verify.chain.ts';
import { competitions } from '../tables/competition.table.ts';
import { makeEmptyDatabase } from '../testing/empty.database.ts';
import { makeOneOfEach } from '../testing/one.of.each.ts';
import { startTestApp } from '../testing/test.app.ts';
import { readBackup } from './backup.reader.ts';
import { listTables, quoted } from './backup.tables.ts';
import { writeBackup } from './backup.writer.ts';
import { restoreBackup } from './restore.ts';
import { makeFolder, open } from './testing/backup.places.ts';

/* The upgrade from each earlier version: its backup, committed in testing/earlier, and beside it the ranking of then. */

const folder = fileURLToPath(new URL('testing/earlier/', import.meta.url));
const { version: present } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const fileOf = (version: string) => `${folder}${version}.backup.gz`;
const versions = readdirSync(folder).flatMap((name) => /^(.+)\.backup\.gz$/.exec(name)?.[1] ?? []);

const readPlaces = async (db: Database) => {
  const all = await db.select({ id: competitions.id }).from(competitions).orderBy(competitions.id);
  const ranked = await Promise.all(all.map(({ id }) => rankCompetition(db, id)));
  return ranked.map((riders) =>
    riders.map(
      ({ rider, rank, total_points }) => `${rider.category} ${rider.gender} ${rider.dossard} ${rank} ${total_points}`,
    ),
  );
};
const problemsIn = async (db: Database) => (await verifyChains(db, [])).flatMap(({ problem }) => problem ?? []);

describe.each(versions)('a backup of version %s', (version) => {
  test('is restored into the present schema, with its chains and its ranking', async () => {
    const databaseUrl = await makeEmptyDatabase();
    const { rows } = await restoreBackup({ databaseUrl, file: fileOf(version) });
    await migrateDatabase(databaseUrl);
    const { db } = open(databaseUrl);
    expect(Object.entries(rows).filter(([, count]) => count === 0)).toEqual([]);
    expect(await problemsIn(db)).toEqual([]);
    expect(await readPlaces(db)).toEqual(JSON.parse(readFileSync(`${folder}${version}.json`, 'utf8')));
  });

  test('is small', () => expect(statSync(fileOf(version)).size).toBeLessThan(200_000));
});

// Written with `KEEP_BACKUP=on` when a version is released: see CONTRIBUTING.md.
test('one of each kind of row is in the backup of this version', async () => {
  const house = await startTestApp();
  await makeOneOfEach(house);
  expect(await problemsIn(house.db)).toEqual([]);
  const { path } = await writeBackup({
    db: house.db,
    folder: await makeFolder(),
    now: new Date(),
    reason: 'manual',
  });
  const { rows } = await readBackup(path);
  const empty = (await listTables(house.db)).filter(({ name }) => !rows[name]);
  expect(empty.map(({ name }) => quoted(name))).toEqual([]);
  if (process.env.KEEP_BACKUP !== 'on') return;
  expect(existsSync(fileOf(present)), 'a backup that is committed is never written again').toBe(false);
  await copyFile(path, fileOf(present));
  await writeFile(`${folder}${present}.json`, `${JSON.stringify(await readPlaces(house.db), null, 2)}\n`);
});
