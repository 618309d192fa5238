import { join } from 'node:path';
import { installWhatIsMissing, root, run } from './install.js';

/* `npm run package [-- target…]`: installs what is missing, then builds packages (`packaging/src/package.ts`). */

installWhatIsMissing('everything');
run(process.execPath, ['--import', 'tsx', join(root, 'packaging', 'src', 'package.ts'), ...process.argv.slice(2)]);
