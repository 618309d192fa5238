import { type ReactNode, useId, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../parts/button.tsx';
import { useProblem } from './form.state.ts';
import styles from './password.input.module.css';

interface Props {
  name: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  problem?: string | undefined;
  /** Describes a good password. */
  hint?: ReactNode;
  onValue?: (typed: string) => void;
  /** The id of the field's form, if the field is not inside it. */
  form?: string;
}

/** A password field that can reveal its text. */
export function PasswordInput({ name, label, autoComplete, problem: given, hint, onValue, form }: Props) {
  const id = useId();
  const problem = useProblem(name, given);
  const [shown, setShown] = useState(false);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={styles.passwordInput}>
        <input
          id={id}
          className="input"
          name={name}
          form={form}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem ${id}-hint`}
          onChange={(event) => onValue?.(event.target.value)}
        />
        <Button action={shown ? m.hide() : m.show()} aria-pressed={shown} onClick={() => setShown(!shown)} of={label} />
      </div>
      <span id={`${id}-problem`} className="field-problem">
        {problem}
      </span>
      <span id={`${id}-hint`} className="field-hint">
        {hint}
      </span>
    </div>
  );
}
