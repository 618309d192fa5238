import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { appVersion } from './app.version.ts';
import { clientEndpoints, pureContract, singleEndpoints } from './contract.modules.ts';
import { fewFilesAtOnce } from './few.files.ts';
import { publicPages } from './pages.build.ts';
import { precompress } from './precompress.ts';
import { scopedName, scopedStyles } from './scoped.styles.ts';
import { serviceWorker } from './service.worker.build.ts';

/** The name of a file; those of routes are all one letter. */
const shortName = (name: string) => (/^_signed-in\.|\._/.test(name) ? 's' : '[name]');

export default defineConfig(({ command }) => ({
  plugins: [
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/paraglide',
      // The browser's is set by text/language.ts, the server's by public/pages.server.tsx.
      strategy: ['baseLocale'],
      // While the pages are made, the compiler follows what it reads by a file system of its own.
      ...(command === 'build' && { fs: fewFilesAtOnce() }),
    }),
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single' }),
    react(),
    scopedStyles(),
    singleEndpoints(),
    clientEndpoints(),
    pureContract(),
    serviceWorker(),
    publicPages(() => [scopedStyles(), singleEndpoints(), clientEndpoints(), pureContract()]),
    precompress(),
  ],
  define: { 'import.meta.env.APP_VERSION': JSON.stringify(appVersion(import.meta.dirname)) },
  css: { modules: { localsConvention: 'camelCaseOnly', generateScopedName: scopedName } },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      // Asked for by the copying below; nobody imports from our pages.
      preserveEntrySignatures: false,
      // Each word and each schema goes with the page that needs it, instead of all of them with every page.
      treeshake: {
        moduleSideEffects: [{ test: /\/paraglide\/|\/contract\/src\//, sideEffects: false }],
        // Or a schema that spreads another one would stay, without a use.
        propertyReadSideEffects: false,
      },
      output: {
        // Every page names the files of all others, so the names of these are short.
        chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash:7].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${shortName(name)}-[hash:7][extname]`,
        codeSplitting: {
          // What pages share is copied into each while it is small, in bytes of source: a file more is a round trip more.
          experimentalInlineCommonChunks: { maxSize: 20_000 },
          groups: [
            // Changes with the libraries alone, so that a browser keeps it over many of our versions.
            { name: 'core', test: /\/node_modules\/(react|react-dom|scheduler|@tanstack)\//, tags: ['$initial'] },
            // One file of what every page needs; its schemas stay out, or a page's form would bring them to all.
            {
              name: 'entry',
              test: (id) => !/\/contract\/|\/zod\//.test(id),
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
