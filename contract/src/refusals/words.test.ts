import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { bibWishesSchema } from '../bibs/bib.schema.ts';
import { endpoints } from '../endpoints.ts';
import { say } from '../language/language.ts';
import { m } from '../paraglide/messages.js';
import { formatProblem, type ProblemCode } from './problem.words.ts';
import { problemsOf } from './problems.ts';
import type { RefusalCode } from './refusal.codes.ts';

describe('the words of refusals', () => {
  test('name every field of every body and query', () => {
    const fieldsOf = (schema: unknown): string[] =>
      typeof schema !== 'object' || schema === null
        ? []
        : Object.entries(schema).flatMap(([key, inner]) => [
            ...(key === 'properties' ? Object.keys(inner) : []),
            ...fieldsOf(inner),
          ]);
    const sent = endpoints.flatMap(({ body, query }) => [body, query].flatMap((schema) => (schema ? [schema] : [])));
    const fields = sent.flatMap((schema) => fieldsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })));
    expect([...new Set(fields)].filter((field) => say(m.field_name, { field }, 'fr') === field)).toEqual([]);
  });

  test('use the English of the screens (S11)', () => {
    const english = (code: RefusalCode) => say(m.refusal, { code }, 'en');
    expect(english('not_authenticated')).toBe('Session expired or invalid credentials. Please login again.');
    expect(english('forbidden')).toBe('You do not have permission to access this area.');
    expect(english('not_found')).toBe('The requested resource was not found.');
    expect(english('internal_error')).toBe('Internal server error. Please try again later or contact support.');
  });

  test('include the name of the field, also inside a list', () => {
    const problem = { path: 'graduations.0.category', code: 'required' as const };
    expect([formatProblem(problem, 'fr'), formatProblem(problem, 'en')]).toEqual([
      'Veuillez renseigner la catégorie.',
      'Category is required.',
    ]);
  });
});

test('a choice that is missing from the distribution of bibs is named as one', () => {
  const blocks = [{ group: null, from: 1, to: null }];
  const { error } = z.safeParse(bibWishesSchema, { blocks, left_out: [] }, { reportInput: true });
  const problems = error ? problemsOf(error) : [];
  expect(problems.flatMap((problem) => [formatProblem(problem, 'fr'), formatProblem(problem, 'en')])).toEqual([
    'Veuillez renseigner le choix de ce que l’on garde.',
    'Choice of what to keep is required.',
  ]);
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
