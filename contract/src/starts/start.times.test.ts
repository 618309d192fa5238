import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type StartPlan, startPlanSchema } from './start.plan.schema.ts';
import { clockOf, formatStartPlan, planStarts, type Starter } from './start.times.ts';

const plan: StartPlan = { first_start: '09:30', interval_sec: 60, breaks: [], pauses: [], groups: [] };
const girl = (dossard_number: number, more: Partial<Starter> = {}): Starter => ({
  ...{ dossard_number, category: 'U13', gender: 'F', ...more },
});
const boy = (dossard_number: number, more: Partial<Starter> = {}): Starter => ({
  ...girl(dossard_number, { gender: 'H', ...more }),
});
const small = (dossard_number: number): Starter => girl(dossard_number, { category: 'U9' });

/** The starts in their order: `7 09:30`. */
const startsOf = (changes: Partial<StartPlan>, riders: Starter[]) =>
  [...planStarts({ ...plan, ...changes }, '2027-06-12', riders)].map(([bib, at]) => `${bib} ${clockOf(at)}`).join(', ');

const places = [girl(7, { start_position: 2 }), girl(9, { start_position: 1 })];
const own = (category: string, gender: 'F' | 'H', first_start: string | null) => ({ category, gender, first_start });

test.each<[string, Partial<StartPlan>, Starter[], string]>([
  ['nobody starts', {}, [], ''],
  ['without an order, riders start by bib', {}, [girl(8), girl(7)], '7 09:30, 8 09:31'],
  ['the order of the group comes first', {}, places, '9 09:30, 7 09:31'],
  ['riders without a place start last', {}, [girl(3), ...places], '9 09:30, 7 09:31, 3 09:32'],
  ['an interval may have seconds', { interval_sec: 90 }, [girl(7), girl(8)], '7 09:30, 8 09:31:30'],
  ['groups follow one another, U9 first', {}, [boy(2), girl(3), small(9)], '9 09:30, 3 09:31, 2 09:32'],
  [
    'the plan orders groups',
    { groups: [own('u 13', 'H', null)] },
    [boy(2), girl(3), small(9)],
    '2 09:30, 9 09:31, 3 09:32',
  ],
  [
    'a group may have a start of its own, which the next ones follow',
    { groups: [own('U9', 'F', null), own('U13', 'F', '10:15')] },
    [boy(2), girl(3), small(9)],
    '9 09:30, 3 10:15, 2 10:16',
  ],
  ['nobody starts in a break', { breaks: [{ from: '09:31', to: '10:00' }] }, [girl(7), girl(8)], '7 09:30, 8 10:00'],
  ['a break ends with a start', { breaks: [{ from: '09:00', to: '09:30' }] }, [girl(7)], '7 09:30'],
  [
    'breaks may touch, and be in any order',
    {
      breaks: [
        { from: '10:00', to: '10:30' },
        { from: '09:30', to: '10:00' },
      ],
    },
    [girl(7)],
    '7 10:30',
  ],
  [
    'a pause comes after a number of riders of all groups',
    { pauses: [{ after: 2, minutes: 10 }] },
    [small(1), girl(7), girl(8)],
    '1 09:30, 7 09:31, 8 09:42',
  ],
  [
    'who did not start moves nobody',
    {},
    [girl(7, { status: 'dns' }), girl(8), girl(9, { status: 'nc' })],
    '8 09:31, 9 09:32',
  ],
])('%s (R18)', (_, changes, riders, expected) => expect(startsOf(changes, riders)).toBe(expected));

test('a start after midnight is on the next day (R18)', () => {
  const starts = planStarts({ ...plan, first_start: '23:59' }, '2027-12-31', [girl(7), girl(8)]);
  expect([...starts.values()]).toEqual(['2027-12-31T23:59:00', '2028-01-01T00:00:00']);
});

const minute = fc.integer({ min: 0, max: 23 * 60 + 58 });
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const anyPlan = fc.record({
  first_start: minute.map(clock),
  interval_sec: fc.integer({ min: 5, max: 3_600 }),
  breaks: fc.array(
    minute.chain((from) =>
      fc.integer({ min: from + 1, max: 23 * 60 + 59 }).map((to) => ({ from: clock(from), to: clock(to) })),
    ),
    { maxLength: 4 },
  ),
  pauses: fc.array(fc.record({ after: fc.integer({ min: 1, max: 12 }), minutes: fc.integer({ min: 1, max: 60 }) }), {
    maxLength: 3,
  }),
  groups: fc.constantFrom<StartPlan['groups']>(
    [],
    [own('U13', 'H', null)],
    [own('U9', 'F', null), own('U13', 'H', null)],
  ),
});
const anyRider = fc.record({
  dossard_number: fc.integer({ min: 1, max: 500 }),
  category: fc.constantFrom('U9', 'U13'),
  gender: fc.constantFrom('F' as const, 'H' as const),
  start_position: fc.option(fc.integer({ min: 1, max: 20 })),
  status: fc.constantFrom(null, 'dns' as const, 'nc' as const),
});
const anyRiders = fc.uniqueArray(anyRider, { selector: ({ dossard_number }) => dossard_number, maxLength: 30 });

test('each rider has one start, none in a break, an interval apart, in whatever order they are read (R18)', () => {
  fc.assert(
    fc.property(anyPlan, anyRiders, (given, riders) => {
      expect(startPlanSchema.parse(given)).toEqual(given);
      const starts = planStarts(given, '2027-06-12', riders);
      expect(planStarts(given, '2027-06-12', [...riders].reverse())).toEqual(starts);
      expect(starts.size).toBe(riders.filter(({ status }) => status !== 'dns').length);
      const times = [...starts.values()].map((at) => Date.parse(`${at}Z`));
      times.slice(1).forEach((time, index) => {
        expect(time - (times[index] ?? 0)).toBeGreaterThanOrEqual(given.interval_sec * 1000);
      });
      for (const at of starts.values())
        if (at.startsWith('2027-06-12'))
          for (const { from, to } of given.breaks) expect(clockOf(at) >= from && clockOf(at) < to).toBe(false);
    }),
  );
});

test.each([
  ['an hour that is none', { first_start: '24:00' }, 'first_start'],
  ['no interval', { interval_sec: 0 }, 'interval_sec'],
  ['a break that ends before it begins', { breaks: [{ from: '12:00', to: '11:00' }] }, 'breaks.0.to'],
  ['a group twice', { groups: [own('U9', 'F', null), own('u 9', 'F', null)] }, 'groups'],
])('a plan has not %s', (_, changes, path) => {
  const { error } = startPlanSchema.safeParse({ ...plan, ...changes });
  expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
});

test('the history shows a plan in a line', () => {
  const full = {
    breaks: [{ from: '12:00', to: '13:00' }],
    pauses: [{ after: 40, minutes: 10 }],
    groups: [own('U9', 'F', '10:15')],
  };
  expect(formatStartPlan({ ...plan, ...full, interval_sec: 90 })).toBe(
    '09:30 · 1:30 · 12:00–13:00 · 40 → 10 min · U9 F 10:15',
  );
});
