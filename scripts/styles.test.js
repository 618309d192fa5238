import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './install.js';

/* The compiler takes any class of a style sheet for text, so this looks whether components and sheets name the same ones. */

const src = join(root, 'web', 'src');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' });
const sheets = files.filter((file) => file.endsWith('.module.css'));

/** @param {string} name */
const camelCase = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** Lists the classes that a sheet scopes, as components name them. @param {string} sheet */
function classesOf(sheet) {
  const selectors = readFileSync(join(src, sheet), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\{[^{}]*\}/g, '{}')
    .replace(/:global\([^)]*\)/g, '');
  return new Set([...selectors.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => camelCase(name ?? '')));
}

/** @type {Map<string, Set<string>>} */
const used = new Map(sheets.map((sheet) => [sheet, new Set()]));
for (const file of files.filter((name) => name.endsWith('.tsx'))) {
  const text = readFileSync(join(src, file), 'utf8');
  for (const [, name, path = ''] of text.matchAll(/^import (\w+) from '([^']+\.module\.css)';$/gm)) {
    const classes = used.get(join(dirname(file), path));
    for (const [, one = ''] of text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) classes?.add(one);
  }
}

test.each(sheets)('%s has the classes that components use, and no others', (sheet) => {
  expect([...classesOf(sheet)].sort()).toEqual([...(used.get(sheet) ?? [])].sort());
});

test('style sheets have different names, which make their classes different', () => {
  const names = sheets.map((sheet) => basename(sheet));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
