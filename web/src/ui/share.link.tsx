import { useId, useRef, useState } from 'react';
import { m } from '../paraglide/messages.js';
import { Alert } from './alert.tsx';
import { reachesOthers } from './share.address.ts';
import './share.link.css';

/** A link ready to be passed on; says so when it leads nobody else here. */
export function ShareLink({ label, link }: { label: string; link: string }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();

  async function copy() {
    try {
      // Over plain http on the field's own network a browser has no clipboard: this throws, and the link is selected.
      await navigator.clipboard.writeText(link);
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
      <div className="share-link">
        <input
          ref={field}
          id={id}
          className="input"
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" className="button" onClick={copy}>
          {outcome === 'copied' ? m.link_copied() : m.copy_link()}
        </button>
      </div>
      <p role="status" className={outcome === 'failed' ? 'field-problem' : 'visually-hidden'}>
        {outcome === 'failed' && `${m.copy_failed()}. ${m.copy_by_hand()}`}
        {outcome === 'copied' && m.link_copied()}
      </p>
      {!reachesOthers(link) && (
        <Alert kind="warning" title={m.link_only_here({ host: new URL(link).hostname })}>
          <p>{m.link_only_here_how()}</p>
        </Alert>
      )}
    </div>
  );
}
