import { pathOf, runCommand, workBesides } from '../../backup/command.ts';
import { withConnections } from '../../database/client.ts';
import { readAnchors } from './anchor.files.ts';
import { describeReport } from './report.words.ts';
import { verifyChains } from './verify.chain.ts';

/* `npm run verify -- [files]`: verifies the chains of the log, also against given anchors. */

await runCommand(async (environment) => {
  const anchors = await readAnchors(process.argv.slice(2).map(pathOf));
  return workBesides(environment, async ({ url }) => {
    const reports = await withConnections(url, (db) => verifyChains(db, anchors));
    if (reports.some(({ problem }) => problem !== undefined)) process.exitCode = 1;
    return reports.map(describeReport).join('\n');
  });
});
