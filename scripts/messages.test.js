import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './runtime.js';

/** @typedef {Record<string, string | [{ match: Record<string, string> }]>} Catalogue */

/**
 * Returns the sentences of a catalogue by their name; forms for numbers, which differ between languages, as one.
 * @param {string} folder
 * @param {string} language
 * @returns {Record<string, string>}
 */
function sentencesOf(folder, language) {
  /** @type {Catalogue} */
  const { $schema: _, ...messages } = JSON.parse(readFileSync(join(root, folder, `${language}.json`), 'utf8'));
  const named = Object.entries(messages).flatMap(([key, message]) => {
    if (typeof message === 'string') return [[key, message]];
    const variants = Object.entries(message[0].match);
    const forms = JSON.stringify(message[0].match);
    if (variants.length === 1 || /plural=/.test(forms)) return [[key, forms]];
    return variants.map(([match, text]) => [`${key} ${match}`, text]);
  });
  return Object.fromEntries(named);
}

/** @param {string} [sentence] */
const namesIn = (sentence = '') =>
  [...new Set([...sentence.toLowerCase().matchAll(/\{(?:of_|that_)?(\w+)\}/g)].map(([, name]) => name))].sort();

describe.each(['contract/src/messages', 'web/src/messages'])('the two catalogues of %s', (folder) => {
  const [fr, en] = [sentencesOf(folder, 'fr'), sentencesOf(folder, 'en')];

  it('have the same keys', () => {
    expect(Object.keys(en)).toEqual(Object.keys(fr));
  });

  it('name the same things', () => {
    expect(Object.keys(fr).filter((key) => `${namesIn(en[key])}` !== `${namesIn(fr[key])}`)).toEqual([]);
  });

  it('write French with its apostrophe and its non-breaking spaces', () => {
    expect(Object.entries(fr).filter(([, sentence]) => /'| [:;?!»]|« /.test(sentence))).toEqual([]);
  });
});
