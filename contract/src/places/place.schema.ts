import * as z from 'zod/mini';
import { competitionInputSchema } from '../competitions/competition.schema.ts';
import { idSchema, line, storedTimeSchema } from '../text/text.schema.ts';

/** A row as an answer shows it, of any kind of `rowSchema`. */
const shownRowSchema = z.record(z.string(), z.unknown());

/** What two installations found when they compared what each has (Y7). */
export const comparisonSchema = z.object({
  compared_at: storedTimeSchema,
  /** Runs that count, in both or here. */
  runs: z.int(),
  /** What is not the same: a table, and for runs the hour in which they were received. */
  differs: z.array(z.object({ table: z.string(), hour: z.nullable(storedTimeSchema) })),
});
export type Comparison = z.infer<typeof comparisonSchema>;

/** Something that was changed in the other installation after home had moved here, with how it is here now. */
export const placeConflictSchema = z.object({
  id: z.uuid(),
  made_at: storedTimeSchema,
  theirs: shownRowSchema,
  ours: z.nullable(shownRowSchema),
});
export type PlaceConflict = z.infer<typeof placeConflictSchema>;

/** How a shared competition stands to the other installation. */
export const placeSchema = z.object({
  /** Whether home, where everything but runs is changed, is here. */
  is_home: z.boolean(),
  other_name: z.string(),
  /** Where this installation calls the other one; null where it is called. */
  other_url: z.nullable(z.string()),
  last_contact: z.nullable(storedTimeSchema),
  /** Entries of the log that the other installation does not have yet, and that are still to come from it. */
  to_send: z.int(),
  to_receive: z.int(),
  /** Seconds by which the other installation's clock is ahead; null before the first contact. */
  clock_ahead_sec: z.nullable(z.int()),
  comparison: z.nullable(comparisonSchema),
  /** Whether home can be given to the other installation, which must know that it is here. */
  can_give: z.boolean(),
  /** Where the sharing was ended; null while it goes on. */
  ended: z.nullable(z.enum(['here', 'there'])),
  /** What keeps both from exchanging anything: another version there, or rows that cannot be stored here. */
  trouble: z.nullable(z.enum(['version', 'rows'])),
  conflicts: z.array(placeConflictSchema),
});
export type Place = z.infer<typeof placeSchema>;

/** Null where the competition is in this installation alone. */
export const placeAnswerSchema = z.object({ place: z.nullable(placeSchema) });

/** A code to be typed in the other installation, with the address of this one. */
export const placeCodeSchema = z.object({ code: z.string(), address: z.url(), expires_at: storedTimeSchema });
export type PlaceCode = z.infer<typeof placeCodeSchema>;

/** The longest address of an installation, in characters. */
const maxAddress = 300;

/** The code and the address that the other installation shows. */
export const placeJoinSchema = z.object({ address: line(1, maxAddress), code: line(1, 40) });
export type PlaceJoin = z.infer<typeof placeJoinSchema>;

export const placeMoveSchema = z.object({
  to: z.enum(['here', 'there']),
});

export const conflictDecisionSchema = z.object({ take: z.enum(['ours', 'theirs']) });

/** An older installation says nothing of them. */
const earlierSchema = z._default(z.array(z.uuid()).check(z.maxLength(100)), []);

/** What one installation says of itself and of what it shares, when it calls another one for the first time. */
export const pairRequestSchema = z.object({
  code_id: z.string(),
  version: z.int(),
  /** The clock of who calls. */
  now: storedTimeSchema,
  name: z.string(),
  public_key: z.string(),
  /** The competition that the other installation is to get; null to get one from it. */
  competition: z.nullable(competitionInputSchema),
  /** Earlier sharings of this competition, newest first. */
  earlier: earlierSchema,
});
export type PairRequest = z.infer<typeof pairRequestSchema>;

export const pairAnswerSchema = z.object({
  pair: z.uuid(),
  now: storedTimeSchema,
  name: z.string(),
  public_key: z.string(),
  competition: z.nullable(competitionInputSchema),
  earlier: earlierSchema,
});
export type PairAnswer = z.infer<typeof pairAnswerSchema>;

/** Something that is proved by the code both sides know, without showing it. */
export const provedSchema = z.object({ said: z.string(), proof: z.string() });

export const joinedSchema = z.object({ competition_id: idSchema });
