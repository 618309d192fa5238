import { describe, expect, test } from 'vitest';
import { categorySchema, compareCategories } from './category.schema.ts';

describe('categories (C1, C2)', () => {
  test.each([
    ['u 13', 'U13'],
    ['U13', 'U13'],
    ['u9', 'U9'],
    ['U 09', 'U9'],
    ['  Élite   dames ', 'Élite dames'],
    ['poussin', 'poussin'],
  ])('%j is stored as %j', (typed, stored) => {
    expect(categorySchema.parse(typed)).toBe(stored);
  });

  test('an empty one is refused', () => {
    expect(categorySchema.safeParse('  ').success).toBe(false);
  });

  test('are in natural order', () => {
    expect(['U11', 'Vétéran', 'U9', 'U17', 'Élite'].sort(compareCategories)).toEqual([
      'Élite',
      'U9',
      'U11',
      'U17',
      'Vétéran',
    ]);
  });
});
