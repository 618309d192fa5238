import { describe, expect, it } from 'vitest';
import en from './en.json';
import fr from './fr.json';

const catalogues: Record<string, Record<string, unknown>> = { fr, en };
const namesIn = (message: unknown) =>
  [...new Set([...JSON.stringify(message).matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();

describe('the two catalogues of words', () => {
  it('have the same keys', () => {
    expect(Object.keys(en)).toEqual(Object.keys(fr));
  });

  it('name the same things', () => {
    const differing = Object.keys(fr).filter(
      (key) => key !== '$schema' && `${namesIn(catalogues.en?.[key])}` !== `${namesIn(catalogues.fr?.[key])}`,
    );
    expect(differing).toEqual([]);
  });

  it('write French with its apostrophe and its non-breaking spaces', () => {
    const wrong = Object.entries(fr).filter(
      ([key, message]) => key !== '$schema' && /'| [:;?!»]|« /.test(JSON.stringify(message)),
    );
    expect(wrong).toEqual([]);
  });
});
