import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '../endpoints.ts';
import { exactWords } from './exact.words.ts';
import { fieldWords } from './field.words.ts';
import { formatProblem, type ProblemCode, problemWords } from './problem.words.ts';
import { refusals } from './refusal.codes.ts';

const sentences = [
  ...Object.values(problemWords),
  ...Object.values(exactWords),
  ...Object.values(refusals).map((refusal) => refusal.words),
  ...Object.values(fieldWords),
];

describe('the words of refusals', () => {
  test('have the same placeholders in both languages', () => {
    const named = (sentence: string) =>
      [...sentence.toLowerCase().matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    expect(sentences.filter(({ fr, en }) => `${named(fr)}` !== `${named(en)}`)).toEqual([]);
  });

  test('name every field of every body and path', () => {
    const fieldsOf = (schema: unknown): string[] =>
      typeof schema !== 'object' || schema === null
        ? []
        : Object.entries(schema).flatMap(([key, inner]) => [
            ...(key === 'properties' ? Object.keys(inner) : []),
            ...fieldsOf(inner),
          ]);
    const sent = endpoints.flatMap(({ body, query }) => [body, query].flatMap((schema) => (schema ? [schema] : [])));
    const fields = sent.flatMap((schema) => fieldsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })));
    expect([...new Set(fields)].filter((field) => !(field in fieldWords))).toEqual([]);
  });

  test('use French apostrophes and non-breaking spaces', () => {
    expect(sentences.filter(({ fr }) => /'| [:;?!»]|« /.test(fr))).toEqual([]);
  });

  test('use the English of the screens (S11)', () => {
    expect(refusals.not_authenticated.words.en).toBe('Session expired or invalid credentials. Please login again.');
    expect(refusals.forbidden.words.en).toBe('You do not have permission to access this area.');
    expect(refusals.not_found.words.en).toBe('The requested resource was not found.');
    expect(refusals.internal_error.words.en).toBe('Internal server error. Please try again later or contact support.');
  });

  test('include the name of the field, also inside a list', () => {
    const problem = { path: 'graduations.0.category', code: 'required' as const };
    expect([formatProblem(problem, 'fr'), formatProblem(problem, 'en')]).toEqual([
      'Veuillez renseigner la catégorie.',
      'Category is required.',
    ]);
  });
});

test.each<[string, ProblemCode, Record<string, number> | undefined, string, string]>([
  [
    'first_name',
    'too_short',
    { minimum: 2 },
    'Le prénom doit compter au moins 2 caractères.',
    'First name must be at least 2 characters long.',
  ],
  [
    'graduations.0.points_door3',
    'required',
    undefined,
    'Indiquez les points de la porte 3.',
    'Please enter the points of door 3.',
  ],
  [
    'dossard_number',
    'too_small',
    { minimum: 1 },
    'Le dossard est un nombre entier à partir de 1.',
    'The bib number is a whole number from 1.',
  ],
  [
    'gender',
    'column_missing',
    undefined,
    'Ce fichier n’a pas de colonne pour le genre.',
    'This file has no column for the gender.',
  ],
])('%s, %s: is formatted as a sentence', (path, code, values, fr, en) => {
  const problem = { path, code, ...(values && { values }) };
  expect([formatProblem(problem, 'fr'), formatProblem(problem, 'en')]).toEqual([fr, en]);
});
