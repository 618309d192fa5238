import type { RunRequest } from '@dossard/contract/judges/desk.schema.ts';
import { m } from '../paraglide/messages.js';

/** Formats what the desk did that a referee had asked for. */
export function formatCorrected({ run: { dossard }, wanted }: Pick<RunRequest, 'run' | 'wanted'>): string {
  if (wanted.remove) return m.correction_removed({ dossard });
  return wanted.to_dossard
    ? m.correction_moved({ dossard, to: wanted.to_dossard })
    : m.correction_accepted({ dossard });
}
