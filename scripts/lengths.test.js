import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './runtime.js';

/** Maximum number of lines of a file, tests included: a longer one has more than one idea. */
const longest = 420;
/** Maximum number of files with a function of the same name: more of them say nothing, and no search finds the right one. */
const mostOfName = 3;

/** The kinds of files that a person writes or draws; others are what a tool left behind. */
const known =
  /(\.(cfg|css|csv|env|gz|html|ico|jpg|js|json|md|png|sql|svg|tsx?|txt|vcl|webmanifest|xlsx?|ya?ml)|(^|\/)([A-Z][A-Za-z]+(\.dockerignore)?|\.[a-z.]+|\.ci\/run))$/;

const { stdout } = spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' });
const tracked = stdout.trim().split('\n');
const files = tracked
  .filter((file) => /\.(ts|tsx|js|css)$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

test('every file is of a known kind', () => {
  expect(tracked.filter((file) => !known.test(file))).toEqual([]);
});

test('no file is too long', () => {
  expect(files.length).toBeGreaterThan(500);
  const lengths = files.map(({ file, text }) => ({ file, lines: text.split('\n').length - 1 }));
  expect(lengths.filter(({ lines }) => lines > longest)).toEqual([]);
});

const declared = /^(?:export )?(?:(?:async )?function (\w+)|const (\w+)(?:: [^=\n]+)? = (?:async )?(?:\(|<|\w+ =>))/gm;

test('the name of a function is its own', () => {
  /** @type {Record<string, string[]>} */
  const places = {};
  for (const { file, text } of files.filter(({ file }) =>
    /^(contract|postgres|server|web|packaging)\/.*\.tsx?$/.test(file),
  ))
    if (!/\.test\.|\/testing\//.test(file))
      for (const [, name = '', constant = name] of text.matchAll(declared)) {
        places[constant] ??= [];
        places[constant].push(file);
      }
  expect(Object.keys(places).length).toBeGreaterThan(2_000);
  expect(Object.entries(places).filter(([, where]) => where.length > mostOfName)).toEqual([]);
});
