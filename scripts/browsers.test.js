import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import css from '@eslint/css';
import browserslist from 'browserslist';
import { ESLint } from 'eslint';
import baseline from 'eslint-plugin-baseline-js';
import es from 'eslint-plugin-es-x';
import { expect, test } from 'vitest';
import { root } from './runtime.js';

/*
 * What the web ships runs in the oldest browsers that `web/package.json` lists. The build translates newer syntax for
 * them; the files that it makes, libraries included, are searched for what it cannot translate. Methods that only the
 * type of their object tells apart are refused by the TypeScript libraries of `web` and `contract`.
 */

/** @type {{ browserslist: string[] }} */
const { browserslist: oldest } = JSON.parse(readFileSync(join(root, 'web', 'package.json'), 'utf8'));

/** All browsers of the list have what was in Baseline by the end of this year. */
const year = 2022;

test('the list has no browser without the Baseline of the year', () => {
  const able = new Set(browserslist(`baseline ${year}`));
  expect(browserslist(oldest).filter((browser) => !able.has(browser))).toEqual([]);
});

const names = { ios_saf: 'iOS', safari: 'Safari', chrome: 'Chrome', edge: 'Edge', firefox: 'Firefox' };

test('the README names the browsers of the list', () => {
  const named = oldest.map((query) =>
    query.replace(' >= ', ' ').replace(/^\w+/, (name) => new Map(Object.entries(names)).get(name) ?? ''),
  );
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(`the oldest browsers are ${named.join(', ')}`);
});

/** Rules of the language; methods of iterators have the names of older ones of arrays. */
const language = Object.keys(es.configs['flat/restrict-to-es2022'].rules ?? {}).filter(
  (name) => !name.includes('iterator-prototype'),
);
const linter = new ESLint({
  cwd: root,
  overrideConfigFile: true,
  overrideConfig: [
    {
      files: ['**/*.js'],
      plugins: { baseline: { rules: baseline.rules }, 'es-x': es },
      linterOptions: { noInlineConfig: true },
      settings: { 'es-x': { aggressive: true } },
      rules: {
        // The last two are in older editions, and not in all browsers of the list.
        ...Object.fromEntries(
          [...language, 'es-x/no-regexp-lookbehind-assertions', 'es-x/no-class-static-block'].map((name) => [
            name,
            'error',
          ]),
        ),
        'baseline/use-baseline': [
          'error',
          { available: year, includeWebApis: { preset: 'auto' }, includeJsBuiltins: { preset: 'auto' } },
        ],
      },
    },
    {
      files: ['**/*.css'],
      plugins: { css },
      language: 'css/css',
      rules: { 'css/use-baseline': ['error', { available: year }] },
    },
  ],
});

/** Lists what is newer than the list of browsers, each once. @param {ESLint.LintResult[]} results */
function newerIn(results) {
  const messages = results.flatMap((file) => file.messages.map(({ message }) => message));
  return [...new Set(messages.map((message) => message.replace(/ (\(|(method )?(is|are) ).*/s, '')))].sort();
}

/** What pages use although some browsers of the list lack it, and why they may. */
const known = {
  'asked for before it is used': [
    "ES2026 'Uint8Array.fromHex'",
    "ES2026 'Uint8Array.prototype.toBase64'",
    "ES2026 'Uint8Array.prototype.toHex'",
    "Feature 'Async clipboard'",
    "Feature 'Barcode detector'",
    "Feature 'Battery status'",
    "Feature 'Compression streams'",
    "Feature 'Constructed stylesheets'",
    "Feature 'Network Information'",
    "Feature 'Notifications'",
    "Feature 'Screen wake lock'",
    "Feature 'Storage manager'",
    "Feature 'URL.canParse()'",
    "Feature 'Vibration'",
  ],
  'in all browsers of the list, some with a prefix': [
    "Feature '__proto__'",
    "Feature 'window.print()'",
    "Property 'backdrop-filter'",
    "Property 'print-color-adjust'",
    "Property 'user-select'",
    "Selector 'fullscreen'",
    "Selector 'has'",
  ],
  'a page is complete without it': [
    "At-rule '@page'",
    "Property 'accent-color'",
    "Property 'forced-color-adjust'",
    "Property 'mask'",
    "Property 'outline'",
    "Property 'overflow-anchor'",
    "Property 'page'",
    "Property 'resize'",
    "Property 'scrollbar-width'",
    "Property 'text-wrap'",
    "Value 'avoid' of property 'break-after'",
    "Value 'ui-monospace' of property 'font-family'",
  ],
  'only a name: of our own methods, and of libraries’': [
    'ES2024 Growable SharedArrayBuffer',
    "Feature 'HTML wrapper methods'",
  ],
};

test('what the web ships needs nothing that a browser of the list lacks', async () => {
  const newer = newerIn(await linter.lintFiles(['web/dist/**/*.js', 'web/dist/**/*.css']));
  expect(newer).toEqual(Object.values(known).flat().sort());
}, 120_000);

test.each([
  ['call.js', 'const known = URL.canParse("/");', "Feature 'URL.canParse()'"],
  ['object.js', 'new CloseWatcher();', "Feature 'CloseWatcher'"],
  ['method.js', '[3, 1].toSorted();', "ES2023 'Array.prototype.toSorted'"],
  ['expression.js', 'const bib = /(?<=bib )7/;', 'ES2018 RegExp lookbehind assertions'],
  ['class.js', 'class Bib { static { start(); } }', 'ES2022 class static block'],
  ['property.css', '.bib { field-sizing: content; }', "Property 'field-sizing'"],
  ['selector.css', '.bib:user-invalid { color: red; }', "Selector 'user-invalid'"],
  ['rule.css', '@container (width > 20rem) { .bib { color: red; } }', "At-rule '@container'"],
])('%s is refused for what it has', async (filePath, text, newer) => {
  expect(newerIn(await linter.lintText(text, { filePath }))).toContain(newer);
});

/* The web also runs over plain http, and some properties have the name of others: these are searched in the sources. */

test.each([
  [String.raw`search(Params)?\.size\b`, 'Compare the text of URLSearchParams with an empty one.'],
  [String.raw`crypto\.randomUUID\(`, 'Use createKey() of api/client.ts.'],
])('the web calls nothing that matches %s, which some phones lack', (missing, advice) => {
  const places = ['web/src/*.ts', 'web/src/*.tsx', 'contract/src/*.ts', ':!*.test.ts', ':!*.samples.ts'];
  const { stdout } = spawnSync('git', ['grep', '-nE', missing, '--', ...places], { cwd: root, encoding: 'utf8' });
  expect(stdout, advice).toBe('');
});
