import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/*
 * The files of the build that each screen starts with. The page of a screen lists them, so that a browser fetches them
 * in parallel with the application instead of after it: on a slow network, round trips dominate.
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
  /** Matches the paths of the screen. */
  address: RegExp;
  /** Relative to the root of the build, such as `assets/edit.js`; without those of the application itself. */
  files: string[];
}

/** The files of a public page. */
export interface PublicFiles {
  name: string;
  /** Relative to the root of the build. */
  script: string;
  /** The files that the script imports. */
  preloads: string[];
  /** The content of its style sheets. */
  styles: string;
}

/** Reads the files of the public pages, which are built separately; empty for a build without them. */
export async function readPublicFiles(webRoot: string): Promise<PublicFiles[]> {
  const manifests = ['public.json', 'answered.json', 'swapped.json'].map((name) => readManifest(webRoot, name));
  return (await Promise.all(manifests.map(async (manifest) => readEntries(webRoot, await manifest)))).flat();
}

async function readEntries(webRoot: string, manifest: Manifest): Promise<PublicFiles[]> {
  const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  return Promise.all(
    entries.map(async (key) => {
      const [script = '', ...others] = filesOf(manifest, [key]);
      const sheets = others.filter((file) => file.endsWith('.css'));
      // Components first: a screen's own styles override them.
      const texts = await Promise.all(sheets.reverse().map((file) => readFile(join(webRoot, file), 'utf8')));
      const name = /(\w+)\.entry\.tsx?$/.exec(key)?.[1] ?? '';
      return { name, script, preloads: others.filter((file) => file.endsWith('.js')), styles: texts.join('') };
    }),
  );
}

async function readManifest(webRoot: string, name: string): Promise<Manifest> {
  return readFile(join(webRoot, '.vite', name), 'utf8').then(JSON.parse, () => ({}));
}

/** Reads the screens of a build from its manifest; empty without one. */
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

/**
 * Returns the pattern of a route's paths from its file name: `a.$id.b` is `/a/…/b`; parts that begin with `_` are
 * skipped.
 */
function addressOf(route: string): RegExp {
  const steps = route
    .split('.')
    .filter((step) => !step.startsWith('_') && step !== 'index')
    .map((step) => step.replace(/_$/, ''));
  return new RegExp(`^/${steps.map((step) => (step.startsWith('$') ? '[^/]+' : step)).join('/')}/?$`);
}

/** Whether a file is the layout of a route, whose name begins with the layout's. */
function isLayoutOf(key: string, route: string): boolean {
  const name = /^src\/routes\/(.+)\.tsx\?/.exec(key)?.[1];
  return name?.startsWith('_') === true && route.startsWith(`${name}.`);
}

/** Lists the files of some parts with their static imports, without duplicates. */
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
