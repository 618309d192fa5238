import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { expect, test } from 'vitest';
import { cutPages, type Division, divideRiders, figureHeight, labelSizes, layOutSheet } from './print.order.ts';

const rider = (dossard_number: number, more: Partial<Participant> = {}): Participant => ({
  dossard_number,
  category: 'U13',
  gender: 'F',
  first_name: 'Zoé',
  last_name: `Exemple ${dossard_number}`,
  club: null,
  licence: null,
  competition_id: 1,
  run_count: 0,
  ...more,
});
const points = { points_door1: 1, points_door2: 1, points_door3: 1, points_door4: 1, points_door5: 1, points_door6: 1 };
const zone = (...groups: [string, 'F' | 'H'][]): Zone => ({
  id: 1,
  name: 'Les Dalles',
  graduations: groups.map(([category, gender], index) => ({ id: index + 1, category, gender, ...points })),
});
const riders = [
  rider(12, { category: 'U11', club: 'Vélo Club' }),
  rider(3, { category: 'u13', gender: 'H' }),
  rider(101, { category: 'U9', club: 'Élan' }),
  rider(2, { club: 'Vélo Club' }),
];

test.each<[Division, number[][]]>([
  ['bib', [[2, 3, 12, 101]]],
  ['group', [[101], [12], [2], [3]]],
  ['club', [[101], [2, 12], [3]]],
])('a list divided by %s has each rider once, by bib', (division, expected) => {
  const sections = divideRiders(riders, division);
  expect(sections.map((section) => section.riders.map(({ dossard_number }) => dossard_number))).toEqual(expected);
});

test('a list without riders has no section', () => {
  expect(['group', 'club', 'bib'].flatMap((division) => divideRiders([], division as Division))).toEqual([]);
});

test.each<[string, Parameters<typeof layOutSheet>[2], [number, number | undefined][]]>([
  [
    'by bib',
    { laps: {}, order: 'bib' },
    [
      [2, undefined],
      [3, undefined],
      [12, undefined],
    ],
  ],
  [
    'by group',
    { laps: {}, order: 'group' },
    [
      [12, undefined],
      [2, undefined],
      [3, undefined],
    ],
  ],
  [
    'with laps, of which a group has others',
    { laps: { laps: 2, laps_of_groups: [{ category: 'U11', gender: 'F', laps: 1 }] }, order: 'bib' },
    [
      [2, 1],
      [2, 2],
      [3, 1],
      [3, 2],
      [12, 1],
    ],
  ],
])('a sheet has the riders whom its zone is for, %s', (_, options, expected) => {
  const rows = layOutSheet(zone(['U11', 'F'], ['U13', 'F'], ['U13', 'H']), riders, options);
  expect(rows.map(({ rider, lap }) => [rider.dossard_number, lap])).toEqual(expected);
});

test('riders who are out are on no sheet; riders outside the ranking are', () => {
  const out = (['dns', 'dnf', 'dsq', 'nc'] as const).map((status, index) => rider(index + 1, { status }));
  const rows = layOutSheet(zone(['U13', 'F']), out, { laps: {}, order: 'bib' });
  expect(rows.map(({ rider }) => rider.status)).toEqual(['nc']);
});

test.each(labelSizes)('labels of $name fill an A4 sheet, and three figures stay within them', (size) => {
  expect(size.columns * size.width).toBeLessThanOrEqual(210);
  expect(size.rows * size.height).toBeLessThanOrEqual(297);
  // A figure is about 0.6 times as wide as it is high.
  for (const dossard of [1, 12, 123, 1234]) {
    expect(String(dossard).length * figureHeight(size, dossard) * 0.6).toBeLessThan(size.width * 0.9);
  }
});

test('a list is cut into full pages', () => {
  expect(cutPages([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(cutPages([], 2)).toEqual([]);
});
