import { resolve } from 'node:path';
import { supervise } from '../../../scripts/supervise.js';
import { finishUpdate } from './data.copy.ts';
import { readCurrentVersion, readSettings, serverOf, versionFolder } from './home.ts';

/*
 * The program of `start.sh` and its siblings: starts the server, which opens the browser once it is ready, unless
 * OPEN_BROWSER=off.
 */

readSettings();
await finishUpdate(resolve(process.env.DATA_DIR ?? ''));
// Another version than this one, if an update has just been completed. It then runs its own launcher the next time.
const version = versionFolder(readCurrentVersion());
process.env.OPEN_BROWSER ||= 'on';
supervise([serverOf(version), ...process.argv.slice(2)], { cwd: version });
