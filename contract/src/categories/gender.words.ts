import * as z from 'zod/mini';
import { inBoth, say, type Words } from '../language/language.ts';
import { m } from '../paraglide/messages.js';
import type { Gender } from './category.schema.ts';
import type { Group } from './group.ts';
import { agesOfCategory } from './nearest.categories.ts';

/** The names of the genders in youth categories, chosen by the organiser; adults are always women and men. */
export const youthWordsSchema = z.enum(['women_men', 'girls_boys']);
export type YouthWords = z.infer<typeof youthWordsSchema>;

export const defaultYouthWords: YouthWords = 'women_men';

/** The oldest youth category. */
const oldestYouth = 17;

/** Whether a category is U17 or younger, also under its older names. */
export function isYouthCategory(category: string): boolean {
  const ages = agesOfCategory(category);
  return ages.length > 0 && ages.every((age) => age <= oldestYouth);
}

/** Returns the words for a gender; without a category, or for an adult one, those of adults. */
export function genderWords(gender: Gender, category = '', youth: YouthWords = defaultYouthWords): Words {
  const chosen = isYouthCategory(category) ? youth : 'women_men';
  return inBoth((language) => say(m.gender, { gender, youth: chosen }, language));
}

/** Formats a group in both languages: « U13 Femmes ». */
export function groupWords({ category, gender }: Group, youth?: YouthWords): Words {
  const { fr, en } = genderWords(gender, category, youth);
  return { fr: `${category} ${fr}`, en: `${category} ${en}` };
}

/** Formats the gender of an existing graduation: as in the lists, but in English by its letter. */
export function takenGenderWords({ category, gender }: Group, youth?: YouthWords): Words {
  return { fr: genderWords(gender, category, youth).fr, en: gender };
}
