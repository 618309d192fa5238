import { m } from '../../paraglide/messages.js';

/** Says how long ago something was, from milliseconds: « à l’instant », « 4 min », « 2 h », « 3 j ». */
export function formatAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return m.age_now();
  if (minutes < 60) return m.age_minutes({ count: minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? m.age_hours({ count: hours }) : m.age_days({ count: Math.floor(hours / 24) });
}
