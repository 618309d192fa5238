import { buildWhatIsStale, builtProgram } from './build.js';
import { installWhatIsMissing, root } from './install.js';
import { supervise } from './supervise.js';

/*
 * `npm start`: installs what is missing, builds what is stale, and serves. `--demo` adds an event with simulated
 * referees, `--https` (`npm run https`) serves https as well.
 */

installWhatIsMissing('running');
await buildWhatIsStale();
const stop = supervise([builtProgram('main'), ...process.argv.slice(2)], { cwd: root });

/** Interval at which the existence of npm is checked, in milliseconds. */
const parentCheckMs = 500;
// A signal to npm ends the shell between npm and this process, but does not reach it: the server would keep running.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    stop('SIGTERM');
  }, parentCheckMs).unref();
}
