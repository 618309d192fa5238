import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import { afterBuild } from './after.build.ts';

/** The page that opens every screen offline, under the address where the worker caches it. */
const shell = { url: '/competitions/shell', file: 'index.html' };
/** Files without a hash in their name that every screen needs, and the pictures of the referees' guide. */
const plain = [
  'theme.js',
  'icon.svg',
  ...['bib', 'run', 'check'].flatMap((step) => [`guide/referee-${step}-fr.jpg`, `guide/referee-${step}-en.jpg`]),
];

/** Builds `service-worker.js` after the application, and writes the list of its files into it. */
export function serviceWorker(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    ...afterBuild(async () => {
      const outDir = resolve(config.root, config.build.outDir);
      const assets = await readdir(join(outDir, 'assets'));
      const files = [
        ...assets
          .filter((name) => /\.(js|css)$/.test(name))
          .map((name) => ({ url: `/assets/${name}`, revision: null })),
        ...(await Promise.all(plain.map((name) => withRevision(`/${name}`, join(outDir, name))))),
        await withRevision(shell.url, join(outDir, shell.file)),
      ];
      await build({
        configFile: false,
        root: config.root,
        logLevel: 'warn',
        define: { 'self.__FILES': JSON.stringify(files), 'process.env.NODE_ENV': '"production"' },
        build: {
          target: config.build.target,
          outDir,
          emptyOutDir: false,
          copyPublicDir: false,
          lib: {
            entry: join(config.root, 'src', 'service.worker.ts'),
            formats: ['iife'],
            name: 'dossard',
            fileName: () => 'service-worker.js',
          },
        },
      });
    }, true),
  };
}

async function withRevision(url: string, file: string): Promise<{ url: string; revision: string }> {
  return {
    url,
    revision: createHash('sha256')
      .update(await readFile(file))
      .digest('base64url')
      .slice(0, 16),
  };
}
