import { supervise } from '../../../scripts/supervise.js';
import { openWhenReady } from './browser.ts';
import { ownVersionFolder, readSettings, serverOf } from './home.ts';

/* What `start.sh` and its siblings run: the server, and the browser once it is ready. OPEN_BROWSER=off leaves that out. */

readSettings();
supervise([serverOf(ownVersionFolder), ...process.argv.slice(2)], { cwd: ownVersionFolder });
if (process.env.OPEN_BROWSER !== 'off') await openWhenReady();
