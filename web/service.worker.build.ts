import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import { afterBuild } from './after.build.ts';

/** The screens that open without network: those of referees, of judges with a link, and for handing out bibs. */
const fieldScreens = [
  '/judge',
  '/judge/zones/$zoneId',
  '/judge/guide',
  '/judge/unsent',
  '/competitions',
  '/competitions/outbox',
  '/competitions/guide',
  '/competitions/guide/referee',
  '/competitions/$competitionId/practice',
  '/competitions/$competitionId/zones',
  '/competitions/$competitionId/zones/$zoneId/referee',
  '/competitions/$competitionId/handout',
  '/competitions/$competitionId/live-ranking',
];
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
      const files = [
        ...(await fieldFiles(outDir)).map((file) => ({ url: `/${file}`, revision: null })),
        ...(await Promise.all(plain.map((name) => withRevision(`/${name}`, join(outDir, name))))),
        await withRevision(shell.url, join(outDir, shell.file)),
      ];
      await build({
        configFile: false,
        root: config.root,
        logLevel: 'warn',
        define: {
          'self.__FILES': JSON.stringify(files),
          'self.__FIELD_PATHS': JSON.stringify(
            fieldScreens.map((address) => `^${address.replace(/\$\w+/g, '[^/?]+')}/?(\\?|$)`),
          ),
          'process.env.NODE_ENV': '"production"',
        },
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

/** A part of the build, as listed in Vite's manifest. */
interface Part {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

/** Lists the files that the screens of the field need at any time, without those of the other screens. */
async function fieldFiles(outDir: string): Promise<string[]> {
  const read = async (name: string) => JSON.parse(await readFile(join(outDir, '.vite', name), 'utf8'));
  const manifest: Record<string, Part> = await read('manifest.json');
  const screens: Record<string, string[]> = await read('screens.json');
  const unknown = fieldScreens.find((address) => !screens[address]);
  if (unknown) throw new Error(`No screen has the address ${unknown}.`);
  const starts = new Set(fieldScreens.flatMap((address) => screens[address] ?? []));
  const others = new Set(Object.values(screens).flat());
  const keys = Object.keys(manifest).filter((key) => manifest[key]?.isEntry || starts.has(manifest[key]?.file ?? ''));
  const needed = new Set(keys);
  for (const key of needed) {
    const { imports = [], dynamicImports = [] } = manifest[key] ?? {};
    for (const next of imports) needed.add(next);
    for (const next of dynamicImports) if (!others.has(manifest[next]?.file ?? '')) needed.add(next);
  }
  const files = [...needed].flatMap((key) => [manifest[key]?.file ?? '', ...(manifest[key]?.css ?? [])]);
  return [...new Set(files)].filter((file) => /\.(js|css)$/.test(file));
}

const withRevision = async (url: string, file: string) => ({
  url,
  revision: hash('sha256', await readFile(file), 'base64url').slice(0, 16),
});
