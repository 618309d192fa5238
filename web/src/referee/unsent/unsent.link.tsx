import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { m } from '../../paraglide/messages.js';
import { toUnsent } from '../links/field.links.tsx';
import { isUnsent } from '../outbox/kept.run.ts';
import { resumeOutbox, useOutbox } from '../outbox/outbox.ts';
import styles from './unsent.module.css';

/** A link to the unsent runs, with their number, which no plate may show: it would be read as a bib. */
export function UnsentLink({ floating = false }: { floating?: boolean }) {
  const { runs = [] } = useOutbox();
  const unsent = runs.filter(isUnsent);
  if (unsent.length === 0) return null;
  const stuck = unsent.some(({ state }) => state === 'refused' || state === 'signed-out');
  return (
    <Link
      {...toUnsent()}
      className={floating ? `${styles.link} floating` : styles.link}
      data-stuck={stuck || undefined}
    >
      <span className={`${styles.count} numbers`}>
        {unsent.length}
        {stuck && <span aria-hidden="true"> !</span>}
      </span>
      <span>{m.unsent_count({ count: unsent.length })}</span>
    </Link>
  );
}

/** Resumes the outbox, and shows the number of unsent runs on pages that do not show it themselves. */
export function UnsentKeeper() {
  const shownThere = useLocation({ select: ({ pathname }) => /\/(referee|outbox|paper)$/.test(pathname) });
  useEffect(() => void resumeOutbox(), []);
  return shownThere ? null : <UnsentLink floating />;
}
