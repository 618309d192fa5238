import { idSchema } from '@dossard/contract/text/text.schema.ts';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { PlainButton } from '../../ui/parts/plain.button.tsx';
import styles from './bib.field.module.css';
import stepStyles from './steps.module.css';

const toBib = (text: string): number | undefined =>
  idSchema.safeParse(/^\d+$/.test(text.trim()) ? Number(text) : undefined).data;

/** Returns the handler of a form with a `BibField`, which marks anything but a bib number, and the field's props. */
export function useBibForm(onBib: (dossard: number) => void) {
  const id = useId();
  const [invalid, setInvalid] = useState(false);
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const dossard = toBib(String(new FormData(event.currentTarget).get('dossard')));
    setInvalid(dossard === undefined);
    if (dossard !== undefined) onBib(dossard);
    else document.getElementById(id)?.focus();
  }
  return { onSubmit, field: { id, invalid } };
}

interface Props {
  id: string;
  invalid: boolean;
  /** Shows who the typed number belongs to, beside it. */
  describe?: (dossard: number) => ReactNode;
}

/**
 * The only field of the first step, the number on the rider's bib, with digits in the page: a keyboard that opens would
 * move everything else.
 */
export function BibField({ id, invalid, describe }: Props) {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const dossard = toBib(text);
  function type(next: string) {
    setText(next);
    field.current?.focus();
    // Only an event of the field tells its form that the former answer is out of date.
    field.current?.form?.dispatchEvent(new Event('input', { bubbles: true }));
  }
  return (
    <>
      <label htmlFor={id} className={stepStyles.question}>
        {m.dossard()}
      </label>
      <div className={styles.plate}>
        <input
          ref={field}
          id={id}
          name="dossard"
          className={`input ${styles.input} numbers`}
          inputMode={matchMedia('(pointer: coarse)').matches ? 'none' : 'numeric'}
          autoComplete="off"
          enterKeyHint="search"
          // biome-ignore lint/a11y/noAutofocus: the page is this one field; a referee types the next bib immediately.
          autoFocus
          value={text}
          onChange={(event) => setText(event.target.value)}
          aria-invalid={invalid}
          aria-describedby={`${id}-problem`}
        />
        <div className={styles.match}>{dossard !== undefined && describe?.(dossard)}</div>
      </div>
      <p id={`${id}-problem`} className="field-problem" role="alert">
        {invalid && m.dossard_invalid()}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser. */}
      <div className={`${styles.pad} numbers`} role="group" aria-label={m.digits()}>
        {['1', '2', '3', '4', '5', '6', '7', '8', '9'].map((digit) => (
          <PlainButton key={digit} action={digit} onClick={() => type(text + digit)} />
        ))}
        <PlainButton className={styles.erase} action={m.digits_clear()} onClick={() => type('')} />
        <PlainButton action="0" onClick={() => type(`${text}0`)} />
        <PlainButton action="⌫" aria-label={m.digits_back()} onClick={() => type(text.slice(0, -1))} />
      </div>
    </>
  );
}
