import { join } from 'node:path';
import { installWhatIsMissing, root, run } from './install.js';

/* `npm run backup -- [file]` and `npm run restore -- <file>`: install what is missing, then run the server's own command. */

const [command = '', ...rest] = process.argv.slice(2);
installWhatIsMissing('running');
run(process.execPath, ['--import', 'tsx', join(root, 'server', 'src', 'backup', `${command}.main.ts`), ...rest]);
