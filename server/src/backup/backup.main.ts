import { openDatabase } from '../database/client.ts';
import { backupFolderOf } from './backup.files.ts';
import { writeBackup } from './backup.writer.ts';
import { openDatabaseBesides, runCommand } from './command.ts';

/* `npm run backup`: writes a backup at once, whether the server runs or not. */

await runCommand(async (environment) => {
  const database = await openDatabaseBesides(environment);
  try {
    const client = openDatabase(database.url, () => {}); // a connection that is lost also fails its statement
    try {
      const folder = backupFolderOf(environment.dataDir);
      const { path } = await writeBackup({ db: client.db, folder, now: new Date(), reason: 'manual' });
      return `The backup is ${path}`;
    } finally {
      await client.close();
    }
  } finally {
    await database.close();
  }
});
