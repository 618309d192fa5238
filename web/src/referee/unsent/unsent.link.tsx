import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useNow } from '../../device/clock.ts';
import { m } from '../../paraglide/messages.js';
import { toUnsent } from '../links/field.links.ts';
import { isUnsent } from '../outbox/kept.run.ts';
import { resumeOutbox, useOutbox } from '../outbox/outbox.ts';
import '../../riders/riders.css';
import styles from './unsent.module.css';

/** How often the age is updated, in milliseconds. */
const ageMs = 15_000;

/** A link to the unsent runs, as a bib with their number and the age of the oldest. */
export function UnsentLink({ floating = false }: { floating?: boolean }) {
  const { runs = [] } = useOutbox();
  const unsent = runs.filter(isUnsent);
  const [oldest] = unsent;
  const now = useNow(ageMs, oldest !== undefined);
  if (!oldest) return null;
  const stuck = unsent.some(({ state }) => state === 'refused' || state === 'signed-out');
  return (
    <Link
      {...toUnsent()}
      className={floating ? `${styles.link} floating` : styles.link}
      data-floating={floating || undefined}
      data-stuck={stuck || undefined}
    >
      <span className="bib">
        <span>
          {unsent.length}
          {stuck && <span aria-hidden="true"> !</span>}
        </span>
      </span>
      <span className={styles.linkWords}>
        <span>{m.unsent_count({ count: unsent.length })}</span>
        <span className="soft">{formatAge(Math.max(0, now - oldest.made_at))}</span>
      </span>
    </Link>
  );
}

/** Formats an age in milliseconds: « à l’instant », « 4 min », « 2 h », « 3 j ». */
function formatAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return m.age_now();
  if (minutes < 60) return m.age_minutes({ count: minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? m.age_hours({ count: hours }) : m.age_days({ count: Math.floor(hours / 24) });
}

/** Resumes the outbox, and shows the number of unsent runs on pages that do not show it themselves. */
export function UnsentKeeper() {
  const shownThere = useLocation({ select: ({ pathname }) => /\/(referee|outbox|paper)$/.test(pathname) });
  useEffect(() => void resumeOutbox(), []);
  return shownThere ? null : <UnsentLink floating />;
}
