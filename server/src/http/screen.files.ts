import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/*
 * Which files of the build each screen begins with. The page of a screen names them, so that a browser fetches them
 * together with the application instead of after it: on a slow network a round trip is the longest part.
 */

/** A part of the build, as listed in Vite's manifest. */
interface Part {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}
type Manifest = Record<string, Part>;

export interface ScreenFiles {
  /** The paths of the screen's address. */
  address: RegExp;
  /** Under the root of the build, such as `assets/edit.js`; those of the application itself are left out. */
  files: string[];
}

/** What a public page begins with. */
export interface PublicFiles {
  name: string;
  /** Under the root of the build. */
  script: string;
  /** What the script imports. */
  preloads: string[];
  /** The text of its style sheets. */
  styles: string;
}

/** Reads the files of the public pages, which are built apart; a build without them has none. */
export async function readPublicFiles(webRoot: string): Promise<PublicFiles[]> {
  const manifests = ['public.json', 'swapped.json'].map((name) => readManifest(webRoot, name));
  return (await Promise.all(manifests.map(async (manifest) => readEntries(webRoot, await manifest)))).flat();
}

async function readEntries(webRoot: string, manifest: Manifest): Promise<PublicFiles[]> {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  return Promise.all(
    entries.map(async (key) => {
      const [script = '', ...others] = filesOf(manifest, [key]);
      const sheets = others.filter((file) => file.endsWith('.css'));
      // Those of the parts first: a screen's own adapt them.
      const texts = await Promise.all(sheets.reverse().map((file) => readFile(join(webRoot, file), 'utf8')));
      const name = /(\w+)\.entry\.tsx?$/.exec(key)?.[1] ?? '';
      return { name, script, preloads: others.filter((file) => file.endsWith('.js')), styles: texts.join('') };
    }),
  );
}

async function readManifest(webRoot: string, name: string): Promise<Manifest> {
  return readFile(join(webRoot, '.vite', name), 'utf8').then(JSON.parse, () => ({}));
}

/** Reads what a build says of its screens; one that says nothing has none to name. */
export async function readScreenFiles(webRoot: string): Promise<ScreenFiles[]> {
  const manifest = await readManifest(webRoot, 'manifest.json');
  const application = filesOf(
    manifest,
    Object.keys(manifest).filter((key) => manifest[key]?.isEntry),
  );
  return Object.keys(manifest).flatMap((key) => {
    const route = /^src\/routes\/(.+)\.tsx\?/.exec(key)?.[1];
    if (route === undefined || /(^|\.)_[^.]*$/.test(route)) return [];
    const layout = Object.keys(manifest).filter((other) => isLayoutOf(other, route));
    const files = filesOf(manifest, [...layout, key]).filter((file) => !application.includes(file));
    return [{ address: addressOf(route), files }];
  });
}

/** The address of a route by the name of its file: `a.$id.b` is `/a/…/b`; what begins with `_` is no part of it. */
function addressOf(route: string): RegExp {
  const steps = route.split('.').filter((step) => !step.startsWith('_') && step !== 'index');
  return new RegExp(`^/${steps.map((step) => (step.startsWith('$') ? '[^/]+' : step)).join('/')}/?$`);
}

/** Whether a part of the build is the frame around a route, which its name begins with. */
function isLayoutOf(key: string, route: string): boolean {
  const name = /^src\/routes\/(.+)\.tsx\?/.exec(key)?.[1];
  return name?.startsWith('_') === true && route.startsWith(`${name}.`);
}

/** The files of some parts, with all that these import at once, each once. */
function filesOf(manifest: Manifest, keys: readonly string[]): string[] {
  const seen = new Set<string>();
  const visit = (key: string): string[] => {
    const part = manifest[key];
    if (!part || seen.has(key)) return [];
    seen.add(key);
    return [part.file, ...(part.css ?? []), ...(part.imports ?? []).flatMap(visit)];
  };
  return [...new Set(keys.flatMap(visit))];
}
