import { useId, useRef, useState } from 'react';
import { reachesOthers } from '../../device/reach.ts';
import { m } from '../../paraglide/messages.js';
import { Alert } from './alert.tsx';
import styles from './copy.field.module.css';
import { PlainButton } from './plain.button.tsx';

/** Warns of a link that only this device can open. */
export function OnlyHere({ link }: { link: string }) {
  if (reachesOthers(link)) return null;
  return <Alert kind="warning" title={m.link_only_here()} why={m.link_only_here_how()} />;
}

interface CopyFieldProps {
  label: string;
  text: string;
  hint?: string;
  /** Label of the button. */
  copyWord?: string;
  /** Copying is what the reader came for. */
  isMain?: boolean;
}

/** A text to copy, with a button that copies it. */
export function CopyField({ label, text, hint, copyWord = m.copy_link(), isMain }: CopyFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();

  async function copy() {
    try {
      // Over plain http a browser has no clipboard: this throws, and the text is selected instead.
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      field.current?.focus();
      field.current?.select();
      setOutcome('failed');
    }
  }

  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <span id={`${id}-hint`} className="soft">
          {hint}
        </span>
      )}
      <div className={styles.copied}>
        <input
          ref={field}
          id={id}
          className="input"
          readOnly
          value={text}
          aria-describedby={hint && `${id}-hint`}
          onFocus={(event) => event.currentTarget.select()}
        />
        <PlainButton action={outcome === 'copied' ? m.link_copied() : copyWord} look={isMain && 'go'} onClick={copy} />
      </div>
      <p role="status" className={outcome === 'failed' ? 'field-problem' : 'visually-hidden'}>
        {outcome === 'failed' && `${m.copy_failed()}. ${m.copy_by_hand()}`}
        {outcome === 'copied' && m.link_copied()}
      </p>
    </div>
  );
}
