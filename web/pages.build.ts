import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { minify as inlineFunctions } from 'terser';
import { build, type InlineConfig, minify, type PluginOption, type ResolvedConfig } from 'vite';
import { afterBuild } from './after.build.ts';

const { resolve: find } = createRequire(import.meta.url);
/** The files that the drawing of pictures needs. */
const drawing = {
  'resvg.wasm': '@resvg/resvg-wasm/index_bg.wasm',
  'regular.ttf': '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  'bold.ttf': '@expo-google-fonts/inter/800ExtraBold/Inter_800ExtraBold.ttf',
};

/**
 * Entry files of the public pages: those that React hydrates, apart for those whose forms and tables the ranking does
 * not load, and those with a small script of their own.
 */
const entries = {
  public: ['start.entry.tsx', 'ranking.entry.tsx', 'screen.entry.tsx'],
  answered: ['login.entry.tsx', 'entries.entry.tsx', 'list.entry.tsx', 'standings.entry.tsx'],
  swapped: ['frame.entry.ts', 'overlay.entry.ts', 'rider.entry.ts'],
};

/** Two shared chunks: what every hydrated page needs, and the libraries, which rarely change between our versions. */
const sharedFiles = [
  {
    name: 'core',
    test: /\/node_modules\/(react|react-dom|scheduler|@tanstack)\//,
    // What one page alone needs of the libraries is in its own file.
    minShareCount: 2,
    tags: ['$initial' as const],
    includeDependenciesRecursively: false,
  },
  {
    name: 'shared',
    // Would bring the chunk of the rankings, which it imports, to the start page.
    test: (id: string) => !/\/queries\/whole/.test(id),
    minShareCount: 3,
    tags: ['$initial' as const],
    includeDependenciesRecursively: false,
  },
];

/** Output folder of the renderer, under the root of the build; never served. */
const folder = '.pages';

/**
 * Builds the public pages (`src/public`) separately from the application: for the browser, without a router, and for
 * the server, which renders them. `plugins` returns the plugins that they need besides the generated files of the first
 * build.
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
        // The first build has already reported its warnings; those about directives mean nothing here.
        logLevel: 'error',
        define: { ...config.define, 'process.env.NODE_ENV': '"production"' },
        css: { modules: config.css.modules || undefined },
        resolve: {
          alias: { '@tanstack/react-router': join(source, 'links.tsx') },
        },
      };
      for (const [name, files] of Object.entries(entries)) {
        await build({
          ...shared,
          plugins: [...plugins(), inlineOwnFunctions()],
          build: {
            target: config.build.target,
            outDir,
            emptyOutDir: false,
            copyPublicDir: false,
            modulePreload: { polyfill: false },
            // Lists the files that each page loads first.
            manifest: `.vite/${name}.json`,
            rolldownOptions: {
              ...config.build.rolldownOptions,
              input: Object.fromEntries(files.map((file) => [file.split('.')[0], join(source, file)])),
              output: {
                entryFileNames: 'assets/public-[name]-[hash].js',
                chunkFileNames: 'assets/public-[name]-[hash].js',
                assetFileNames: 'assets/public-[name]-[hash][extname]',
                ...(name !== 'swapped' && { codeSplitting: { groups: sharedFiles } }),
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
          // One file that imports no packages, so that our installation package can contain it unchanged.
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
      await minifyScript(join(outDir, 'theme.js'));
    }, true),
  };
}

/** Minifies a script that Vite copies as it is; each public page has it inline. */
async function minifyScript(path: string): Promise<void> {
  const { code } = await minify(path, await readFile(path, 'utf8'), { compress: { target: 'es2022' } });
  await writeFile(path, code);
}

/**
 * Writes functions that are used once, such as each language of a message, where they are used, which the bundler's
 * minifier does not: a page loads 1 kB less. The libraries would grow by it.
 */
function inlineOwnFunctions(): PluginOption {
  return {
    name: 'inline-own-functions',
    async renderChunk(code, { name }) {
      if (name === 'core') return null;
      const { code: inlined = code } = await inlineFunctions(code, {
        module: true,
        compress: { passes: 2, inline: 1 },
        mangle: false,
      });
      return { code: inlined, map: null };
    },
  };
}
