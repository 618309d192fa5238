import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseBib, parseDoors, parseTime } from './paper.typing.ts';

const wonIn = (typed: string) => {
  const read = parseDoors(typed);
  return read && [Object.values(read.doors).flatMap((won, index) => (won ? [index + 1] : [])), read.penality];
};

test.each([
  ['123456', [[1, 2, 3, 4, 5, 6], 0]],
  ['1356.2', [[1, 3, 5, 6], 2]],
  ['6,5', [[6], 5]],
  ['.5', [[], 5]],
  ['.0', [[], 0]],
  ['-', [[], 0]],
  ['13 5 .1', [[1, 3, 5], 1]],
  ['531', [[1, 3, 5], 0]],
])('%j are these doors and feet', (typed, expected) => expect(wonIn(typed)).toEqual(expected));
test.each(['', '  ', '7', '0', '11', '1.6', '1.', '1.2.3', '1-2', '1.10', 'x'])('%j cannot be read', (typed) => {
  expect(parseDoors(typed)).toBeUndefined();
});

test.each([
  ['117', 117],
  ['1:57', 117],
  ['0:07', 7],
  ['57.25', 57.25],
  ['57,2', 57.2],
  ['1:57,25', 117.25],
  ["1'57", 117],
  ['1’57”25', 117.25],
  ['2:00', 120],
  ['120', 120],
  ['0', 0],
  [' 61 ', 61],
])('%j is %d seconds', (typed, seconds) => expect(parseTime(typed)).toBe(seconds));
test.each(['', '7:99', '121', '2:01', '120.01', '1:5', '1:57.255', '-3', '1:', 'x', '1e2'])(
  '%j is not a time',
  (typed) => {
    expect(parseTime(typed)).toBeUndefined();
  },
);
test('every valid time of a run can be typed, as seconds and as minutes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12_000 }), (hundredths) => {
      const [whole, rest] = [Math.floor(hundredths / 100), String(hundredths % 100).padStart(2, '0')];
      expect(parseTime(`${whole}.${rest}`)).toBe(hundredths / 100);
      const clock = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
      expect(parseTime(`${clock},${rest}`)).toBe(hundredths / 100);
    }),
  );
});

test.each([
  ['12', 12],
  [' 7 ', 7],
  ['0', undefined],
  ['012', undefined],
  ['1.5', undefined],
  ['', undefined],
])('%j is the bib %j', (typed, bib) => expect(parseBib(typed)).toBe(bib));
