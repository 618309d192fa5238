import { expect, test } from 'vitest';
import { touchedBy } from './touched.rows.ts';

/* Which rows of the exchange a log entry touched (Y3). */

const zones = { nameOf: (id: number) => `a${id}`, idOf: () => undefined, add: () => {} };
const touched = (subject: string, subject_key: string, before: unknown, after: unknown) =>
  touchedBy({ action: 'update', subject, subject_key, before, after }, zones);

const rider = { dossard_number: 7, last_name: 'Le Goff', category: 'U13', gender: 'F' };
const renamed = { ...rider, last_name: 'Le Gall' };
const order = { category: 'U13', gender: 'F', order: '12, 3' };

test.each([
  ['a rider', touched('participant', '7', rider, renamed), ['participant 7']],
  ['an import, by its changed riders', touched('participant', 'list.csv', [rider], [renamed]), ['participant 7']],
  ['an import that changes no column', touched('participant', 'list.csv', [rider], [rider]), []],
  ['an erasure, which is sent as such', touched('participant', '7', null, null), []],
  ['a zone with its graduations', touched('zone', '4', { id: 4, name: 'A', graduations: [] }, null), ['zone a4']],
  ['a decision of the jury, by its lowest bib', touched('tie', 'U13 F', null, order), ['tie 3']],
  ['a start order', touched('round', 'U13 F', null, order), ['participant 12', 'participant 3']],
  ['a link between rounds', touched('round', 'follows', null, { follows: 'Round 1' }), []],
  [
    'a published list',
    touched('result', 'U13 F', null, { category: 'U13', gender: 'F', revision: 2, sha256: 'x' }),
    ['result U13/F', 'list U13/F/2'],
  ],
  ['a member', touched('member', '5', { id: 5, role: 'admin' }, { id: 5, role: 'editor' }), []],
])('%s', (_, rows, expected) => {
  expect(rows.map((row) => ('id' in row ? `${row.kind} ${row.id}` : row.kind))).toEqual(expected);
});
