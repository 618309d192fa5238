import { m } from '../paraglide/messages.js';
import { Alert } from './alert.tsx';
import { sayTime } from './formats.ts';
import { useNetwork } from './online.ts';

interface Props {
  /** Why it could not be read again; null when it could. */
  error: unknown;
  /** When it was read, in milliseconds since 1970. */
  at: number;
}

/** Says from when it is what a page shows, when it could not be read again. */
export function StaleNote({ error, at }: Props) {
  const offline = useNetwork() === 'offline';
  if (!offline && error === null) return null;
  return <Alert kind="warning" title={m.data_as_of({ time: sayTime(at, 'minute') })} />;
}
