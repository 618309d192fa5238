import { participantFields } from '@dossard/contract/participants/participant.fields.ts';
import { doorNames } from '@dossard/contract/runs/run.schema.ts';
import type { RiddenRider } from './results.groups.ts';
import type { ResultsFrame, ResultsRun } from './results.store.ts';
import type { ResultsWord } from './results.words.ts';
import { riderColumns } from './rider.columns.ts';
import type { Cell, Column, ResultsSheet } from './sheet.cells.ts';

/**
 * Builds the sheet of all runs, by dossard and run number; won doors and counted runs are 1, so that they can be
 * summed.
 */
export function runsSheet(
  riders: readonly RiddenRider[],
  { zones }: ResultsFrame,
  say: (word: ResultsWord) => string,
): ResultsSheet {
  const who = riderColumns(riders, say);
  const columns: Column[] = [
    ...who.columns,
    { heading: say('category'), width: participantFields.category.width },
    { heading: say('gender'), width: participantFields.gender.width },
    { heading: say('zone'), width: 20 },
    { heading: say('run_number'), width: 9 },
    ...doorNames.map((_, index) => ({ heading: `${say('door')} ${index + 1}`, width: 8 })),
    { heading: say('points'), width: 9 },
    { heading: say('penality'), width: 11 },
    { heading: say('chrono_sec'), width: 11, format: 'hundredths' },
    { heading: say('counted'), width: 9 },
    { heading: say('referee'), width: 22 },
    { heading: say('recorded_at'), width: 20, format: 'moment' },
    { heading: say('received_at'), width: 20, format: 'moment' },
    { heading: say('remark'), width: 16 },
  ];
  const zoneNames = new Map(zones.map(({ id, name }) => [id, name]));
  const rowOf = (rider: RiddenRider, run: ResultsRun): Cell[] => [
    ...who.cellsOf(rider),
    rider.category,
    say(rider.gender),
    zoneNames.get(run.zone_id) ?? null,
    run.run_number,
    ...doorNames.map((door) => Number(run[door])),
    run.points,
    run.penality,
    run.chrono_sec,
    Number(rider.counted.has(run)),
    run.referee_name,
    run.recorded_at === null ? null : new Date(run.recorded_at),
    new Date(run.received_at),
    run.graded ? null : say('no_graduation'),
  ];
  return {
    name: say('runs'),
    columns,
    rows: riders.flatMap((rider) => rider.runs.map((run) => rowOf(rider, run))),
  };
}
