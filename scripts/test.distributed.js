import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installWhatIsMissing, root } from './install.js';

/*
 * `npm run test:distributed`: runs the server's tests on the cluster of DATABASE_URL. They use new databases beside the
 * named one, which does not change; its user must be allowed to create databases on every node.
 */

const { DATABASE_URL, ...environment } = process.env;
if (!DATABASE_URL) {
  console.error('Name a database of a cluster in DATABASE_URL, with the Citus extension and its workers added.');
  process.exit(1);
}
installWhatIsMissing('everything');
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'server', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...environment, TEST_DATABASE_URL: DATABASE_URL } },
);
process.exit(status ?? 1);
