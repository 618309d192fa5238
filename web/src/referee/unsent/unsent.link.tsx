import { Link } from '@tanstack/react-router';
import { useNow } from '../../device/clock.ts';
import { m } from '../../paraglide/messages.js';
import { isUnsent } from '../outbox/entry.ts';
import { useOutbox } from '../outbox/outbox.ts';
import { formatAge } from './age.words.ts';
import '../../riders/bib.css';
import './outbox.css';

/** How often the age is written anew, in milliseconds. */
const ageMs = 15_000;

/** The runs that are still on this phone, as a bib with their number and the age of the oldest; the way to their list. */
export function UnsentLink({ floating = false }: { floating?: boolean }) {
  const { entries = [] } = useOutbox();
  const unsent = entries.filter(isUnsent);
  const [oldest] = unsent;
  const now = useNow(ageMs, oldest !== undefined);
  if (!oldest) return null;
  const stuck = unsent.some(({ state }) => state === 'refused' || state === 'signed-out');
  return (
    <Link
      to="/competitions/outbox"
      className="unsent-link"
      data-floating={floating || undefined}
      data-stuck={stuck || undefined}
    >
      <span className="bib">
        <span>
          {unsent.length}
          {stuck && <span aria-hidden="true"> !</span>}
        </span>
      </span>
      <span className="unsent-link-words">
        <span>{m.unsent_count({ count: unsent.length })}</span>
        <span className="soft">{formatAge(Math.max(0, now - oldest.made_at))}</span>
      </span>
    </Link>
  );
}
