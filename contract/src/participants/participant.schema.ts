import * as z from 'zod/mini';
import { bibSchema } from '../bibs/bib.schema.ts';
import { seenSchema } from '../calls/seen.schema.ts';
import { categorySchema, genderSchema } from '../categories/category.schema.ts';
import { groupSchema } from '../categories/group.ts';
import { statusSchema } from '../rankings/rider.status.ts';
import { writtenProblemSchema } from '../refusals/problem.schema.ts';
import { startsAtSchema } from '../starts/start.plan.schema.ts';
import { idSchema, namesShape, storedTimeSchema } from '../text/text.schema.ts';
import { optionalShape, participantFieldNames, sentShape, storedShape } from './participant.fields.ts';
import { statusShape } from './status.fields.ts';

/** A participant in a request. */
export const participantInputSchema = z.object({
  competition_id: idSchema,
  dossard_number: idSchema,
  ...sentShape,
});
export type ParticipantInput = z.infer<typeof participantInputSchema>;

export const participantUpdateSchema = z.extend(participantInputSchema, { seen: seenSchema });
export type ParticipantUpdate = z.infer<typeof participantUpdateSchema>;

export const participantSchema = z.object({
  dossard_number: idSchema,
  ...storedShape,
  ...optionalShape(statusShape),
  competition_id: idSchema,
  run_count: z.int(),
  /** Position in the start order of the group (R16); null without one, absent in answers of older servers. */
  start_position: z.nullish(z.int()),
  /** When the rider starts (R18); absent without a plan of starts. */
  start_time: z.optional(startsAtSchema),
});
export type Participant = z.infer<typeof participantSchema>;

/** A previous run of a rider, shown to the referee before the next one. */
const previousRunSchema = z.object({
  zone_id: idSchema,
  run_number: idSchema,
  points: z.int(),
  recorded_at: storedTimeSchema,
  /** By the server's clock (D4). */
  ridden_at: storedTimeSchema,
});

export const foundParticipantSchema = z.extend(participantSchema, { previous_runs: z.array(previousRunSchema) });
export type FoundParticipant = z.infer<typeof foundParticipantSchema>;

export const participantKeySchema = z.object({ competition_id: idSchema, dossard_number: idSchema });

export type ImportProblem = z.infer<typeof writtenProblemSchema>;

/**
 * What a column of a file can be: a field of a rider, both names in one with the last or the first name first, or the
 * date of birth, from which the category follows.
 */
export const importFieldSchema = z.enum([
  'dossard_number',
  ...participantFieldNames,
  'full_name',
  'first_last_name',
  'birth_date',
]);
export type ImportField = z.infer<typeof importFieldSchema>;

const importActionSchema = z.enum(['add', 'change', 'none', 'refuse']);

/**
 * What a person says about a row whose rider may be on the list already: the rider has a new bib, they are two riders,
 * the row is left out, or it corrects the rider of its bib.
 */
const importChoiceSchema = z.enum(['move', 'both', 'skip', 'correct']);
export type ImportChoice = z.infer<typeof importChoiceSchema>;

const importRowSchema = z.object({
  sheet: z.optional(z.string()),
  row: z.int(),
  dossard_number: z.nullable(z.int()),
  action: importActionSchema,
  /** The rider as it would be stored; for an unreadable row, the names in the sheet. */
  ...optionalShape(storedShape),
  last_name: z.string(),
  first_name: z.string(),
  /** Old and new value of each field that would change. */
  changes: z.optional(z.record(z.string(), z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) }))),
  errors: z.optional(z.array(writtenProblemSchema)),
  /** What a person may choose for this row, and what was chosen. */
  choices: z.optional(z.array(importChoiceSchema)),
  choice: z.optional(importChoiceSchema),
});
export type ImportRow = z.infer<typeof importRowSchema>;

export const importAnswerSchema = z.object({
  imported: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** How many lines were refused; with `mode=partial` the problems themselves. */
  rejected: z.union([z.int(), z.array(writtenProblemSchema)]),
  /** With `dry_run=true`: each rider's row, and the problems of the file itself, such as a missing column. */
  rows: z.optional(z.array(importRowSchema)),
  errors: z.optional(z.array(writtenProblemSchema)),
  /** The sheets of the file with the number of riders of each; `why` one was not read, else null. */
  sheets: z.optional(
    z.array(z.object({ name: z.string(), riders: z.int(), read: z.boolean(), why: z.nullable(z.string()) })),
  ),
  /** Columns with text that were not read, with their first cell. */
  unread_columns: z.optional(z.array(z.object({ sheet: z.string(), heading: z.string(), example: z.string() }))),
  /** Columns that were read, by heading. */
  read_columns: z.optional(z.array(z.object({ sheet: z.string(), heading: z.string(), field: importFieldSchema }))),
  /** Doubts about cells that were read; they refuse nothing. */
  warnings: z.optional(z.array(writtenProblemSchema)),
});
export type ImportAnswer = z.infer<typeof importAnswerSchema>;

export const importQuerySchema = z.object({
  mode: z.optional(z.enum(['partial'])),
  dry_run: z.optional(z.enum(['true', 'false'])),
});

/** The files that a chooser of a list offers first; a list is read by its content, whatever its name (I1). */
export const listFiles =
  '.csv,.xlsx,.xlsm,.xlsb,.xls,.ods,text/csv,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * What a person decided about a file: its sheets, the fields of its columns by heading, what its words mean, which bibs
 * its riders without one get, and what rows are whose rider may be on the list already.
 */
export const importOptionsSchema = z.object({
  sheets: z.optional(z.array(z.string())),
  columns: z.optional(z.record(z.string(), z.nullable(importFieldSchema))),
  values: z.optional(
    z.object({
      gender: z.optional(z.record(z.string(), genderSchema)),
      category: z.optional(z.record(z.string(), categorySchema)),
    }),
  ),
  bibs: z.optional(
    z.object({
      first: bibSchema,
      /** In the order of the file, or group by group. */
      by: z.enum(['order', 'group']),
      /** Riders keep the bib of their licence in this season (B3). */
      keep_season: z.boolean(),
    }),
  ),
  choices: z.optional(
    z
      .array(z.object({ sheet: z.optional(z.string()), row: z.int(), action: importChoiceSchema }))
      .check(z.maxLength(20_000)),
  ),
});
export type ImportOptions = z.infer<typeof importOptionsSchema>;

/** The data of a rider that a referee's phone caches, to work offline. */
export const rosterRiderSchema = z.object({
  dossard_number: idSchema,
  ...groupSchema.shape,
  ...namesShape,
  status: z.nullish(statusSchema),
  start_position: z.nullish(z.int()),
  start_time: z.optional(startsAtSchema),
  /** Number of runs by zone id. */
  runs_by_zone: z.record(z.string(), z.int()),
});
export type RosterRider = z.infer<typeof rosterRiderSchema>;

/** Which riders have ridden in which zones, for the organiser. */
export const progressSchema = z.object({
  server_time: storedTimeSchema,
  zones: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      /** The runs of the last hour in steps of five minutes, oldest first (P4). */
      last_hour: z.array(z.int()),
      /** When the latest of them was recorded; absent in answers of older servers. */
      last_run_at: z.nullish(storedTimeSchema),
    }),
  ),
  riders: z.array(
    z.object({
      dossard: idSchema,
      ...z.omit(rosterRiderSchema, { dossard_number: true, start_position: true, start_time: true }).shape,
    }),
  ),
});
export type Progress = z.infer<typeof progressSchema>;
