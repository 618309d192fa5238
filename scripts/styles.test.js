import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './runtime.js';

/* The compiler accepts any class of a style sheet, so this test checks that components and sheets use the same ones. */

const src = join(root, 'web', 'src');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' });
const sheets = files.filter((file) => file.endsWith('.module.css'));

/** @param {string} name */
const camelCase = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** Lists the classes that a sheet scopes, in the spelling of components. @param {string} sheet */
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

test('style sheets have different names, so that their classes differ', () => {
  const names = sheets.map((sheet) => basename(sheet));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

const colours = [...readFileSync(join(src, 'ui/frame/theme.css'), 'utf8').matchAll(/:root([^{]*)\{([^}]*)\}/g)].map(
  ([, selector = '', body = '']) => ({
    selector: selector.trim(),
    values: [...body.matchAll(/--([\w-]+): ([^;]+);/g)],
  }),
);

/** Returns the colours of a theme, in which `light-dark()` chooses one of two. @param {string} name */
function coloursOf(name) {
  const own = colours.filter(({ selector }) => selector === '' || selector.includes(`"${name}"`));
  const entries = own
    .flatMap(({ values }) => values)
    .map(([, colour, value = '']) => {
      const both = value.match(/#\w{6}/g) ?? [];
      return [colour, both[name === 'dark' ? both.length - 1 : 0]];
    });
  return Object.fromEntries(entries);
}

// WCAG 1.4.11
test.each([{ name: 'light' }, { name: 'dark' }, { name: 'sun' }])(
  'borders of fields and the focus mark contrast with their surroundings, $name',
  ({ name }) => {
    const colours = coloursOf(name);
    const pairs = ['line-strong', 'go', 'danger', 'amber'].flatMap((edge) =>
      ['paper', 'card'].map((ground) => ({ edge, ground, contrast: contrast(colours[edge], colours[ground]) })),
    );
    expect(pairs.filter((pair) => !(pair.contrast >= 3))).toEqual([]);
  },
);

/** @param {string} one @param {string} other */
function contrast(one, other) {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the relative luminance of a colour such as `#17201b`. @param {string} colour */
function luminance(colour) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test('what scrolls sideways holds the hidden words in it, which would widen the page otherwise', () => {
  const loose = files
    .filter((file) => file.endsWith('.css'))
    .flatMap((sheet) => readFileSync(join(src, sheet), 'utf8').match(/[^{}]+\{[^{}]*overflow-x: auto[^{}]*\}/g) ?? [])
    .filter((rule) => !/position: (relative|sticky)/.test(rule));
  expect(loose).toEqual([]);
});
