import { join } from 'node:path';
import { installWhatIsMissing, root, run } from './install.js';

/* `npm run factors -- remove <email>`: installs what is missing, then runs the server's own command. */

installWhatIsMissing('running');
const command = join(root, 'server', 'src', 'features', 'accounts', 'factors.main.ts');
run(process.execPath, ['--import', 'tsx', command, ...process.argv.slice(2)]);
