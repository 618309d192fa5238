import {
  isOptionalField,
  type ParticipantField,
  participantFieldNames,
  participantFields,
} from '@dossard/contract/participants/participant.fields.ts';
import { statusLetters } from '@dossard/contract/rankings/rider.status.ts';
import type { ListedRider } from '@dossard/contract/results/official.list.schema.ts';
import { type Doors, doorNames } from '@dossard/contract/runs/doors.ts';
import type { Run } from '@dossard/contract/runs/run.schema.ts';
import type { Column } from '../../workbook/sheet.ts';
import type { ResultsRider } from './export.store.ts';
import type { WordFor } from './results.words.ts';

/** Returns the columns for bib, names, and the optional fields that these riders have. */
export function riderColumns(riders: readonly ResultsRider[], wordFor: WordFor): Column<ResultsRider>[] {
  const isShown = (name: ParticipantField) =>
    participantFields[name].exported === 'always' || riders.some((rider) => rider[name] !== null);
  const optional = participantFieldNames.filter((name) => isOptionalField(name) && isShown(name));
  const fields: ParticipantField[] = ['last_name', 'first_name', ...optional];
  return [
    { heading: wordFor('dossard'), width: 11, cellOf: ({ dossard }) => dossard },
    ...fields.map((name) => ({
      heading: wordFor(name),
      width: participantFields[name].width,
      cellOf: (rider: ResultsRider) => rider[name],
    })),
  ];
}

/** Returns columns of a rider for rows that have the rider. */
export const columnsFor = <Row, Part>(columns: readonly Column<Part>[], partOf: (row: Row) => Part): Column<Row>[] =>
  columns.map(({ cellOf, ...head }) => ({ ...head, cellOf: (row) => cellOf(partOf(row)) }));

type Ranked = Pick<ListedRider, 'rank' | 'status' | 'total_points' | 'penality' | 'chrono_sec' | 'number_of_runs'>;

/**
 * Returns the columns of a ranking around those in the `middle`; an unranked rider has a status instead of a rank, and
 * no sums, because no run is not 0 points (R8). The last column is the status of ranked riders, if any has one (R11).
 */
export function rankingColumns<Row extends Ranked>(
  rows: readonly Row[],
  middle: readonly Column<Row>[],
  wordFor: WordFor,
): Column<Row>[] {
  const statusOf = ({ rank, status }: Row) => (rank !== null && status ? statusLetters(status) : null);
  const sum = (name: 'total_points' | 'penality' | 'chrono_sec') => (row: Row) =>
    row.rank === null ? null : row[name];
  return [
    { heading: wordFor('rank'), width: 7, cellOf: ({ rank, status }) => rank ?? (status && statusLetters(status)) },
    ...middle,
    { heading: wordFor('points'), width: 9, cellOf: sum('total_points') },
    { heading: wordFor('penality'), width: 11, cellOf: sum('penality') },
    { heading: wordFor('chrono_sec'), width: 11, format: 'hundredths', cellOf: sum('chrono_sec') },
    { heading: wordFor('runs'), width: 10, cellOf: ({ number_of_runs }) => number_of_runs },
    ...(rows.some(statusOf) ? [{ heading: wordFor('status'), width: 9, cellOf: statusOf }] : []),
  ];
}

type Counted = Doors & Pick<Run, 'points' | 'penality' | 'chrono_sec' | 'counted'>;

/** Returns the columns of a run; won doors and counted runs are 1, so that they can be summed. */
export const scoreColumns = (wordFor: WordFor): Column<Counted>[] => [
  ...doorNames.map((door, index) => ({
    heading: `${wordFor('door')} ${index + 1}`,
    width: 9,
    cellOf: (run: Counted) => Number(run[door]),
  })),
  { heading: wordFor('points'), width: 9, cellOf: ({ points }) => points },
  { heading: wordFor('penality'), width: 11, cellOf: ({ penality }) => penality },
  { heading: wordFor('chrono_sec'), width: 11, format: 'hundredths', cellOf: ({ chrono_sec }) => chrono_sec },
  { heading: wordFor('counted'), width: 9, cellOf: ({ counted }) => Number(counted) },
];
