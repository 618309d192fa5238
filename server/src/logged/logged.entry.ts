import type { AuditRow } from '../tables/audit.table.ts';

/** The columns of a logged row, of any kind. */
export type Facts = Record<string, unknown>;

/** What a log entry says of the rows it changed: before and after, null where they did not exist. */
export type LoggedEntry = Pick<AuditRow, 'action' | 'subject' | 'subject_key' | 'before' | 'after'>;

/** Whether a logged value is one row: not a list of rows, nor a plain value. */
export const isRow = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists the rows of both sides of an entry; an import has many on each. */
export const sidesOf = ({ before, after }: Pick<LoggedEntry, 'before' | 'after'>): Facts[] =>
  [before, after].flat().filter(isRow);

/** Formats an order of riders for the log. */
export const formatOrder = (dossards: readonly number[]): string => dossards.join(', ');

/** Reads the bibs of a logged order; none for an empty or absent one. */
export const readOrder = (order: unknown): number[] =>
  typeof order === 'string' && order !== '' ? order.split(', ').map(Number) : [];
