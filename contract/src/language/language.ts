/** The two languages of the product; French is the default (W1). */
export const languages = ['fr', 'en'] as const;
export type Language = (typeof languages)[number];

/** A sentence in both languages. */
export type Words = Readonly<Record<Language, string>>;

/** Builds a sentence in both languages. */
export const inBoth = (write: (language: Language) => string): Words => ({ fr: write('fr'), en: write('en') });

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

/** A message of the catalogue. */
type Message<Inputs> = (inputs: Inputs, options: { locale: Language }) => string;

/** Formats a message of the catalogue in one language; an input without a value stays as its `{name}`. */
export function say<Inputs extends object>(
  message: Message<Inputs>,
  inputs: { [Name in keyof Inputs]?: Inputs[Name] | Words },
  language: Language,
): string {
  const shown = new Proxy(inputs as Values, {
    get(given, name: string) {
      const value = given[name] ?? `{${name}}`;
      return typeof value === 'object' ? value[language] : value;
    },
  });
  return message(shown as Inputs, { locale: language });
}
