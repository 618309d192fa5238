import { StartError } from '@dossard/postgres/start.error.ts';
import type { Database } from '../database/client.ts';
import { findAppliedMigration, readMigrations } from '../database/migrations.ts';
import { writeBackup } from './backup.writer.ts';

/**
 * Rejects a database that a newer Dossard has changed: an older program would write rows that the newer one cannot
 * read. Throws a StartError.
 */
export async function refuseNewerDatabase(db: Database, migrations = readMigrations()): Promise<void> {
  const applied = await db.transaction(findAppliedMigration);
  if (!applied || applied.when <= (migrations.at(-1)?.when ?? 0)) return;
  throw new StartError(
    'This database was changed by a newer Dossard, which this one could harm. Start the newer Dossard, or restore a backup of this version into an empty database.',
    'Ces données viennent d’un Dossard plus récent. Ouvrez-les avec celui-là.',
  );
}

/**
 * Writes a backup of a database that is about to be migrated; undefined when it is new or up to date. Call it before
 * the migration. Throws a StartError when the backup fails: without one, a failing migration could not be undone.
 */
export async function backUpBeforeUpgrade(db: Database, folder: string, now: Date, migrations = readMigrations()) {
  const applied = await db.transaction(findAppliedMigration);
  if (!applied || applied.when >= (migrations.at(-1)?.when ?? 0)) return undefined;
  try {
    return await writeBackup({ db, folder, now, reason: 'upgrade' });
  } catch (error) {
    throw new StartError(
      `This Dossard changes the database, and wants a backup before. ${(error as Error).message} Mend that and start again.`,
      'Cette version modifie la base de données, et n’a pas pu en faire une sauvegarde avant. Vérifiez la place sur le disque.',
      { cause: error },
    );
  }
}
