import { join } from 'node:path';
import { installWhatIsMissing, root, run } from './install.js';

/* `npm run distribute`: installs what is missing, then distributes the database of DATABASE_URL over its cluster. */

installWhatIsMissing('running');
run(process.execPath, ['--import', 'tsx', join(root, 'server', 'src', 'distribution', 'distribute.main.ts')]);
