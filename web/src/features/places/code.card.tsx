import type { PlaceCode } from '@dossard/contract/places/place.schema.ts';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { formatTime } from '../../text/formats.ts';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { QrCode } from '../../ui/parts/qr.code.tsx';
import { joinLink } from './join.link.ts';
import styles from './places.module.css';

interface Props {
  title: string;
  why: string;
  ask: () => Promise<PlaceCode>;
}

/** Shows a code to type in the other installation, large enough to read out over the radio, and as a QR code. */
export function CodeCard({ title, why, ask }: Props) {
  const [shown, setShown] = useState<PlaceCode>();
  return (
    <Card title={title} why={why}>
      {shown && <ShownCode {...shown} />}
      <ActionButton
        look={!shown && 'go'}
        action={shown ? m.place_new_code() : m.place_show_code_action()}
        act={async () => setShown(await ask())}
      />
    </Card>
  );
}

function ShownCode({ code, address, expires_at }: PlaceCode) {
  return (
    <div role="status">
      <dl className="facts">
        <dt>{m.place_address()}</dt>
        <dd>{address}</dd>
        <dt>{m.place_code()}</dt>
        <dd className={styles.letters}>{code}</dd>
      </dl>
      <p className="soft">{m.place_code_until({ time: formatTime(expires_at, 'minute') })}</p>
      <QrCode text={joinLink(address, code)} label={m.place_code_qr()} />
    </div>
  );
}
