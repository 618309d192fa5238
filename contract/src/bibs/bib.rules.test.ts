import { expect, test } from 'vitest';
import { type BibWishes, planBibs } from './bib.rules.ts';

const girls = { category: 'U13', gender: 'F' as const };
const boys = { category: 'U13', gender: 'H' as const };
const girl = (id: number, kept: number | null = null) => ({ id, ...girls, kept });
const boy = (id: number, kept: number | null = null) => ({ id, category: 'u 13', gender: 'H' as const, kept });
const all = (from: number, to: number | null = null): BibWishes => ({
  blocks: [{ group: null, from, to }],
  left_out: [],
});
const plan = (riders: ReturnType<typeof girl | typeof boy>[], wishes: BibWishes, taken: number[] = []) =>
  planBibs(riders, wishes, taken).map(({ id, dossard, why, lost }) => [id, dossard, why, lost]);

test('in the order of entry, skipping taken and missing bibs (B1, B2)', () => {
  expect(plan([girl(9), boy(2), girl(5)], { ...all(10), left_out: [12] }, [10])).toEqual([
    [9, 11, 'block', null],
    [2, 13, 'block', null],
    [5, 14, 'block', null],
  ]);
});

test('in blocks by group, with gaps between them; the others in the block without a group (B1)', () => {
  const blocks = [
    { group: girls, from: 100, to: 199 },
    { group: boys, from: 200, to: null },
    { group: null, from: 900, to: null },
  ];
  const elite = { id: 4, category: 'Élite', gender: 'H' as const, kept: null };
  expect(plan([boy(1), girl(2), girl(3), elite], { blocks, left_out: [] })).toEqual([
    [1, 200, 'block', null],
    [2, 100, 'block', null],
    [3, 101, 'block', null],
    [4, 900, 'block', null],
  ]);
});

test('a block that is full, or missing, leaves riders without a bib and reports it (B2)', () => {
  expect(plan([girl(1), girl(2)], all(7, 7))).toEqual([
    [1, 7, 'block', null],
    [2, null, 'block_full', null],
  ]);
  expect(plan([boy(1)], { blocks: [{ group: girls, from: 1, to: null }], left_out: [] })).toEqual([
    [1, null, 'no_block', null],
  ]);
});

test('the bib of the season has priority, even over an earlier entry; one that another rider has is lost (B3)', () => {
  expect(plan([girl(1), girl(2, 10), girl(3, 10), girl(4, 55)], all(10), [55])).toEqual([
    [1, 11, 'block', null],
    [2, 10, 'kept', null],
    [3, 12, 'block', 10],
    [4, 13, 'block', 55],
  ]);
});
