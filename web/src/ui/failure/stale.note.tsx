import { Failure } from '../../api/failure.ts';
import { useNetwork } from '../../device/online.ts';
import { m } from '../../paraglide/messages.js';
import { formatTime } from '../../text/formats.ts';
import { Alert } from '../parts/alert.tsx';
import { FailureAlert } from './failure.alert.tsx';

interface Props {
  /** Why the refetch failed; null if it succeeded. */
  error: unknown;
  /** When it was read, in milliseconds since 1970. */
  at: number;
  retry: () => void;
}

/** Explains beside old data why they could not be refetched: no network, with their age, or the server's refusal. */
export function StaleNote({ error, at, retry }: Props) {
  const offline = useNetwork() === 'offline';
  if (error !== null && !(error instanceof Failure && error.status === 0)) {
    return <FailureAlert error={error} retry={retry} />;
  }
  if (!offline && error === null) return null;
  return <Alert kind="warning" title={m.data_as_of({ time: formatTime(at, 'minute') })} />;
}
