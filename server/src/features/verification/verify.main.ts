import { openDatabaseBesides, pathOf, runCommand } from '../../backup/command.ts';
import { longPatience, openDatabase } from '../../database/client.ts';
import { readAnchors } from './anchor.files.ts';
import { describeReport } from './report.words.ts';
import { verifyChains } from './verify.chain.ts';

/* `npm run verify -- [files]`: verifies the chains of the log, also against given anchors. */

await runCommand(async (environment) => {
  const anchors = await readAnchors(process.argv.slice(2).map(pathOf));
  const database = await openDatabaseBesides(environment);
  try {
    const client = openDatabase(database.url, () => {}, longPatience, 2);
    try {
      const reports = await verifyChains(client.db, anchors);
      const hasProblem = reports.some(({ problem }) => problem !== undefined);
      if (hasProblem) process.exitCode = 1;
      return reports.map(describeReport).join('\n');
    } finally {
      await client.close();
    }
  } finally {
    await database.close();
  }
});
