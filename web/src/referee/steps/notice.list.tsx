import { m } from '../../paraglide/messages.js';
import { readerHere } from '../../session/session.store.ts';
import { formatTime } from '../../text/formats.ts';
import { useFieldNotices } from '../offline/field.notices.ts';
import styles from './steps.module.css';

/** The organiser's notices for this zone, until the referee confirms each of them (N2). */
export function NoticeList({ competitionId, zoneId }: { competitionId: number; zoneId: number }) {
  const { notices, onConfirm } = useFieldNotices({ competitionId, zoneId }, readerHere());
  return (
    <div role="status">
      <ul className={styles.notices}>
        {notices.map(({ id, text, sent_at }) => (
          <li key={id}>
            <p>
              <strong>{text}</strong> <span>{formatTime(new Date(sent_at), 'minute')}</span>
            </p>
            <button type="button" className="button" onClick={() => onConfirm(id)}>
              {m.understood()}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
