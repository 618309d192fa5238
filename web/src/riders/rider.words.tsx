import type { Gender } from '@dossard/contract/categories/category.schema.ts';
import {
  defaultYouthWords,
  genderWords,
  takenGenderWords,
  type YouthWords,
} from '@dossard/contract/categories/gender.words.ts';
import type { Group } from '@dossard/contract/categories/group.ts';
import { getLocale } from '@dossard/contract/language/locale.ts';
import { genders } from '@dossard/contract/rankings/ranking.choice.ts';
import { createContext, type ReactNode, useContext } from 'react';

/** Formats the name of a person in the order that all screens use: first name, then last name. */
export const fullName = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  `${first_name} ${last_name}`.trim();

const Youth = createContext<YouthWords>(defaultYouthWords);

/** Sets the organiser's words for the genders of youth categories for all children. */
export function GenderWords({ youth, children }: { youth: YouthWords | undefined; children: ReactNode }) {
  return <Youth value={youth ?? defaultYouthWords}>{children}</Youth>;
}

/** Formats genders and groups in the words of the page's competition. */
export function useGenderWords() {
  const youth = useContext(Youth);
  const genderWord = (gender: Gender, category?: string) => genderWords(gender, category, youth)[getLocale()];
  return {
    genderWord,
    /** Formats a group as in lists: « U13 Femmes ». */
    groupWord: ({ category, gender }: Group) => `${category} ${genderWord(gender, category)}`,
    /** Formats the gender of a graduation that exists already, as the refusal does. */
    takenGenderWord: (group: Group) => takenGenderWords(group, youth)[getLocale()],
    genderChoices: (category?: string) =>
      genders.map((gender) => ({ value: gender, label: genderWord(gender, category) })),
  };
}
