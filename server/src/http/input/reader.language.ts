import { type Language, languages, preferredLanguage } from '@dossard/contract/language/language.ts';
import type { FastifyRequest } from 'fastify';

/** Returns the language of a page's reader: the stored choice, which is copied to a cookie, else the browser's. */
export function readerLanguage({ headers }: FastifyRequest): Language {
  const [, chosen] = /(?:^|;\s*)app-language=(\w+)/.exec(headers.cookie ?? '') ?? [];
  return languages.find((language) => language === chosen) ?? preferredLanguage(headers['accept-language']);
}
