import { buildServer, builtProgram } from './build.js';
import { installWhatIsMissing, run } from './install.js';

/*
 * `npm run backup`, `npm run verify` and similar: installs and builds what is missing, then runs the server's command.
 */

const [command = '', ...rest] = process.argv.slice(2);
installWhatIsMissing('running');
await buildServer();
run(process.execPath, [builtProgram(`${command}.main`), ...rest]);
