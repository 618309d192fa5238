import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { root } from './runtime.js';

/* What the READMEs promise, and its state in docs/evidence.md. */

/** @param {string} file */
const read = (file) => readFileSync(join(root, file), 'utf8');
const states = ['tested', 'tested by hand', 'not yet tried'];
const inFrench = ['testé', 'testé à la main', 'pas encore essayé'];

const [, table = ''] = read('docs/evidence.md').split('|---|---|---|\n');
const claims = [...table.matchAll(/^\| (?:<a id="([\w-]+)"><\/a>)?.+? \| ([^|]+) \| .*\|$/gm)];
const evidence = new Map(claims.map(([, id = '', state = '']) => [id, state]));

test('each claim of evidence.md has one of the three states', () => {
  expect(claims.length).toBe(table.split('\n').filter((line) => line.startsWith('|')).length);
  expect(claims.filter(([, , state = '']) => !states.includes(state)).map(([line]) => line)).toEqual([]);
});

describe.each([
  ['README.md', states],
  ['LISEZMOI.md', inFrench],
])('%s', (file, words) => {
  const text = read(file);

  it('says beside each promise the state that evidence.md has', () => {
    const promised = [...text.matchAll(/\[\*([^*]+)\*\]\(docs\/evidence\.md#([\w-]+)\)/g)];
    expect(promised.length).toBeGreaterThan(8);
    const other = promised.filter(([, word = '', id = '']) => states[words.indexOf(word)] !== evidence.get(id));
    expect(other.map(([, word, id]) => `${id}: ${word}, but evidence.md has ${evidence.get(id ?? '')}`)).toEqual([]);
    const lists = text.split('\n').filter((line) => line.startsWith('- '));
    expect(lists.filter((line) => !line.includes('](docs/evidence.md#'))).toEqual([]);
  });

  it('links to existing files, and writes French with its apostrophe and its non-breaking spaces', () => {
    const linked = [...text.matchAll(/(?:\]\(|src=")(?!https?:|\.\.\/\.\.\/)([^)"#]+)/g)].map(([, path = '']) => path);
    expect(linked.filter((path) => !existsSync(join(root, dirname(file), path)))).toEqual([]);
    if (words === inFrench) expect(text.replace(/```[^`]*```|<[^>]*>/g, '')).not.toMatch(/'| [:;?!»]|« /);
  });
});
