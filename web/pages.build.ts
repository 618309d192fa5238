import { copyFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { build, type InlineConfig, type PluginOption, type ResolvedConfig } from 'vite';
import { afterBuild } from './after.build.ts';

const { resolve: find } = createRequire(import.meta.url);
/** What pictures are drawn with. */
const drawing = {
  'resvg.wasm': '@resvg/resvg-wasm/index_bg.wasm',
  'regular.ttf': '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  'bold.ttf': '@expo-google-fonts/inter/800ExtraBold/Inter_800ExtraBold.ttf',
};

/** What public pages begin with: those that React takes over, and those with a small script of their own. */
const entries = {
  public: ['start.entry.tsx', 'ranking.entry.tsx', 'screen.entry.tsx'],
  swapped: ['frame.entry.ts', 'overlay.entry.ts'],
};

/** One file of what all pages need that React takes over, and one of libraries, which stays the same over our versions. */
const sharedFiles = [
  { name: 'core', test: /\/node_modules\/(react|react-dom|scheduler|@tanstack)\//, tags: ['$initial' as const] },
  {
    name: 'shared',
    test: (id: string) => !/\/contract\/|\/zod\//.test(id),
    minShareCount: 3,
    tags: ['$initial' as const],
    includeDependenciesRecursively: false,
  },
];

/** Where the renderer is written, under the root of the build; never served. */
const folder = '.pages';

/**
 * Builds the public pages apart from the application (`src/public`): for the browser, without a router, and for the server,
 * which renders them. `plugins` are those that they need besides what the first build has generated.
 */
export function publicPages(plugins: () => PluginOption[]): PluginOption {
  let config: ResolvedConfig;
  return {
    name: 'public-pages',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    ...afterBuild(async () => {
      const outDir = resolve(config.root, config.build.outDir);
      const source = join(config.root, 'src', 'public');
      const shared: InlineConfig = {
        configFile: false,
        root: config.root,
        mode: 'production',
        // Warnings are those of the first build, and of directives that mean nothing here.
        logLevel: 'error',
        define: { ...config.define, 'process.env.NODE_ENV': '"production"' },
        css: { modules: config.css.modules || undefined },
        resolve: { alias: { '@tanstack/react-router': join(source, 'links.tsx') } },
      };
      for (const [name, files] of Object.entries(entries)) {
        await build({
          ...shared,
          plugins: plugins(),
          build: {
            target: config.build.target,
            outDir,
            emptyOutDir: false,
            copyPublicDir: false,
            modulePreload: { polyfill: false },
            // Where it is said which files each page begins with.
            manifest: `.vite/${name}.json`,
            rolldownOptions: {
              ...config.build.rolldownOptions,
              input: Object.fromEntries(files.map((file) => [file.split('.')[0], join(source, file)])),
              output: {
                entryFileNames: 'assets/public-[name]-[hash].js',
                chunkFileNames: 'assets/public-[name]-[hash].js',
                assetFileNames: 'assets/public-[name]-[hash][extname]',
                ...(name === 'public' && { codeSplitting: { groups: sharedFiles } }),
              },
            },
          },
        });
      }
      const rendering = { pages: join(source, 'pages.server.tsx'), picture: join(config.root, 'picture.worker.ts') };
      for (const [name, entry] of Object.entries(rendering)) {
        await build({
          ...shared,
          plugins: plugins(),
          // One file without imports of packages, so that a package of the product holds it as it is.
          ssr: { noExternal: true, target: 'node' },
          build: {
            ssr: entry,
            target: 'node20',
            outDir: join(outDir, folder),
            emptyOutDir: false,
            copyPublicDir: false,
            minify: false,
            rolldownOptions: { output: { entryFileNames: `${name}.mjs`, codeSplitting: false } },
          },
        });
      }
      for (const [name, file] of Object.entries(drawing)) await copyFile(find(file), join(outDir, folder, name));
    }, true),
  };
}
