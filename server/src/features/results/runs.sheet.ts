import { participantFields } from '@dossard/contract/participants/participant.fields.ts';
import { type Column, layOutSheet, type Sheet } from '../../workbook/sheet.ts';
import type { RiddenRider } from './export.groups.ts';
import type { ResultsFrame, ResultsRun } from './export.store.ts';
import { columnsFor, riderColumns, scoreColumns } from './results.columns.ts';
import type { WordFor } from './results.words.ts';

type RunRow = ResultsRun & { rider: RiddenRider; counted: boolean };

/** Builds the sheet of all runs, by dossard and run number. */
export function runsSheet(riders: readonly RiddenRider[], { zones }: ResultsFrame, wordFor: WordFor): Sheet {
  const zoneNames = new Map(zones.map(({ id, name }) => [id, name]));
  const { category, gender } = participantFields;
  const columns: Column<RunRow>[] = [
    ...columnsFor(riderColumns(riders, wordFor), ({ rider }: RunRow) => rider),
    { heading: wordFor('category'), width: category.width, cellOf: ({ rider }) => rider.category },
    { heading: wordFor('gender'), width: gender.width, cellOf: ({ rider }) => wordFor(rider.gender) },
    { heading: wordFor('zone'), width: 20, cellOf: ({ zone_id }) => zoneNames.get(zone_id) ?? null },
    { heading: wordFor('run_number'), width: 9, cellOf: ({ run_number }) => run_number },
    ...scoreColumns(wordFor),
    { heading: wordFor('referee'), width: 22, cellOf: ({ referee_name }) => referee_name },
    {
      heading: wordFor('recorded_at'),
      width: 20,
      format: 'moment',
      cellOf: ({ recorded_at }) => recorded_at && new Date(recorded_at),
    },
    { heading: wordFor('received_at'), width: 20, format: 'moment', cellOf: (run) => new Date(run.received_at) },
    { heading: wordFor('remark'), width: 16, cellOf: ({ graded }) => (graded ? null : wordFor('no_graduation')) },
  ];
  const rows = riders.flatMap((rider) => rider.runs.map((run) => ({ ...run, rider, counted: rider.counted.has(run) })));
  return layOutSheet(wordFor('runs'), columns, rows);
}
