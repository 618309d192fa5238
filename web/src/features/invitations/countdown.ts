import type { Moment } from '../../device/clock.ts';

interface Lifetime {
  /** Seconds since 1970, by the server's clock. */
  expires_at: number;
  /** What time it was for the server when it answered. */
  server_time: string;
}

/**
 * Seconds until an invitation expires, rounded up, whatever time the laptop believes it is: only what has passed since
 * the answer came is read from its clocks. The clock that advanced further counts, because one stands still while
 * the laptop sleeps.
 */
export function secondsLeft({ expires_at, server_time }: Lifetime, received: Moment, now: Moment): number {
  const lifetimeMs = expires_at * 1000 - Date.parse(server_time);
  const passedMs = Math.max(now.mono - received.mono, now.wall - received.wall);
  return Math.max(0, Math.ceil((lifetimeMs - passedMs) / 1000));
}
