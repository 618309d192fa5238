import { compareGroups } from '@dossard/contract/categories/group.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { byStart } from '@dossard/contract/starts/start.times.ts';
import { writeCsv } from '../rankings/ranking.csv.ts';

/** The columns, with the field names of the JSON answers, as in rankings (L5). */
const columns = [
  'start_time',
  'start_position',
  'dossard_number',
  'last_name',
  'first_name',
  'club',
  'category',
  'gender',
  'status',
] as const satisfies readonly (keyof Participant)[];

/** Formats riders as CSV in the order of their starts; those without a time come last, group by group. */
export function writeStartList(riders: readonly Participant[]): string {
  const timeOf = ({ start_time }: Participant) => (start_time ? Date.parse(`${start_time}Z`) : Number.MAX_SAFE_INTEGER);
  const sorted = [...riders].sort((a, b) => timeOf(a) - timeOf(b) || compareGroups(a, b) || byStart(a, b));
  return writeCsv([columns, ...sorted.map((rider) => columns.map((column) => rider[column] ?? ''))]);
}
