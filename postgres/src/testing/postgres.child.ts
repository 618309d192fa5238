import { startEmbeddedPostgres } from '../embedded.postgres.ts';
import { StartError } from '../start.error.ts';

// A server reduced to its database, for tests that kill it: `postgres.child.ts DATA_DIR [lent base]`. It prints one
// line of JSON when the database is ready or has failed, and stops it on SIGTERM.

const [dataDir = '', lentBase] = process.argv.slice(2);
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);

try {
  const log = (sentence: string) => print({ log: sentence });
  const postgres = await startEmbeddedPostgres({ dataDir, log, ...(lentBase && { lentBase }) });
  // First of all: the parent may stop it as soon as it reports that it is ready.
  process.once('SIGTERM', async () => {
    await postgres.stop();
    process.exit();
  });
  print({ url: postgres.url, pid: postgres.pid, uid: process.getuid?.() });
} catch (error) {
  print({ refusal: (error as Error).message, expected: error instanceof StartError });
  process.exit(1);
}
