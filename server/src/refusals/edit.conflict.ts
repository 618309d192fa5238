import { isDeepStrictEqual } from 'node:util';
import type { Seen } from '@dossard/contract/calls/seen.schema.ts';
import { Refusal } from './refusal.ts';

interface Edit {
  /** The values that the caller read; absent to skip the check. */
  seen: Seen;
  /** The values that the caller sends. */
  sent: object;
  current: object;
}

/**
 * Rejects an edit if somebody else has changed its fields since the caller read them. A field that already has the new
 * value is no conflict. Throws `edit_conflict` with the current values of the fields that the caller saw.
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
