import { type Language, languages } from '@dossard/contract/language/language.ts';
import { setLocale } from '@dossard/contract/language/locale.ts';

/*
 * The language of a page is that of its document, set by the server or `public/theme.js` before the first paint: the
 * stored choice, or else English if the browser prefers it, or else French.
 */

/** The choice in local storage; a cookie of the same name mirrors it for the server, which renders the public pages. */
const key = 'app-language';
/** Lifetime of the cookie in seconds: a year. */
const cookieSec = 365 * 86_400;

if (typeof document !== 'undefined')
  setLocale(languages.find((language) => language === document.documentElement.lang) ?? 'fr');

/** Changes the language, stores the choice on this device, and reloads the page. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(key, language);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain http.
  document.cookie = `${key}=${language}; path=/; max-age=${cookieSec}; samesite=lax`;
  window.location.reload();
}
