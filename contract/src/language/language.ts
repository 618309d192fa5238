/** The two languages of the product; French is the default (W1). */
export const languages = ['fr', 'en'] as const;
export type Language = (typeof languages)[number];

/** A sentence in both languages. */
export type Words = Readonly<Record<Language, string>>;

/** Returns the language for an `Accept-Language` header: English if it is preferred to French, else French. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const wishes = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='));
      return { language: tag.slice(0, 2), quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
    })
    .filter((wish) => wish.quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return wishes.find((wish) => wish.language === 'fr' || wish.language === 'en')?.language === 'en' ? 'en' : 'fr';
}

/** Values inserted into a sentence; `Words` are inserted in its language. */
export type Values = Readonly<Record<string, string | number | Words>>;

/** Formats a sentence in one language and fills its `{names}`; a name without a value stays unchanged. */
export function fillWords(words: Words, language: Language, values: Values): string {
  return words[language].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name] ?? whole;
    return typeof value === 'object' ? value[language] : String(value);
  });
}
