import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import { beforeEach, expect, test, vi } from 'vitest';

const entry = (dossard: number, rank: number | null, total_points = 50) =>
  ({ dossard, rank, total_points, category: 'U13', gender: 'F' }) as RankingEntry;
const rider = (dossard: number) => ({ dossard, category: 'U13', gender: 'F' as const });

let stored: Record<string, string>;
beforeEach(() => {
  stored = {};
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, text: string) => {
      stored[key] = text;
    },
    removeItem: (key: string) => delete stored[key],
  });
});

/** Loads the module again, as in a page that was just opened. */
async function openPage() {
  vi.resetModules();
  return import('./followed.riders.ts');
}

const inStore = () => JSON.parse(stored['followed-7'] ?? 'null');

test('a rider is followed and unfollowed, stored by bib and group and without a name', async () => {
  const page = await openPage();
  page.toggleFollowed(7, rider(45));
  page.storeStandings(7, 2, [entry(44, 1), entry(45, 16, 30)]);
  expect(inStore()).toEqual([[45, 'U13', 'F', [16, 30, 2]]]);
  page.toggleFollowed(7, rider(45));
  expect(stored).toEqual({});
});

test('the change is the one since the page was last open', async () => {
  const first = await openPage();
  first.toggleFollowed(7, rider(45));
  first.storeStandings(7, 1, [entry(45, 4)]);
  const second = await openPage();
  second.storeStandings(7, 1, [entry(45, 2)]);
  const [followed] = second.parseFollowed(inStore());
  expect(followed && second.placesWon(7, followed)).toBe(2);
});

test('a link adds its riders to the followed ones', async () => {
  const page = await openPage();
  page.toggleFollowed(7, rider(45));
  page.addFollowed(
    7,
    page.parseFollowed([
      [45, 'U13', 'F'],
      [12, 'U11', 'H'],
    ]),
  );
  expect(inStore()).toEqual([
    [45, 'U13', 'F'],
    [12, 'U11', 'H'],
  ]);
});

test.each([
  [undefined],
  ['45'],
  [[45]],
  [[[0, 'U13', 'F']]],
  [[[1.5, 'U13', 'F']]],
  [[[45, 13, 'F']]],
  [[[45, 'U13', 'X']]],
])('a malformed value follows no rider: %j', async (value) => {
  const page = await openPage();
  expect(page.parseFollowed(value)).toEqual([]);
  stored['followed-7'] = JSON.stringify(value) ?? 'no JSON';
  page.addFollowed(7, []);
  page.toggleFollowed(7, rider(1));
  expect(inStore()).toEqual([[1, 'U13', 'F']]);
});

test('at most a dozen riders are followed', async () => {
  const page = await openPage();
  const many = Array.from({ length: 40 }, (_, index) => [index + 1, 'U13', 'F']);
  expect(page.parseFollowed(many)).toHaveLength(page.mostFollowed);
});
