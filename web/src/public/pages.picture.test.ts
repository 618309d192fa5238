import type { PageData } from '@dossard/contract/pages/public.page.ts';
import { expect, test } from 'vitest';
import { drawPicture } from './pages.picture.ts';

const rider = (rank: number | null, dossard: number, first_name: string) =>
  ({ rank, dossard, first_name, last_name: first_name && 'Exemple', total_points: 200 - dossard }) as never;

/** Draws the picture of a competition with this name and these riders, and returns the words on it. */
function wordsOf(name: string, riders: never[]): string[] {
  const competition = { name, date: '2027-06-12', location: 'Pommiers', youth_words: 'girls_boys' };
  const group = { category: 'U13', gender: 'F' };
  const data = { competition, rankings: [{ group, page: 1, ranking: { rankings: riders, total: 4, version: 1 } }] };
  return [...drawPicture(data as unknown as PageData).matchAll(/<text[^>]*>([^<]*)</g)].map(([, words = '']) => words);
}

test('a picture has name, day, place and the first three of the group, by their public names', () => {
  const riders = [rider(1, 7, 'Zoé'), rider(2, 45, 'Inès'), rider(3, 112, ''), rider(4, 8, 'Rose')];
  expect(wordsOf('Coupe', riders)).toEqual([
    ...['Dossard', 'Coupe', '12 juin 2027 · Pommiers', 'U13 Filles'],
    ...['1', '7', 'Zoé Exemple', '193 points'],
    ...['2', '45', 'Inès Exemple', '155 points'],
    ...['3', '112', 'Dossard 112', '88 points'],
  ]);
});

test('riders without a rank are not on it', () => {
  expect(wordsOf('Coupe', [rider(null, 7, 'Zoé')])).toEqual(['Dossard', 'Coupe', '12 juin 2027 · Pommiers']);
});

test('a name is wrapped into at most two lines and truncated; its markup is escaped', () => {
  const [, first = '', second = ''] = wordsOf(`<Trial> ${'des Crêtes '.repeat(20)}`, [rider(1, 7, 'Zoé')]);
  expect(first).toMatch(/^&#60;Trial&#62; des/);
  expect(second).toMatch(/ …$/);
  expect(wordsOf('X'.repeat(200), [])[1]).toMatch(/^X{10,30}…$/);
});
