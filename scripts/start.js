import { buildWhatIsStale, builtProgram } from './build.js';
import { installWhatIsMissing, root } from './install.js';
import { supervise } from './supervise.js';

/*
 * `npm start`: installs what is missing, builds what is stale, serves. `--demo` adds an event with simulated referees, `--https`
 * (`npm run https`) serves https as well.
 */

installWhatIsMissing('running');
await buildWhatIsStale();
const stop = supervise([builtProgram('main'), ...process.argv.slice(2)], { cwd: root });

/** How often it is checked that npm is still there, in milliseconds. */
const parentCheckMs = 500;
// A signal to npm ends the shell between npm and this process, but does not reach it: the server would be left behind.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    stop('SIGTERM');
  }, parentCheckMs).unref();
}
