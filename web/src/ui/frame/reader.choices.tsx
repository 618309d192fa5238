import { m } from '../../paraglide/messages.js';
import { getLocale, type Locale, locales } from '../../paraglide/runtime.js';
import { chooseLanguage } from '../../text/language.ts';
import { forgetUnsaved, hasUnsaved } from '../forms/unsaved.ts';
import styles from './reader.choices.module.css';
import { chooseTheme, type Theme, themes, useTheme } from './theme.ts';

/** The name of each language in that language. */
export const languageNames: Record<Locale, string> = { fr: 'Français', en: 'English' };
const themeNames: Record<Theme, () => string> = {
  light: m.theme_light,
  dark: m.theme_dark,
  sun: m.theme_sun,
};

/** Changes the language, which reloads the page; asks first when input is unsaved. */
function changeLanguage(locale: Locale): void {
  if (hasUnsaved() && !window.confirm(m.unsaved_language())) return;
  forgetUnsaved();
  chooseLanguage(locale);
}

/** The choice of language and theme; both are stored on this device. */
export function ReaderChoices() {
  const theme = useTheme();
  return (
    <div className={`${styles.readerChoices} needs-scripts`}>
      <label>
        <span className="visually-hidden">{m.language_label()}</span>
        <select value={getLocale()} onChange={(event) => changeLanguage(event.target.value as Locale)}>
          {locales.map((locale) => (
            <option key={locale} value={locale} lang={locale}>
              {languageNames[locale]}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="visually-hidden">{m.theme_label()}</span>
        <select value={theme} onChange={(event) => chooseTheme(event.target.value as Theme)}>
          {themes.map((one) => (
            <option key={one} value={one}>
              {themeNames[one]()}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
