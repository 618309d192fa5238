import { paraglideVitePlugin } from '@inlang/paraglide-js';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { messageOptions } from '../contract/messages.js';
import { appVersion } from './app.version.ts';
import { clientEndpoints, pureContract, singleEndpoints } from './contract.modules.ts';
import { fewFilesAtOnce } from './few.files.ts';
import packageFile from './package.json' with { type: 'json' };
import { publicPages } from './pages.build.ts';
import { precompress } from './precompress.ts';
import { scopedName, scopedStyles } from './scoped.styles.ts';
import { screenList } from './screens.build.ts';
import { serviceWorker } from './service.worker.build.ts';

/** The oldest browsers, which `package.json` lists, as targets of the build: `ios_saf >= 16.0` is `ios16.0`. */
const oldestBrowsers = packageFile.browserslist.map((query) => query.replace('ios_saf', 'ios').replace(' >= ', ''));

/** Shortens the name of a file; all pages get one letter. */
const shortName = (name: string) => (/\.page$/.test(name) ? 's' : '[name]');

export default defineConfig(({ command }) => ({
  plugins: [
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/paraglide',
      additionalFiles: {
        'registry.js': "export * from '@dossard/contract/language/registry.ts';",
        'runtime.js': "export * from '@dossard/contract/language/locale.ts';",
      },
      // In development the compiler keeps its own file system, by which it watches what it reads.
      ...(command === 'build' && { fs: fewFilesAtOnce() }),
    }),
    // Those of the contract are compiled by `scripts/build.js`, and watched here.
    command === 'serve' && paraglideVitePlugin(messageOptions),
    react(),
    scopedStyles(),
    singleEndpoints(),
    clientEndpoints(true),
    pureContract(),
    screenList(),
    serviceWorker(),
    publicPages(() => [scopedStyles(), singleEndpoints(), clientEndpoints(), pureContract()]),
    precompress(),
  ],
  define: { 'import.meta.env.APP_VERSION': JSON.stringify(appVersion(import.meta.dirname)) },
  css: { modules: { localsConvention: 'camelCaseOnly', generateScopedName: scopedName } },
  build: {
    target: oldestBrowsers,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      // The copying below requires this; nothing imports from our pages.
      preserveEntrySignatures: false,
      // Each message and each schema is bundled with the page that needs it, instead of all of them with every page.
      treeshake: {
        moduleSideEffects: [{ test: /\/paraglide\/|\/contract\/src\//, sideEffects: false }],
        // Otherwise a schema that spreads another one is kept although unused.
        propertyReadSideEffects: false,
      },
      output: {
        // Every page lists the files of all others, so their names are short.
        chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash:7].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${shortName(name)}-[hash:7][extname]`,
        codeSplitting: {
          // A small shared chunk (bytes of source) is copied into each page: one file more costs one round trip more.
          experimentalInlineCommonChunks: { maxSize: 20_000 },
          groups: [
            // Changes only with the libraries, so that a browser keeps it cached across many of our versions.
            { name: 'core', test: /\/node_modules\/(react|react-dom|scheduler|@tanstack)\//, tags: ['$initial'] },
            // One file with what every page needs; schemas are excluded, or one page's form would load its schema on
            // all pages.
            {
              name: 'entry',
              test: (id) => !/\/contract\/src\/(?!language\/)|\/zod\//.test(id),
              tags: ['$initial'],
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': process.env.API_URL ?? 'http://127.0.0.1:3000' } },
}));
