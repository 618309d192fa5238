import { foldLetters } from '../text/search.words.ts';
import { categoryKey, compareCategories } from './category.schema.ts';

/** Traditional names of age classes, without case, accents, plural or feminine forms: the ages that they may mean. */
const agesByName: Readonly<Record<string, readonly number[]>> = {
  prelicencie: [7],
  // U9 in France, U10 elsewhere, U11 in older lists.
  poussin: [9, 10, 11],
  pupille: [11],
  benjamin: [13],
  minime: [15],
  cadet: [17],
  junior: [19],
  espoir: [23],
};

const offeredAtMost = 2;
/** Shorter beginnings of a word are too ambiguous. */
const shortestAbbreviation = 3;

/**
 * Finds the known categories that a typed one most likely means, in natural order; empty if the typed one is known or
 * nothing is near.
 */
export function nearestCategories(typed: string, known: readonly string[]): string[] {
  const key = categoryKey(typed);
  if (known.some((category) => categoryKey(category) === key)) return [];
  const wanted = readSpelling(typed);
  const far = known.map((category) => ({ category, distance: distanceBetween(wanted, readSpelling(category)) }));
  const least = Math.min(...far.map(({ distance }) => distance));
  if (least === Number.POSITIVE_INFINITY) return [];
  const near = far.filter(({ distance }) => distance === least).map(({ category }) => category);
  return near.sort(compareCategories).slice(0, offeredAtMost);
}

/** The parts of a category that are compared. */
interface Spelling {
  /** Letters and digits without case and accents, and without a gender word at the end. */
  letters: string;
  /** The ages that an age class may mean; empty for other categories. */
  ages: readonly number[];
}

const genderAtEnd = /\s*\b(h|f|m|g|hommes?|femmes?|dames?|messieurs|gar[cç]ons?|filles?|men|women|boys?|girls?)$/;

function readSpelling(category: string): Spelling {
  const plain = foldLetters(category).trim();
  const letters = lettersOf(plain.replace(genderAtEnd, '') || plain);
  return { letters, ages: agesOf(letters) };
}

const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

/** Lists the ages of a category that is an age class; empty for other categories. */
export const agesOfCategory = (category: string): readonly number[] => readSpelling(category).ages;

function agesOf(letters: string): readonly number[] {
  const numbered = /^(?:u|m|moinsde|under)?(\d{1,2})(?:ans|years)?[fhmg]?$/.exec(letters);
  if (numbered) return [Number(numbered[1])];
  const stem = letters.replace(/s$/, '');
  return agesByName[stem] ?? agesByName[stem.replace(/e$/, '')] ?? agesByName[stem.replace(/te$/, '')] ?? [];
}

/** Returns the distance between two spellings; infinite if they are unrelated. */
function distanceBetween(typed: Spelling, known: Spelling): number {
  if (typed.letters === '' || known.letters === '') return Number.POSITIVE_INFINITY;
  if (typed.letters === known.letters) return 0;
  if (typed.ages.length > 0 && known.ages.length > 0) return distanceOfAges(typed.ages, known.ages);
  if (isAbbreviation(typed.letters, known.letters)) return 3;
  const slips = countSlips(typed.letters, known.letters);
  return slips <= slipsAllowed(typed.letters) ? 3 + slips : Number.POSITIVE_INFINITY;
}

/** Classes of the same age are equal; an age between two classes is near both, and `51` may be `15`, less likely. */
function distanceOfAges(typed: readonly number[], known: readonly number[]): number {
  const apart = Math.min(...typed.flatMap((age) => known.map((other) => Math.abs(age - other))));
  if (apart <= 1) return 1 + apart;
  return typed.some((age) => known.includes(swapDigits(age))) ? 3 : Number.POSITIVE_INFINITY;
}

const swapDigits = (age: number) => (age % 10) * 10 + Math.floor(age / 10);

const isAbbreviation = (typed: string, known: string) =>
  typed.length >= shortestAbbreviation && known.startsWith(typed);

const slipsAllowed = (letters: string) => (letters.length < 4 ? 0 : letters.length < 8 ? 1 : 2);

/** Counts the letters to add, remove, change or swap with a neighbour; infinite if the digits differ. */
function countSlips(a: string, b: string): number {
  const digits = (text: string) => text.replace(/\D/g, '');
  if (digits(a) !== digits(b)) return Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (above[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1]);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, change, swap));
    }
    [before, above] = [above, row];
  }
  return above[b.length] ?? 0;
}
