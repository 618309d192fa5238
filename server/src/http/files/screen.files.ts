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
  const manifests = ['public.json', 'answered.json', 'swapped.json'].map((name) => readJson<Manifest>(webRoot, name));
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

async function readJson<Content extends object>(webRoot: string, name: string): Promise<Content> {
  return readFile(join(webRoot, '.vite', name), 'utf8').then(JSON.parse, () => ({}));
}

/** Reads the screens of a build; empty without one. */
export async function readScreenFiles(webRoot: string): Promise<ScreenFiles[]> {
  const manifest = await readJson<Manifest>(webRoot, 'manifest.json');
  const application = filesOf(
    manifest,
    Object.keys(manifest).filter((key) => manifest[key]?.isEntry),
  );
  const keys = new Map(Object.entries(manifest).map(([key, { file }]) => [file, key]));
  const screens = await readJson<Record<string, string[]>>(webRoot, 'screens.json');
  return Object.entries(screens).map(([address, files]) => ({
    address: new RegExp(`^${address.replace(/\/$/, '').replace(/\$\w+/g, '[^/]+')}/?$`),
    files: filesOf(
      manifest,
      files.flatMap((file) => keys.get(file) ?? []),
    ).filter((file) => !application.includes(file)),
  }));
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
