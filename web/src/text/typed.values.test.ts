import { expect, test } from 'vitest';
import { parseChrono, parseHash } from './typed.values.ts';

test.each<[string, number | undefined]>([
  ['1:23.27', 83.27],
  ['1:23,27', 83.27],
  ['1:23', 83],
  ['1:03.5', 63.5],
  ['0:59.99', 59.99],
  ['2:00', 120],
  [' 1: 23,27 ', 83.27],
  ['1’23”27', 83.27],
  ["1'23", 83],
  ['83.27', 83.27],
  ['83,27', 83.27],
  ['83', 83],
  ['.5', 0.5],
  ['-1', -1],
  // The schema rejects too many decimals, with its message.
  ['1:23.275', 83.275],
  ['', undefined],
  ['  ', undefined],
])('%j is %j seconds', (typed, seconds) => {
  expect(parseChrono(typed)).toBe(seconds);
});

test.each(['abc', '1:75', '1:5', '1:2:3', '1:', ':30', '1.2.3', '-1:30'])('%j is not a time', (typed) => {
  expect(parseChrono(typed)).toBeNaN();
});

const hash = '9719a4'.padEnd(64, '0');

test.each([hash, `SHA-256 ${hash}`, `sha256: ${hash}`, ` ${hash.slice(0, 32)} ${hash.slice(32)}\n`])(
  '%j is the hash',
  (typed) => {
    expect(parseHash(typed)).toBe(hash);
  },
);
