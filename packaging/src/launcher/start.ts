import { resolve } from 'node:path';
import { supervise } from '../../../scripts/supervise.js';
import { openWhenReady } from './browser.ts';
import { finishUpdate } from './data.copy.ts';
import { readCurrentVersion, readSettings, serverOf, versionFolder } from './home.ts';

/* What `start.sh` and its siblings run: the server, and the browser once it is ready. OPEN_BROWSER=off leaves that out. */

readSettings();
await finishUpdate(resolve(process.env.DATA_DIR ?? ''));
// Another version than this one, if an update has just been finished; the next one starts itself.
const version = versionFolder(readCurrentVersion());
supervise([serverOf(version), ...process.argv.slice(2)], { cwd: version });
if (process.env.OPEN_BROWSER !== 'off') await openWhenReady();
