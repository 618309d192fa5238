import * as z from 'zod/mini';
import { seenSchema } from '../calls/seen.schema.ts';
import { genderSchema } from '../categories/category.schema.ts';
import { statusSchema } from '../rankings/rider.status.ts';
import { idSchema, storedTimeSchema } from '../text/text.schema.ts';
import { optionalShape, sentShape, storedShape } from './participant.fields.ts';
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
});
export type Participant = z.infer<typeof participantSchema>;

/** A previous run of a rider, shown to the referee before the next one. */
const previousRunSchema = z.object({
  zone_id: idSchema,
  run_number: idSchema,
  points: z.int(),
  recorded_at: storedTimeSchema,
});

export const foundParticipantSchema = z.extend(participantSchema, { previous_runs: z.array(previousRunSchema) });
export type FoundParticipant = z.infer<typeof foundParticipantSchema>;

export const participantKeySchema = z.object({ competition_id: idSchema, dossard_number: idSchema });

const importProblemSchema = z.object({
  path: z.string(),
  code: z.string(),
  message: z.string(),
  row: z.optional(z.int()),
  column: z.optional(z.string()),
});
export type ImportProblem = z.infer<typeof importProblemSchema>;

const importActionSchema = z.enum(['add', 'change', 'none', 'refuse']);

const importRowSchema = z.object({
  row: z.int(),
  dossard_number: z.nullable(z.int()),
  action: importActionSchema,
  /** The rider as it would be stored; for an unreadable row, the names in the sheet. */
  ...optionalShape(storedShape),
  last_name: z.string(),
  first_name: z.string(),
  /** Old and new value of each field that would change. */
  changes: z.optional(z.record(z.string(), z.object({ from: z.nullable(z.string()), to: z.nullable(z.string()) }))),
  errors: z.optional(z.array(importProblemSchema)),
});
export type ImportRow = z.infer<typeof importRowSchema>;

export const importAnswerSchema = z.object({
  imported: z.int(),
  updated: z.int(),
  unchanged: z.int(),
  /** How many lines were refused; with `mode=partial` the problems themselves. */
  rejected: z.union([z.int(), z.array(importProblemSchema)]),
  /** With `dry_run=true`: each rider's row, and the problems of the file itself, such as a missing column. */
  rows: z.optional(z.array(importRowSchema)),
  errors: z.optional(z.array(importProblemSchema)),
});
export type ImportAnswer = z.infer<typeof importAnswerSchema>;

export const importQuerySchema = z.object({
  mode: z.optional(z.enum(['partial'])),
  dry_run: z.optional(z.enum(['true', 'false'])),
});

/** The data of a rider that a referee's phone caches, to work offline. */
export const rosterRiderSchema = z.object({
  dossard_number: idSchema,
  category: z.string(),
  gender: genderSchema,
  first_name: z.string(),
  last_name: z.string(),
  status: z.nullish(statusSchema),
  start_position: z.nullish(z.int()),
  /** Number of runs by zone id. */
  runs_by_zone: z.record(z.string(), z.int()),
});
export type RosterRider = z.infer<typeof rosterRiderSchema>;

/** Which riders have ridden in which zones, for the organiser. */
export const progressSchema = z.object({
  server_time: storedTimeSchema,
  /** `last_hour` counts the runs of the last hour in steps of five minutes, oldest first (P4). */
  zones: z.array(z.object({ id: idSchema, name: z.string(), last_hour: z.array(z.int()) })),
  riders: z.array(
    z.object({
      dossard: idSchema,
      category: z.string(),
      gender: genderSchema,
      first_name: z.string(),
      last_name: z.string(),
      status: z.nullish(statusSchema),
      /** Number of runs by zone id. */
      runs_by_zone: z.record(z.string(), z.int()),
    }),
  ),
});
export type Progress = z.infer<typeof progressSchema>;
