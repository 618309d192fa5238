import { buildWhatIsStale, builtProgram } from './build.js';
import { installWhatIsMissing } from './install.js';
import { whenParentEnds } from './parent.js';
import { readSettings, root } from './runtime.js';
import { supervise } from './supervise.js';

/**
 * Serves the product: installs what is missing and builds what is stale. `--demo` adds an event with simulated referees,
 * `--https` serves https as well.
 * @param {string[]} options
 */
export async function start(options) {
  readSettings();
  installWhatIsMissing('running');
  await buildWhatIsStale();
  const stop = supervise([builtProgram('main'), ...options], { cwd: root });
  whenParentEnds(() => stop('SIGTERM'));
}
