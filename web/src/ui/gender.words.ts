import type { Gender, Group } from '@dossard/contract/text/category.schema.ts';
import { m } from '../paraglide/messages.js';

/** Both genders, in the order in which they are offered. */
export const genders = ['F', 'H'] as const satisfies readonly Gender[];

/** Says a gender in a word. */
export const genderWord = (gender: Gender): string => (gender === 'F' ? m.women() : m.men());

/** Says a group as in the lists: « U13 Femmes ». */
export const groupWord = ({ category, gender }: Group): string => `${category} ${genderWord(gender)}`;

export const genderChoices = () => genders.map((gender) => ({ value: gender, label: genderWord(gender) }));
