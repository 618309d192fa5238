import type { Language } from './language.ts';

/* The functions of the catalogues, of the server’s messages and of the screens’: a message declares what it needs. */

/** Returns the form of a number in a language: `one`, `other`…; that of a rank with the type `ordinal`. */
export const plural = (language: Language, count: unknown, options: Intl.PluralRulesOptions): string =>
  new Intl.PluralRules(language, options).select(Number(count));

/**
 * Puts a French word such as « de » before a name, elided before a vowel: « de Tom », « d’Inès ». An h is taken for
 * aspirated, and a y for a vowel only before a consonant: « d’Yves », « de Yann ».
 */
export function elide(_: Language, name: unknown, { word }: { word: string }): string {
  const letters = String(name).normalize('NFD');
  return /^(?:[aeiouœæ]|y(?![aeiouœæ]))(?!\d)/i.test(letters) ? `${word.slice(0, -1)}’${name}` : `${word} ${name}`;
}
