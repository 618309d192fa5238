import { useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import './public.link.css';

/** The address of the public ranking, ready to be passed on. */
export function PublicLink({ competitionId }: { competitionId: number }) {
  const field = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  const link = `${window.location.origin}/public/competitions/${competitionId}/live-ranking`;

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
      <label htmlFor="public-link">{m.public_link()}</label>
      <div className="public-link">
        <input
          ref={field}
          id="public-link"
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
      <a href={link} target="_blank" rel="noreferrer">
        {m.open_public_page()}
      </a>
    </div>
  );
}
