import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import { build as buildVite, type Plugin } from 'vite';
import { bundleForNode, bundleServer } from '../../server/bundle.js';
import { root } from './house.ts';

/*
 * The product as JavaScript without dependencies to install: one folder of the server, one of the web, and the
 * launcher.
 */

const launcherEntries = ['start', 'update', 'uninstall'].map((name) => `packaging/src/launcher/${name}.ts`);

/** The packages that draw pictures; Vite's plugin of the pages builds and copies them separately. */
const drawing = ['@resvg/resvg-wasm', '@expo-google-fonts/inter'];

/** Builds the product into `folder`; returns the names of the npm packages that were bundled. */
export async function bundleProduct(folder: string): Promise<string[]> {
  const inputs = [
    ...(await bundleServer(join(folder, 'server', 'dist'))),
    ...(await bundleForNode(launcherEntries, join(folder, 'launcher'))),
  ];
  const web = await bundleWeb(join(folder, 'web', 'dist'));
  return [...new Set([...packagesIn(inputs), ...web])].sort();
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
  return [...packages, ...packagesIn(Object.keys(metafile.inputs)), ...drawing];
}

const packagesIn = (files: readonly string[]) => files.flatMap((file) => packageOf(file) ?? []);

/** Returns the npm package that a file belongs to; undefined for our own files. */
function packageOf(file: string): string | undefined {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file.replaceAll('\\', '/'))?.[1];
}
