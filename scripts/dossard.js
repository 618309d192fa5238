import { useRecentNode } from './runtime.js';

/* Every command of package.json: `npm start` is `node scripts/dossard.js start`. It runs on a fresh clone and on an old Node. */

await useRecentNode();
const { runCommand } = await import('./commands.js');
await runCommand(process.argv.slice(2));
