import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from './runtime.js';

/*
 * Imports between the folders of one package. Imports of types count, because they are dependencies too. Tests are
 * excluded: they may import anything. Parsed from the text, because the compiler has no API for it and Biome formats
 * every import alike.
 */

/** @typedef {{ from: string, to: string, file: string, imported: string }} FolderImport */

const importPattern =
  /^(?:import|export)\s[^'"]*?from\s+'(\.[^']+)'|^import\s+'(\.[^']+)'|import\('(\.[^']+)'\)|^\} from '(\.[^']+)'/gm;

/**
 * Lists the imports between folders of a package; folders are relative to its `src`, and `.` is `src` itself.
 * @param {string} packageName
 * @returns {FolderImport[]}
 */
export function listFolderImports(packageName) {
  const src = join(root, packageName, 'src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter(
      (file) => /\.tsx?$/.test(file) && !/\.(test|gen)\.tsx?$/.test(file) && !/(^|\/)(testing|paraglide)\//.test(file),
    );
  return files.flatMap((file) => {
    const text = readFileSync(join(src, file), 'utf8');
    return [...text.matchAll(importPattern)].flatMap((match) => {
      const imported = posix.join(dirname(file), match.slice(1).find(Boolean) ?? '');
      const [from, to] = [dirname(file), dirname(imported)];
      return from === to || /(^|\/)(testing|paraglide)(\/|$)/.test(to) ? [] : [{ from, to, file, imported }];
    });
  });
}

/**
 * Finds the groups of folders that import each other, directly or through others.
 * @param {FolderImport[]} imports
 * @returns {string[][]}
 */
export function findCycles(imports) {
  const folders = [...new Set(imports.flatMap(({ from, to }) => [from, to]))].sort();
  const reached = new Map(folders.map((folder) => [folder, reachFrom(folder, imports)]));
  const isOnCycleWith = (/** @type {string} */ a, /** @type {string} */ b) =>
    Boolean(reached.get(a)?.has(b) && reached.get(b)?.has(a));
  return folders
    .filter(
      (folder, at) => isOnCycleWith(folder, folder) && !folders.slice(0, at).some((one) => isOnCycleWith(one, folder)),
    )
    .map((folder) => folders.filter((other) => isOnCycleWith(folder, other)));
}

/**
 * @param {string} folder
 * @param {FolderImport[]} imports
 */
function reachFrom(folder, imports) {
  /** @type {Set<string>} */
  const seen = new Set();
  const waiting = [folder];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const { from, to } of imports) {
      if (from !== at || seen.has(to)) continue;
      seen.add(to);
      waiting.push(to);
    }
  }
  return seen;
}

/**
 * Sorts folders that import in one direction, from bottom to top, each with the folders that it imports.
 * @param {FolderImport[]} imports
 * @returns {[folder: string, imported: string[]][]}
 */
export function listLayers(imports) {
  const folders = [...new Set(imports.flatMap(({ from, to }) => [from, to]))];
  const imported = new Map(
    folders.map((folder) => [
      folder,
      [...new Set(imports.filter(({ from }) => from === folder).map(({ to }) => to))].sort(),
    ]),
  );
  /** @returns {number} */
  const heightOf = (/** @type {string} */ folder) =>
    Math.max(0, ...(imported.get(folder) ?? []).map((below) => heightOf(below) + 1));
  return [...imported]
    .map(([folder, below]) => ({ folder, below, height: heightOf(folder) }))
    .sort((a, b) => a.height - b.height || a.folder.localeCompare(b.folder))
    .map(({ folder, below }) => [folder, below]);
}
