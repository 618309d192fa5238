import { join } from 'node:path';
import { installWhatIsMissing, root, run } from './install.js';

/* `npm run far -- key|signer|list|check|restore|drill`: installs what is missing, then runs the server's own command. */

installWhatIsMissing('running');
run(process.execPath, ['--import', 'tsx', join(root, 'server', 'src', 'far', 'far.main.ts'), ...process.argv.slice(2)]);
