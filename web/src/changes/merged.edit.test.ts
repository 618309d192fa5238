import fc from 'fast-check';
import { expect, it, test, vi } from 'vitest';

vi.mock('../paraglide/messages.js', () => ({ m: new Proxy({}, { get: (_, key) => () => String(key) }) }));
const { mergeEdit } = await import('./merged.edit.ts');

const seen = { door2: false, penality: 1, chrono_sec: 40, tie_breaks: ['count_back'] };

test.each([
  [
    'another field of a colleague stays',
    { chrono_sec: 41 },
    { door2: true, penality: 3 },
    { door2: true, penality: 3, chrono_sec: 41 },
  ],
  ['the same field takes the value of this person', { penality: 2 }, { penality: 4 }, { penality: 2 }],
  ['nothing changed here changes nothing there', {}, { penality: 4 }, { penality: 4 }],
  [
    'lists count as one value',
    { tie_breaks: ['penality'] },
    { chrono_sec: 50 },
    { tie_breaks: ['penality'], chrono_sec: 50 },
  ],
])('%s', (_, mine, theirs, merged) => {
  expect(mergeEdit(seen, { ...seen, ...mine }, { ...seen, ...theirs })).toEqual({ ...seen, ...merged });
});

it('counts an object with its fields in another order as unchanged', () => {
  const stored = { laps_of_groups: [{ laps: 2, gender: 'F', category: 'U9' }] };
  const edited = { laps_of_groups: [{ category: 'U9', gender: 'F', laps: 2 }] };
  const current = { laps_of_groups: [{ laps: 3, gender: 'F', category: 'U9' }] };
  expect(mergeEdit(stored, edited, current)).toEqual(current);
});

it('keeps the changes of both sides, and this person’s where both changed the same field', () => {
  const values = fc.record({ a: fc.nat(2), b: fc.nat(2), c: fc.nat(2) });
  fc.assert(
    fc.property(values, values, values, (base, mine, theirs) => {
      const merged = mergeEdit(base, mine, theirs);
      for (const field of ['a', 'b', 'c'] as const) {
        expect(merged[field]).toBe(mine[field] === base[field] ? theirs[field] : mine[field]);
      }
    }),
  );
});
