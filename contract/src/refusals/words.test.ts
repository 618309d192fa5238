import { describe, expect, test } from 'vitest';
import { fieldWords } from './field.words.ts';
import { problemWords, sayProblem } from './problem.words.ts';
import { exactWords, refusals } from './refusal.codes.ts';

const sentences = [
  ...Object.values(problemWords),
  ...Object.values(exactWords),
  ...Object.values(refusals).map((refusal) => refusal.words),
  ...Object.values(fieldWords),
];

describe('the words of refusals', () => {
  test('name the same things in both languages', () => {
    const named = (sentence: string) =>
      [...sentence.toLowerCase().matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    expect(sentences.filter(({ fr, en }) => `${named(fr)}` !== `${named(en)}`)).toEqual([]);
  });

  test('write French with its apostrophe and its non-breaking spaces', () => {
    expect(sentences.filter(({ fr }) => /'| [:;?!»]|« /.test(fr))).toEqual([]);
  });

  test('use the English of the specification (spec §8)', () => {
    expect(refusals.not_authenticated.words.en).toBe('Session expired or invalid credentials. Please login again.');
    expect(refusals.forbidden.words.en).toBe('You do not have permission to access this area.');
    expect(refusals.not_found.words.en).toBe('The requested resource was not found.');
    expect(refusals.internal_error.words.en).toBe('Internal server error. Please try again later or contact support.');
  });

  test('say a problem with the name of its field, also inside a list', () => {
    const problem = { path: 'graduations.0.category', code: 'required' as const };
    expect([sayProblem(problem, 'fr'), sayProblem(problem, 'en')]).toEqual([
      'Veuillez renseigner la catégorie.',
      'Category is required.',
    ]);
  });
});
