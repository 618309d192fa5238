import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildWhatIsStale } from './build.js';
import { installWhatIsMissing, root } from './install.js';

/* `npm start`: installs what is missing, builds what is stale, serves. `--demo` adds an event with simulated referees. */

installWhatIsMissing();
buildWhatIsStale();

const server = spawn(
  process.execPath,
  ['--import', 'tsx', join(root, 'server', 'src', 'main.ts'), ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 1));
