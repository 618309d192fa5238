import { participantFieldNames } from '@dossard/contract/participants/participant.fields.ts';
import { type SQL, sql } from 'drizzle-orm';

/*
 * SQL fragments for statements that write many riders at once, generated from the list of fields, whose columns are all
 * text.
 */

const list = (each: (name: string) => SQL, names: readonly string[] = participantFieldNames): SQL =>
  sql.join(names.map(each), sql`, `);
const columnOf = (name: string, table: string): SQL => sql`${sql.identifier(table)}.${sql.identifier(name)}`;

/** The column names, for `insert`. */
export const fieldColumns: SQL = list((name) => sql`${sql.identifier(name)}`);

/** Selects the columns of a table. */
export const fieldsOf = (table: string): SQL => list((name) => columnOf(name, table));

/** Assigns the columns of the fields, or of `names`; by default from the table `from`. */
export const assignFields = (
  from: string,
  assign: (value: SQL, name: string) => SQL = (value) => value,
  names?: readonly string[],
): SQL => list((name) => sql`${sql.identifier(name)} = ${assign(columnOf(name, from), name)}`, names);

/** Compares each column of a table with the field of the same name in the JSON `given`. */
export const hasFields = (table: string, given: SQL): SQL =>
  sql.join(
    participantFieldNames.map(
      (name) => sql`${columnOf(name, table)} is not distinct from ${given} ->> ${sql.raw(`'${name}'`)}`,
    ),
    sql` and `,
  );

/** Reads riders from JSON as the table `r`, with `dossard_number` and the fields; `more` defines further columns. */
export const recordset = (riders: readonly object[], more: SQL = sql``): SQL =>
  sql`json_to_recordset(${JSON.stringify(riders)}::json)
    as r(dossard_number int, ${list((name) => sql`${sql.identifier(name)} text`)}${more})`;
