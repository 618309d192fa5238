import type { Moment } from '../../device/clock.ts';

interface Lifetime {
  /** Seconds since 1970, by the server's clock. */
  expires_at: number;
  /** The server's time when it answered. */
  server_time: string;
}

/**
 * Returns the seconds until an invitation expires, rounded up, whatever the laptop's clock shows: its clocks only
 * measure the time since the answer arrived. The clock that advanced further counts, because one of them stops while
 * the laptop sleeps.
 */
export function secondsLeft({ expires_at, server_time }: Lifetime, received: Moment, now: Moment): number {
  const lifetimeMs = expires_at * 1000 - Date.parse(server_time);
  const passedMs = Math.max(now.mono - received.mono, now.wall - received.wall);
  return Math.max(0, Math.ceil((lifetimeMs - passedMs) / 1000));
}
