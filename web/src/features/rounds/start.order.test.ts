import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawOrder, orderRiders, placeRider } from './start.order.ts';

const rider = (dossard_number: number, start_position: number | null = null): Participant => ({
  competition_id: 1,
  dossard_number,
  category: 'U13',
  gender: 'F',
  first_name: 'Lou',
  last_name: `Exemple ${dossard_number}`,
  club: null,
  licence: null,
  run_count: 0,
  start_position,
});
const bibsOf = (riders: readonly Participant[] | undefined) => riders?.map(({ dossard_number }) => dossard_number);

describe('R17: a start order that is being edited', () => {
  it.each([
    [
      'begins with the order that is set, then by bib',
      [rider(9), rider(4, 2), rider(2), rider(7, 1)],
      undefined,
      [7, 4, 2, 9],
    ],
    ['keeps what was moved', [rider(1), rider(2), rider(3)], [3, 1, 2], [3, 1, 2]],
    ['puts who was entered meanwhile last', [rider(1), rider(2), rider(3)], [3, 2], [3, 2, 1]],
    ['forgets who left meanwhile', [rider(1), rider(3)], [3, 2, 1], [3, 1]],
  ] as const)('%s', (_, riders, draft, expected) => {
    expect(bibsOf(orderRiders(riders, draft))).toEqual(expected);
  });

  it.each([
    ['to the front', 3, 1, [3, 1, 2]],
    ['to the middle', 1, 2, [2, 1, 3]],
    ['beyond the end', 1, 99, [2, 3, 1]],
    ['of an unknown bib', 8, 1, undefined],
  ] as const)('moves a bib %s', (_, dossard, place, expected) => {
    expect(bibsOf(placeRider([rider(1), rider(2), rider(3)], dossard, place))).toEqual(expected);
  });

  it('draws each rider exactly once', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { maxLength: 40 }),
        fc.infiniteStream(fc.double({ min: 0, max: 0.999_999, noNaN: true })),
        (bibs, chances) => {
          const drawn = bibsOf(
            drawOrder(
              bibs.map((bib) => rider(bib)),
              () => chances.next().value,
            ),
          );
          expect(drawn?.sort((a, b) => a - b)).toEqual([...bibs].sort((a, b) => a - b));
        },
      ),
    );
  });
});
