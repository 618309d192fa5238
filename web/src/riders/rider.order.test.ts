import { expect, test } from 'vitest';
import { listGroups } from './rider.order.ts';

test('a category is spelled as by most of its riders, whoever came last', () => {
  const riders = ['Benjamin', 'Benjamin', 'benjamin'].map((category) => ({ category, gender: 'F' as const }));
  expect(listGroups([...riders, { category: 'benjamin', gender: 'H' }, { category: 'Benjamin', gender: 'H' }])).toEqual(
    [
      { category: 'Benjamin', gender: 'F' },
      { category: 'Benjamin', gender: 'H' },
    ],
  );
});
