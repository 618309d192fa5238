import type { Language } from './language.ts';

/*
 * Takes the place of the runtime that the compiler of the messages writes, which would look for a language in addresses,
 * cookies and storage. The screens set theirs once; the server names it in each message.
 */

let locale: Language | undefined;

/** Sets the language of messages that are formatted without naming one. */
export function setLocale(language: Language): void {
  locale = language;
}

/** Returns the language of messages that are formatted without naming one; throws if none is set. */
export function getLocale(): Language {
  if (!locale) throw new Error('A message was formatted without a language.');
  return locale;
}

/** Returns where days and times are written as here: the English of Europe writes « 12 June 2027 ». */
export const getRegion = (language = getLocale()): string => (language === 'en' ? 'en-GB' : language);

/** Writes the first of a month as French does: « 1er juin 2027 ». */
export const writeFirst = (day: string): string => day.replace(/^1(?= [a-z])/, '1er');

/** @public A compiled message imports it: no language is set when the screens are built. */
export const experimentalStaticLocale = undefined;
/** @public The type of a compiled message. */
export type LocalizedString = string;
/** @public What the compiler adds to the type of a compiled message. */
export type MessageMetadata<_Inputs, _Options, _Markup> = unknown;
