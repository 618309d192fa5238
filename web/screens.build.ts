import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** Where the pages of a competition are, which are listed by the end of their address. */
const competition = '/competitions/$competitionId/';

/** A screen with its address and its file; without an address, the frame of those that follow in the file. */
const listed =
  /\b(?:(screen|searchScreen|shows|page)\(\s*'([^']+)',\s*[\w.]+,|lazyRouteComponent\()\s*\(\) =>\s+import\('([^']+)'\)/g;
const opened = /\b(?:screen|searchScreen|shows|page)\(\s*'/g;

/**
 * Lists the addresses of the screens in `src/routes` with the files of the build that their pages and frames begin with,
 * for the server: it says that others are missing, and has a browser fetch the files early.
 */
export function screenList(): Plugin {
  const routes = join(import.meta.dirname, 'src', 'routes');
  return {
    name: 'screen-list',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const screens: Record<string, string[]> = {};
      for (const name of readdirSync(routes).filter((one) => one.endsWith('.screens.tsx'))) {
        const text = readFileSync(join(routes, name), 'utf8');
        const frames: string[] = [];
        let count = 0;
        for (const [, kind, address = '', source = ''] of text.matchAll(listed)) {
          const file = fileOf(resolve(routes, source), chunks) ?? this.error(`No file has ${source}.`);
          if (!kind) frames.push(file);
          else screens[kind === 'page' ? competition + address : address] = [...frames, file];
          count += Number(kind !== undefined);
        }
        if (count !== text.match(opened)?.length) this.error(`${name} has a screen that cannot be read.`);
      }
      this.emitFile({ type: 'asset', fileName: '.vite/screens.json', source: JSON.stringify(screens) });
    },
  };
}

/** Returns the file that a module is in; small modules are in several, or share one. */
const fileOf = (module: string, chunks: readonly Rolldown.OutputChunk[]): string | undefined =>
  (
    chunks.find(({ facadeModuleId }) => facadeModuleId === module) ??
    chunks.find(({ moduleIds }) => moduleIds.includes(module))
  )?.fileName;
