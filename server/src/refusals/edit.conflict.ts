import { isDeepStrictEqual } from 'node:util';
import type { Seen } from '@dossard/contract/calls/seen.schema.ts';
import { Refusal } from './refusal.ts';

interface Edit {
  /** The values that the caller saw; absent for callers that do not ask for this check. */
  seen: Seen;
  /** The values that the caller sends. */
  sent: object;
  current: object;
}

/**
 * Refuses an edit made on values that somebody else has changed since. A field that already has the value sent is no
 * conflict. Throws `edit_conflict` with the current values of the fields that the caller saw.
 */
export function refuseIfChanged({ seen, sent, current }: Edit): void {
  if (!seen) return;
  const sentValues = Object.entries(sent);
  const valueNow = (field: string) => (current as Record<string, unknown>)[field];
  const fields = sentValues.filter(([field]) => field !== 'seen' && Object.hasOwn(seen, field));
  const changed = fields.some(
    ([field, value]) => !isDeepStrictEqual(valueNow(field), seen[field]) && !isDeepStrictEqual(valueNow(field), value),
  );
  if (!changed) return;
  const values = Object.fromEntries(fields.map(([field]) => [field, valueNow(field)]));
  throw new Refusal('edit_conflict', { says: 'changed_meanwhile', extra: { current: values } });
}
