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
 * Sorts folders that import in one direction, from bottom to top, each with the folders that it imports; `rest` are those
 * that import each other, or that stand above them.
 * @param {FolderImport[]} imports
 */
export function listLayers(imports) {
  const folders = [...new Set(imports.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a.localeCompare(b));
  const importsOf = (/** @type {string} */ folder) => imports.filter(({ from }) => from === folder).map(({ to }) => to);
  const waiting = new Map(folders.map((folder) => [folder, [...new Set(importsOf(folder))].sort()]));
  /** @type {[folder: string, imported: string[]][]} */
  const layers = [];
  for (;;) {
    const layer = [...waiting].filter(([, below]) => !below.some((folder) => waiting.has(folder)));
    if (layer.length === 0) return { layers, rest: [...waiting.keys()] };
    layers.push(...layer);
    for (const [folder] of layer) waiting.delete(folder);
  }
}
