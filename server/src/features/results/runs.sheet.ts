import { participantFields } from '@dossard/contract/participants/participant.fields.ts';
import { doorNames } from '@dossard/contract/runs/doors.ts';
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
  wordFor: (word: ResultsWord) => string,
): ResultsSheet {
  const who = riderColumns(riders, wordFor);
  const columns: Column[] = [
    ...who.columns,
    { heading: wordFor('category'), width: participantFields.category.width },
    { heading: wordFor('gender'), width: participantFields.gender.width },
    { heading: wordFor('zone'), width: 20 },
    { heading: wordFor('run_number'), width: 9 },
    ...doorNames.map((_, index) => ({ heading: `${wordFor('door')} ${index + 1}`, width: 8 })),
    { heading: wordFor('points'), width: 9 },
    { heading: wordFor('penality'), width: 11 },
    { heading: wordFor('chrono_sec'), width: 11, format: 'hundredths' },
    { heading: wordFor('counted'), width: 9 },
    { heading: wordFor('referee'), width: 22 },
    { heading: wordFor('recorded_at'), width: 20, format: 'moment' },
    { heading: wordFor('received_at'), width: 20, format: 'moment' },
    { heading: wordFor('remark'), width: 16 },
  ];
  const zoneNames = new Map(zones.map(({ id, name }) => [id, name]));
  const rowOf = (rider: RiddenRider, run: ResultsRun): Cell[] => [
    ...who.cellsOf(rider),
    rider.category,
    wordFor(rider.gender),
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
    run.graded ? null : wordFor('no_graduation'),
  ];
  return {
    name: wordFor('runs'),
    columns,
    rows: riders.flatMap((rider) => rider.runs.map((run) => rowOf(rider, run))),
  };
}
