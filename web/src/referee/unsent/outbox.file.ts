import type { OutboxFile, OutboxRun } from '@dossard/contract/runs/outbox.file.schema.ts';
import { type Entry, isUnsent } from '../outbox/entry.ts';

/** Writes the unsent runs of this phone into files that an organiser can import, one for each competition. */
export function writeOutboxFiles(entries: readonly Entry[], now: Date): OutboxFile[] {
  const files = new Map<number, OutboxRun[]>();
  for (const { submission, referee_name, rider, unknown_bib } of entries.filter(isUnsent)) {
    const runs = files.get(submission.competition_id) ?? [];
    files.set(submission.competition_id, [
      ...runs,
      {
        ...submission,
        referee_name,
        user: null,
        ...(unknown_bib && { category: rider.category, gender: rider.gender }),
      },
    ]);
  }
  return [...files].map(([competition_id, runs]) => ({
    dossard_outbox: 1,
    competition_id,
    exported_at: now.toISOString(),
    runs,
  }));
}

/** The name under which such a file is kept: competition, day and minute. */
export function outboxFileName({ competition_id, exported_at }: OutboxFile): string {
  return `dossard-${competition_id}-${exported_at.slice(0, 16).replace(/\D/g, '')}.json`;
}
