import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { readerHere } from '../../session/session.store.ts';
import { formatMoment } from '../../text/formats.ts';
import { PlainButton } from '../../ui/parts/plain.button.tsx';
import { useFieldNotices } from '../offline/field.notices.ts';
import styles from './steps.module.css';

interface Props {
  competitionId: number;
  zoneId: number;
  /** The field that takes the focus when a notice disappears. */
  fieldId: string;
}

/** The organiser's notices for this zone, until the referee confirms each of them (N2). */
export function NoticeList({ competitionId, zoneId, fieldId }: Props) {
  const { notices, onConfirm } = useFieldNotices({ competitionId, zoneId }, readerHere());
  function confirm(id: number) {
    onConfirm(id);
    document.getElementById(fieldId)?.focus();
  }
  return (
    <div role="status">
      <ul className={`plain ${styles.notices}`}>
        {notices.map(({ id, text, sent_at }) => (
          <Notice key={id} text={text} onUnderstood={() => confirm(id)}>
            <strong>{text}</strong> <span>{formatMoment(sent_at)}</span>
          </Notice>
        ))}
      </ul>
    </div>
  );
}

/** What somebody tells the referee, until they have understood it; `text` names the button for screen readers. */
export function Notice({
  text,
  onUnderstood,
  children,
}: {
  text: string;
  onUnderstood: () => void;
  children: ReactNode;
}) {
  return (
    <li className="alert" data-kind="warning">
      <p>{children}</p>
      <PlainButton action={m.understood()} of={text} onClick={onUnderstood} />
    </li>
  );
}
