import { expect, test } from 'vitest';
import { parseLeftOut } from './left.out.ts';

/** Typed text, and the bibs that it leaves out (B2). */
const cases: [typed: string, bibs: number[] | undefined][] = [
  ['', []],
  ['13', [13]],
  ['13, 40-42 ;7', [13, 40, 41, 42, 7]],
  ['5–6', [5, 6]],
  ['0', undefined],
  ['42-40', undefined],
  ['treize', undefined],
  ['1-99999', undefined],
];

for (const [typed, bibs] of cases) {
  test(`missing bibs typed as “${typed}” (B2)`, () => expect(parseLeftOut(typed)).toEqual(bibs));
}
