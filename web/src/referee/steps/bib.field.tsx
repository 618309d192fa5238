import { idSchema } from '@dossard/contract/text/text.schema.ts';
import { m } from '../../paraglide/messages.js';
import styles from './steps.module.css';

/** Parses the typed bib number; undefined for anything else. */
export function parseBib(form: HTMLFormElement): number | undefined {
  const text = String(new FormData(form).get('dossard')).trim();
  return idSchema.safeParse(/^\d+$/.test(text) ? Number(text) : undefined).data;
}

/** The only field of the first step: the number on the rider's bib. */
export function BibField({ id, invalid }: { id: string; invalid: boolean }) {
  return (
    <>
      <label htmlFor={id} className={styles.question}>
        {m.dossard()}
      </label>
      <input
        id={id}
        name="dossard"
        className={`input ${styles.bibInput} numbers`}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="search"
        // biome-ignore lint/a11y/noAutofocus: the page is this one field; a referee types the next bib immediately.
        autoFocus
        aria-invalid={invalid}
        aria-describedby={`${id}-problem`}
      />
      <p id={`${id}-problem`} className="field-problem" role="alert">
        {invalid && m.dossard_invalid()}
      </p>
    </>
  );
}
