import * as z from 'zod/mini';
import { reasonSchema } from '../declarations/result.state.schema.ts';
import { doorsShape, runSchema, runUpdateSchema, submissionIdSchema } from '../runs/run.schema.ts';
import { idSchema, line, storedTimeSchema } from '../text/text.schema.ts';

/* What referees tell the desk from the field: corrections that they ask for (U6), and calls (U7). */

const { run_number, dossard, penality, chrono_sec } = runUpdateSchema.shape;
const wordSchema = line(0, 200);

/** What a run should be, as its referee says. */
const wantedShape = {
  ...doorsShape,
  penality,
  chrono_sec,
  /** The bib it belongs to, if it was recorded for another one. */
  to_dossard: z.nullish(idSchema),
  /** The run should not exist. */
  remove: z.nullish(z.boolean()),
};

/** A correction that a referee asks for; `version` is the one of the run that they saw. */
export const runRequestInputSchema = z.object({
  request_id: submissionIdSchema,
  dossard,
  run_number,
  version: z.int().check(z.minimum(1)),
  ...wantedShape,
  reason: reasonSchema.check(z.minLength(1)),
});
export type RunRequestInput = z.infer<typeof runRequestInputSchema>;

export const runRequestSchema = z.object({
  request_id: z.string(),
  asked_by: z.string(),
  asked_at: storedTimeSchema,
  /** The run as it was when the correction was asked for. */
  run: runSchema,
  wanted: z.object({ ...wantedShape, penality: z.int(), chrono_sec: z.number(), to_dossard: z.nullish(z.int()) }),
  reason: z.string(),
  state: z.enum(['open', 'accepted', 'declined']),
  /** The desk's answer to the referee. */
  word: z.nullable(z.string()),
});
export type RunRequest = z.infer<typeof runRequestSchema>;

export const requestDecisionSchema = z.object({ accept: z.boolean(), word: z.optional(wordSchema) });
export type RequestDecision = z.infer<typeof requestDecisionSchema>;

/** `zone_closed` and `zone_open` also close and open the zone (U8). */
export const callKindSchema = z.enum(['question', 'incident', 'medical', 'zone_closed', 'zone_open']);
export type CallKind = z.infer<typeof callKindSchema>;

export const deskCallInputSchema = z.object({
  call_id: submissionIdSchema,
  zone_id: idSchema,
  kind: callKindSchema,
  text: line(0, 300),
  /** How long it waited on its phone without network, in seconds by the phone's clock, however wrong that is. */
  waited_sec: z.optional(z.int().check(z.minimum(0))),
});
export type DeskCallInput = z.infer<typeof deskCallInputSchema>;

export const deskCallSchema = z.object({
  call_id: z.string(),
  zone_id: idSchema,
  kind: callKindSchema,
  text: z.string(),
  by: z.string(),
  /** When it was made, by the server's clock. */
  at: storedTimeSchema,
  answer: z.nullable(z.string()),
  answered_at: z.nullable(storedTimeSchema),
});
export type DeskCall = z.infer<typeof deskCallSchema>;

export const callAnswerSchema = z.object({ answer: wordSchema.check(z.minLength(1)) });
