import type { PaperRun } from '@dossard/contract/runs/run.check.schema.ts';
import { keptEntries } from '../../device/kept.entries.ts';

export interface KeptLine {
  id: string;
  zoneId: number;
  dossard: number;
  run: PaperRun;
  points: number;
  /** True if the line was compared and is only on paper; otherwise it waits for the network. */
  isMissing: boolean;
}

/**
 * Lines of a sheet that are compared with recorded runs and wait for the network or for a decision; stored without a
 * rider's name.
 */
export const keptLines = keptEntries<KeptLine>({
  prefixOf: ({ user, competitionId }) => `sheet check ${competitionId} ${user} `,
  idOf: ({ id }) => id,
  parse: (line, id) => ({ ...line, id }),
  // Ids begin with the time.
  compare: (a, b) => (a.id < b.id ? -1 : 1),
});
