import { describe, expect, it } from 'vitest';
import { statusSchema } from '../rankings/rider.status.ts';
import { defaultSeriesRule, type SeriesRule } from './series.schema.ts';
import { asRule, type RankedStart, rankSeasonGroup, type ScoredColumn, type SeasonLine } from './standings.rules.ts';

/** A rank, a status, or null for a rider who is not on the list. */
type Short = number | string | null;

const placeOf = (short: number | string): RankedStart =>
  typeof short === 'number'
    ? { rank: short, status: null, rode: true }
    : { rank: null, status: statusSchema.parse(short), rode: false };
const riderOf = (key: string, shorts: Short[], guest: boolean) => ({
  ...{ key, guest },
  places: new Map(shorts.flatMap((one, at) => (one === null ? [] : [[at, placeOf(one)] as const]))),
});
const rule = (more: Partial<SeriesRule>): SeriesRule => ({
  ...defaultSeriesRule,
  points: [50, 40, 30, 20],
  beyond: 5,
  ...more,
});
const short = (lines: SeasonLine[]) =>
  lines.map(({ rider, rank, total_points, decided_by }) => [rider.key, rank, total_points, decided_by]);

describe('columns of several disciplines (T15, T16)', () => {
  const column = (id: number, more: Partial<ScoredColumn> = {}): ScoredColumn => ({
    ...{ id, date: `2027-04-${10 + id}`, discipline: 'TR', ...asRule },
    ...more,
  });
  const add = (
    columns: ScoredColumn[],
    riders: Record<string, Short[]>,
    more: Partial<SeriesRule> = {},
    guests: string[] = [],
  ) =>
    rankSeasonGroup(
      Object.entries(riders).map(([key, shorts]) => riderOf(key, shorts, guests.includes(key))),
      columns,
      rule(more),
    );

  it('have their own points, times their weight, and a DNF there has those of the last', () => {
    const columns = [column(1), column(2, { discipline: 'XC', points: [10, 8], weight: 3 })];
    const lines = add(columns, { a: [2, 1], b: [1, 'dnf'], c: [3, 2] });
    expect(
      lines.map(({ rider, results, total_points }) => [rider.key, results.map(({ points }) => points), total_points]),
    ).toEqual([
      ['b', [50, 24], 74],
      ['a', [40, 30], 70],
      ['c', [30, 24], 54],
    ]);
  });

  it('are not dropped if they always count', () => {
    const columns = [column(1, { always_counts: true }), column(2), column(3)];
    const [line] = add(columns, { a: [4, 1, 2] }, { drop: 1 });
    expect([line?.total_points, line?.results.map(({ dropped }) => dropped)]).toEqual([70, [false, false, true]]);
    // All others are dropped before it.
    const [all] = add(columns, { a: [4, 1, 2] }, { best: 1 });
    expect([all?.total_points, all?.results.map(({ dropped }) => dropped)]).toEqual([20, [false, true, true]]);
  });

  it('rank only who started in enough disciplines, spelled in any case', () => {
    const columns = [column(1), column(2, { discipline: 'tr' }), column(3, { discipline: 'XC' })];
    const lines = add(columns, { a: [1, 1, null], b: [2, null, 1], c: [3, 2, 'dns'] }, { minimum_disciplines: 2 });
    expect(short(lines)).toEqual([
      ['b', 1, 90, null],
      ['a', null, 100, null],
      ['c', null, 70, null],
    ]);
  });

  it('add a bonus for each day with a start, once for two on one day', () => {
    const columns = [column(1), column(2, { date: '2027-04-11' }), column(3)];
    const lines = add(columns, { a: [1, 1, null], b: [2, 2, 'dnf'], c: ['dns', null, 1] }, { bonus: 7, dnf: 0 });
    expect(lines.map(({ rider, bonus_points, total_points }) => [rider.key, bonus_points, total_points])).toEqual([
      ['a', 7, 107],
      ['b', 14, 94],
      ['c', 7, 57],
    ]);
  });

  it('decide ties by a chosen one', () => {
    const lines = add(
      [column(1), column(7), column(3)],
      { a: [1, 2, null], b: [2, 1, null] },
      { ties: ['deciding_result'], deciding_id: 7 },
    );
    expect(short(lines)).toEqual([
      ['b', 1, 90, null],
      ['a', 2, 90, 'deciding_result'],
    ]);
    // A column that is gone decides nothing.
    const without = add(
      [column(1), column(3)],
      { a: [1, 2], b: [2, 1] },
      { ties: ['deciding_result'], deciding_id: 7 },
    );
    expect(without.map(({ rank }) => rank)).toEqual([1, 1]);
  });

  it('leave guests on the list of the day: the others keep their ranks there (T5)', () => {
    const riders = { guest: [1, 3], a: [2, 1], b: [3, 2], c: ['dnf', null] };
    const lines = add([column(1), column(2)], riders, { guests: 'day_only' }, ['guest']);
    expect(
      lines.map(({ rider, results, total_points }) => [rider.key, results.map(({ points }) => points), total_points]),
    ).toEqual([
      ['a', [40, 50], 90],
      ['b', [30, 40], 70],
      ['c', [30, 0], 30],
    ]);
  });
});
