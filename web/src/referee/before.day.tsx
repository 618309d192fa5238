import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { useToday } from '../device/today.ts';
import { m } from '../paraglide/messages.js';
import { formatDay } from '../text/formats.ts';
import { Alert } from '../ui/parts/alert.tsx';

/** Tells a referee who opens a zone before the day of the competition that runs recorded now count. */
export function BeforeDay({ competition }: { competition: Pick<Competition, 'date'> }) {
  if (competition.date <= useToday()) return null;
  return (
    <Alert
      kind="note"
      title={m.competition_before_day({ day: formatDay(competition.date) })}
      why={m.referee_before_day()}
    />
  );
}
