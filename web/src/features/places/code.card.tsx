import type { PlaceCode } from '@dossard/contract/places/place.schema.ts';
import { useMutation } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { formatTime } from '../../text/formats.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
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
  const asking = useMutation({ mutationFn: ask });
  return (
    <Card title={title} why={why}>
      {asking.error && <FailureAlert error={asking.error} />}
      {asking.data && <ShownCode {...asking.data} />}
      <Button
        look={!asking.data && 'go'}
        aria-disabled={asking.isPending}
        onClick={() => !asking.isPending && asking.mutate()}
      >
        {asking.data ? m.place_new_code() : m.place_show_code_action()}
      </Button>
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
      <p className="soft">{m.place_code_until({ time: formatTime(new Date(expires_at), 'minute') })}</p>
      <QrCode text={joinLink(address, code)} label={m.place_code_qr()} />
    </div>
  );
}
