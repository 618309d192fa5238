import { type Locale, locales, overwriteGetLocale } from '../paraglide/runtime.js';

/*
 * The language of a page is that of its document, which the server or `public/theme.js` has set before anything is
 * painted: the stored choice, else English where the browser prefers it, else French.
 */

/** The choice in local storage; a cookie of the same name mirrors it for the server, which renders the public pages. */
const key = 'app-language';
/** How long the cookie lasts, in seconds: a year. */
const cookieSec = 365 * 86_400;

if (typeof document !== 'undefined') {
  const language = locales.find((locale) => locale === document.documentElement.lang) ?? 'fr';
  overwriteGetLocale(() => language);
}

/** Changes the language and remembers it on this device; the page is loaded again. */
export function chooseLanguage(language: Locale): void {
  localStorage.setItem(key, language);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing over plain http.
  document.cookie = `${key}=${language}; path=/; max-age=${cookieSec}; samesite=lax`;
  window.location.reload();
}
