import {
  isOptionalField,
  type ParticipantField,
  participantFieldNames,
  participantFields,
} from '@dossard/contract/participants/participant.fields.ts';
import type { ResultsRider } from './results.store.ts';
import type { ResultsWord } from './results.words.ts';
import type { Cell, Column } from './sheet.cells.ts';

/** The columns that identify a rider, and a rider's cells in them. */
export interface RiderColumns {
  columns: Column[];
  cellsOf: (rider: ResultsRider) => Cell[];
}

/** Returns the columns for bib, names, and the optional fields that these riders have. */
export function riderColumns(riders: readonly ResultsRider[], wordFor: (word: ResultsWord) => string): RiderColumns {
  const isShown = (name: ParticipantField) =>
    participantFields[name].exported === 'always' || riders.some((rider) => rider[name] !== null);
  const optional = participantFieldNames.filter((name) => isOptionalField(name) && isShown(name));
  const fields: ParticipantField[] = ['last_name', 'first_name', ...optional];
  return {
    columns: [
      { heading: wordFor('dossard'), width: 11 },
      ...fields.map((name) => ({ heading: wordFor(name), width: participantFields[name].width })),
    ],
    cellsOf: (rider) => [rider.dossard, ...fields.map((name) => rider[name])],
  };
}
