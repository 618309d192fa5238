import { StartError } from '@dossard/postgres/start.error.ts';
import { backupFolderOf } from '../backup/backup.files.ts';
import { backUpBeforeUpgrade, refuseNewerDatabase } from '../backup/backup.upgrade.ts';
import { runCommand } from '../backup/command.ts';
import { withConnections } from '../database/client.ts';
import { migrateDatabase } from '../database/migrate.ts';
import { distributeTables, placeCreatedTable, refuseWithoutCitus } from './distribute.ts';

/*
 * `npm run distribute`: migrates the database of DATABASE_URL and distributes its tables over the nodes of its cluster.
 */

await runCommand(async ({ databaseUrl, dataDir }) => {
  if (!databaseUrl)
    throw new StartError('Name the database to distribute in DATABASE_URL: the embedded one has no nodes.');
  return withConnections(databaseUrl, async (db) => {
    await refuseWithoutCitus(db);
    await refuseNewerDatabase(db);
    await backUpBeforeUpgrade(db, backupFolderOf(dataDir), new Date());
    await migrateDatabase(databaseUrl, placeCreatedTable);
    const distributed = await distributeTables(db);
    if (distributed.length === 0) return 'All tables were distributed already.';
    return `Distributed ${distributed.length} tables: ${distributed.join(', ')}.`;
  });
});
