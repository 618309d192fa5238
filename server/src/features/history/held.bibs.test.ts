import { expect, it } from 'vitest';
import { findHeldBibs, followBib, rowsAbout } from './held.bibs.ts';

/* A person followed through the bibs they had. Each entry is written as its id, action, key and sides. */

type Row = { dossard_number: number; moved_from?: number };
const at = (id: number, action: string, subject_key: string, before: Row[] = [], after: Row[] = []) => ({
  ...{ id, action, subject: 'participant', subject_key, before, after },
});
const bib = (dossard_number: number, moved_from?: number): Row => ({
  dossard_number,
  ...(moved_from && { moved_from }),
});
const [first, forever] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
const move = (id: number, from: number, to: number) => at(id, 'import', 'list.csv', [bib(from)], [bib(to, from)]);
const swap = (id: number, a: number, b: number, action = 'swap') =>
  at(id, action, `${a}/${b}`, [bib(a), bib(b)], [bib(a), bib(b)]);
const create = (id: number, dossard: number) => at(id, 'create', `${dossard}`, [], [bib(dossard)]);
const merge = (id: number, keep: number, remove: number) =>
  at(id, 'merge', `${keep}/${remove}`, [bib(remove), bib(keep)], [bib(keep)]);

it.each([
  ['a bib that never changed', [], 7, [[7, first, forever]]],
  [
    'an import moved the rider',
    [move(5, 3, 7)],
    7,
    [
      [7, 5, forever],
      [3, first, 5],
    ],
  ],
  ['another rider had the bib, and left it', [move(5, 3, 7), create(8, 3)], 3, [[3, 8, forever]]],
  ['another rider had the bib, and was merged into another one', [merge(5, 7, 3), create(8, 3)], 3, [[3, 8, forever]]],
  [
    'two riders moved into each other’s bib',
    [at(5, 'import', 'x', [bib(3), bib(7)], [bib(7, 3), bib(3, 7)])],
    7,
    [
      [7, 5, forever],
      [3, first, 5],
    ],
  ],
  [
    'the move was undone',
    [move(5, 3, 7), at(6, 'restore', 'list.csv', [bib(7, 3)], [bib(3)])],
    3,
    [
      [3, 6, forever],
      [7, 5, 6],
      [3, first, 5],
    ],
  ],
  [
    'a merge that was undone',
    [merge(5, 7, 3), at(6, 'restore', '7/3', [bib(7)], [bib(3), bib(7)])],
    7,
    [[7, first, forever]],
  ],
  [
    'a merge that was undone, and one the other way',
    [merge(5, 3, 7), at(6, 'restore', '3/7', [bib(3)], [bib(7), bib(3)]), merge(8, 7, 3)],
    7,
    [
      [7, first, forever],
      [3, first, 8],
    ],
  ],
  [
    'an exchange',
    [swap(5, 3, 7)],
    7,
    [
      [7, 5, forever],
      [3, first, 5],
    ],
  ],
  [
    'an exchange and its undo',
    [swap(5, 3, 7), swap(6, 3, 7, 'restore')],
    7,
    [
      [7, 6, forever],
      [3, 5, 6],
      [7, first, 5],
    ],
  ],
  [
    'a merge',
    [merge(5, 7, 3)],
    7,
    [
      [7, first, forever],
      [3, first, 5],
    ],
  ],
  [
    'a merge of a moved rider',
    [move(4, 1, 3), merge(5, 7, 3)],
    7,
    [
      [3, 4, 5],
      [7, first, forever],
      [1, first, 4],
    ],
  ],
] as [string, ReturnType<typeof at>[], number, [number, number, number][]][])('%s', (_, log, dossard, held) => {
  const { person } = findHeldBibs(log, dossard);
  expect(person.map((one) => [one.dossard, one.since, one.until])).toEqual(held);
});

const remove = (id: number, dossard: number) => at(id, 'delete', `${dossard}`, [bib(dossard)]);
it.each([
  ['still has it, where nothing happened', [create(5, 3), swap(6, 8, 9)], 3],
  ['has the bib of a move', [move(5, 3, 7)], 7],
  ['has the last bib of several exchanges', [swap(5, 3, 7), swap(6, 7, 9)], 9],
  ['has it again after an undo', [swap(5, 3, 7), swap(6, 3, 7, 'restore')], 3],
  ['has the bib that a merge keeps', [merge(5, 7, 3)], 7],
  ['has it while deleted', [remove(5, 3)], 3],
  ['has it when deleted and restored', [remove(5, 3), at(6, 'restore', '3', [], [bib(3)])], 3],
  ['has none, once somebody new has it', [remove(5, 3), create(6, 3)], undefined],
  ['has none, once somebody was moved there', [remove(5, 3), move(6, 8, 3)], undefined],
  ['has none, once a list adds somebody there', [remove(5, 3), at(6, 'import', 'x', [], [bib(3)])], undefined],
])('who had bib 3: %s', (_, log, now) => {
  expect(followBib(log, 3)).toBe(now);
});

it('runs stay with the bib in an exchange, and go with a move and a merge', () => {
  const { runs } = findHeldBibs([move(4, 1, 3), merge(5, 7, 3), swap(6, 7, 9)], 9);
  expect(runs.map(({ dossard }) => dossard)).toEqual([9]);
  expect(findHeldBibs([move(4, 1, 3), merge(5, 7, 3)], 7).runs.map(({ dossard }) => dossard)).toEqual([3, 7, 1]);
});

it('an entry that changes the bib is about the former bib before it and the new one after it', () => {
  const entry = swap(5, 3, 7);
  const { person } = findHeldBibs([entry], 7);
  expect(rowsAbout(entry, person)).toEqual({ before: [bib(3)], after: [bib(7)] });
});
