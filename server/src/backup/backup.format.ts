import * as z from 'zod/mini';

/*
 * A backup is gzipped lines of JSON:
 *
 *   {"dossard_backup":1,…}         the header
 *   {"table":"users"}              then the rows of that table, and so on in the header's order
 *   ["17","zoe@dossard.test",null] a row: the text that PostgreSQL itself writes for each column, null for NULL
 *   {"rows":{"users":1,…}}         how many there were
 *   {"sha256":"…"}                 of all the bytes above, as the last line
 *
 * Values stay text: JSON's own numbers and nulls would lose the scale of a numeric and no longer distinguish NULL from jsonb's null.
 */

export const formatVersion = 1;

/** Why a backup was written. */
export const backupReasons = ['start', 'runs', 'stop', 'upgrade', 'reset', 'manual'] as const;
export type BackupReason = (typeof backupReasons)[number];

const nameSchema = z.string().check(z.minLength(1));
const integerText = z.string().check(z.regex(/^-?\d{1,20}$/));

export const headerSchema = z.object({
  dossard_backup: z.literal(formatVersion),
  written_at: z.iso.datetime(),
  reason: z.enum(backupReasons),
  /** The last migration, identified by its time; name and hash are for people. */
  schema: z.object({ when: z.int(), hash: z.string(), migration: z.nullable(z.string()) }),
  /** Checksum of the tables' content. */
  mark: z.string(),
  tables: z.array(z.object({ name: nameSchema, columns: z.array(nameSchema).check(z.minLength(1)) })),
  left_out: z.array(z.string()),
  /** The next value of each sequence that numbers a column. */
  sequences: z.array(z.object({ table: nameSchema, column: nameSchema, next: integerText })),
});
export type BackupHeader = z.infer<typeof headerSchema>;
export type BackupTable = BackupHeader['tables'][number];

export const tableSchema = z.strictObject({ table: nameSchema });
export const countsSchema = z.strictObject({ rows: z.record(z.string(), z.int()) });
export const checksumSchema = z.strictObject({ sha256: z.string() });

/** Whether a parsed line is a row with that many columns. */
export function isRow(value: unknown, columns: number): boolean {
  return (
    Array.isArray(value) && value.length === columns && value.every((one) => one === null || typeof one === 'string')
  );
}

export const lineOf = (value: object) => `${JSON.stringify(value)}\n`;
