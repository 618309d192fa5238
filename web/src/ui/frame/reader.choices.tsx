import { type Language, languages } from '@dossard/contract/language/language.ts';
import { getLocale } from '@dossard/contract/language/locale.ts';
import { m } from '../../paraglide/messages.js';
import { chooseLanguage } from '../../text/language.ts';
import { Segments } from '../fields/segments.tsx';
import { forgetUnsaved, hasUnsaved } from '../forms/unsaved.ts';
import styles from './reader.choices.module.css';
import { chooseTheme, themes, useTheme } from './theme.ts';

/** The name of each language in that language. */
export const languageNames: Record<Language, string> = { fr: 'Français', en: 'English' };

/** Changes the language, which reloads the page; asks first when input is unsaved. */
function changeLanguage(language: Language): void {
  if (hasUnsaved() && !window.confirm(m.unsaved_language())) return;
  forgetUnsaved();
  chooseLanguage(language);
}

/** The choice of language and theme; both are stored on this device. */
export function ReaderChoices() {
  const theme = useTheme();
  return (
    <div className={`${styles.readerChoices} needs-scripts`}>
      <Segments
        legend={m.language_label()}
        name="language"
        choices={languages.map((one) => ({ value: one, label: languageNames[one], lang: one }))}
        chosen={getLocale()}
        onChoose={changeLanguage}
      />
      <Segments
        legend={m.theme_label()}
        name="theme"
        choices={themes.map((one) => ({ value: one, label: m.theme_name({ theme: one }) }))}
        chosen={theme}
        onChoose={chooseTheme}
      />
    </div>
  );
}

/** A small menu with the choices, for pages without an account menu; closes when the focus leaves it. */
export function ReaderMenu() {
  const shown = `${getLocale().toUpperCase()} ◐`;
  return (
    <details
      className={`${styles.menu} needs-scripts`}
      onBlur={({ currentTarget, relatedTarget }) => {
        currentTarget.open = currentTarget.contains(relatedTarget);
      }}
    >
      <summary className="button" aria-label={`${shown} ${m.language_and_theme()}`}>
        <span translate="no">{shown}</span>
      </summary>
      {/* Can have the focus: a press on a label would otherwise move it out of the menu, which would close. */}
      <div className="card" tabIndex={-1}>
        <ReaderChoices />
      </div>
    </details>
  );
}
