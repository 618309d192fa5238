import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { appVersion } from './app.version.ts';
import { precompress } from './precompress.ts';
import { serviceWorker } from './service.worker.build.ts';

export default defineConfig({
  plugins: [
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/paraglide',
      strategy: ['localStorage', 'baseLocale'],
      localStorageKey: 'app-language',
    }),
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single' }),
    react(),
    serviceWorker(),
    precompress(),
  ],
  define: { 'import.meta.env.APP_VERSION': JSON.stringify(appVersion(import.meta.dirname)) },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    manifest: true,
    // Each word then goes with the page that says it, instead of all of them with every page.
    rolldownOptions: { treeshake: { moduleSideEffects: [{ test: /\/paraglide\//, sideEffects: false }] } },
  },
  server: { host: '127.0.0.1', proxy: { '/api': process.env.API_URL ?? 'http://127.0.0.1:3000' } },
});
