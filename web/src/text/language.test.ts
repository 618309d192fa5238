import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { preferredLanguage } from '@dossard/contract/language/language.ts';
import { expect, test, vi } from 'vitest';

/* public/theme.js chooses the language of a page in the browser, with the same result as the server. */

const script = readFileSync(join(import.meta.dirname, '..', '..', 'public', 'theme.js'), 'utf8');

interface Device {
  languages?: readonly string[];
  chosen?: string;
  rendered?: string;
  cookie?: string;
  keepsCookies?: boolean;
}

/** Opens a page on a device; returns its language, the cookie afterwards, and whether the page reloads. */
function openPage({ languages = [], chosen, rendered, cookie = '', keepsCookies = true }: Device) {
  const stored = chosen === undefined ? {} : { 'app-language': chosen };
  const storage = { getItem: (key: string) => (stored as Record<string, string>)[key] ?? null };
  const page = { dataset: rendered === undefined ? {} : { rendered }, lang: rendered ?? 'fr', hidden: false };
  const document = {
    documentElement: page,
    readyState: 'loading',
    kept: cookie,
    addEventListener: () => {},
    get cookie() {
      return this.kept;
    },
    set cookie(text: string) {
      if (keepsCookies) this.kept = text.split(';')[0] ?? '';
    },
  };
  const reload = vi.fn();
  const window = { localStorage: storage, sessionStorage: storage, location: { reload } };
  const given = { window, document, localStorage: storage, navigator: { languages }, matchMedia: () => ({}) };
  new Function(...Object.keys(given), script)(...Object.values(given));
  return { lang: page.lang, cookie: document.kept, reloads: reload.mock.calls.length };
}

test.each([[['en-GB', 'fr']], [['fr-FR', 'fr', 'en']], [['de', 'en']], [['de']], [[]], [['EN']]])(
  'a browser that prefers %j gets the same language here and from the server',
  (languages) => {
    expect(openPage({ languages }).lang).toBe(preferredLanguage(languages.join(',')));
  },
);

test('a page that the server rendered keeps its language', () => {
  expect(openPage({ languages: ['fr'], rendered: 'en' })).toEqual({ lang: 'en', cookie: '', reloads: 0 });
});

test('the stored choice comes first, and is mirrored in the cookie', () => {
  expect(openPage({ languages: ['fr'], chosen: 'en' })).toEqual({ lang: 'en', cookie: 'app-language=en', reloads: 0 });
  expect(openPage({ chosen: 'klingon', languages: ['en'] })).toEqual({ lang: 'en', cookie: '', reloads: 0 });
});

test('a page that the server rendered before it knew the choice is reloaded', () => {
  const device = { chosen: 'en', rendered: 'fr' };
  expect(openPage(device)).toEqual({ lang: 'en', cookie: 'app-language=en', reloads: 1 });
  expect(openPage({ ...device, cookie: 'app-language=en' }).reloads).toBe(0);
  expect(openPage({ ...device, keepsCookies: false })).toEqual({ lang: 'en', cookie: '', reloads: 0 });
});
