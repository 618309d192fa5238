import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { boardPages, pageAfter, rowsThatFit } from './board.pages.ts';

const entry = (dossard: number) => ({ dossard }) as RankingEntry;
const ranked = (category: string, riders: number) => ({
  group: { category, gender: 'F' as const },
  entries: Array.from({ length: riders }, (_, index) => entry(index + 1)),
});

describe('the pages of the big screen', () => {
  it('show every rider of every group once, in order, and no empty page', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 40 }), { maxLength: 6 }), fc.integer({ min: 1, max: 12 }), (sizes, rows) => {
        const groups = sizes.map((size, index) => ranked(`U${index}`, size));
        const pages = boardPages(groups, rows);
        expect(pages.flatMap(({ entries }) => entries)).toEqual(groups.flatMap(({ entries }) => entries));
        for (const { entries } of pages) {
          expect(entries.length).toBeGreaterThan(0);
          expect(entries.length).toBeLessThanOrEqual(rows);
        }
        expect(new Set(pages.map(({ key }) => key)).size).toBe(pages.length);
      }),
    );
  });

  it('begin with groups in which somebody has ridden', () => {
    const [waiting, begun] = [ranked('U11', 1), ranked('U13', 2)];
    const groups = [waiting, { ...begun, entries: begun.entries.map((one) => ({ ...one, number_of_runs: 1 })) }];
    expect(boardPages(groups, 5).map(({ group }) => group.category)).toEqual(['U13', 'U11']);
  });

  it('have a number and a total within their group', () => {
    const pages = boardPages([ranked('U11', 3), ranked('U13', 0), ranked('U15', 1)], 2);
    expect(pages.map(({ group, page, pages }) => [group.category, page, pages])).toEqual([
      ['U11', 1, 2],
      ['U11', 2, 2],
      ['U15', 1, 1],
    ]);
  });

  it('follow one another in a cycle', () => {
    const keys = boardPages([ranked('U11', 3), ranked('U15', 1)], 2).map(({ key }) => key);
    const seen: (string | undefined)[] = [undefined];
    for (let turn = 0; turn < 4; turn += 1) seen.push(pageAfter(keys, seen.at(-1)));
    expect(seen).toEqual([undefined, 'U11 F 0', 'U11 F 1', 'U15 F 0', 'U11 F 0']);
    expect(pageAfter(keys, 'U17 F 3')).toBe('U11 F 0');
    expect(pageAfter([], 'U11 F 0')).toBeUndefined();
  });
});

test.each([
  [1920, 1080, 9],
  [1280, 720, 9],
  [1024, 768, 13],
  [1080, 1920, 35],
  [390, 844, 22],
  [320, 200, 2],
  [1, 1, 1],
])('a screen of %i × %i shows a number of riders that fits', (width, height, rows) => {
  expect(rowsThatFit(width, height)).toBe(rows);
});
