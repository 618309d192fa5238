import type { DoorPoints } from '@dossard/contract/runs/doors.ts';
import type { PaperRun } from '@dossard/contract/runs/run.check.schema.ts';
import { m } from '../../paraglide/messages.js';
import { RunChips } from '../../riders/run.chips.tsx';
import { formatChronoExact } from '../../text/formats.ts';

interface Props {
  run: PaperRun;
  points: number;
  graduation: DoorPoints | undefined;
}

/** Shows a run as a phone or a sheet has it. */
export function RunFacts({ run, points, graduation }: Props) {
  return (
    <>
      <RunChips doors={run} graduation={graduation} />
      <p className="numbers">
        {m.points_count({ count: points })} ·{' '}
        {m.run_facts({ penality: run.penality, time: formatChronoExact(run.chrono_sec) })}
      </p>
    </>
  );
}
