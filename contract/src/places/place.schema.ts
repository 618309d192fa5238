import * as z from 'zod/mini';
import { competitionInputSchema } from '../competitions/competition.schema.ts';
import { idSchema, line, storedTimeSchema } from '../text/text.schema.ts';

/** A row in an answer, of any kind of `rowSchema`. */
const shownRowSchema = z.record(z.string(), z.unknown());

/** The result of comparing the data of two installations (Y7). */
export const comparisonSchema = z.object({
  compared_at: storedTimeSchema,
  /** Runs that count, in both or here. */
  runs: z.int(),
  /** The differences: a table, and for runs the hour of arrival. */
  differs: z.array(z.object({ table: z.string(), hour: z.nullable(storedTimeSchema) })),
});
export type Comparison = z.infer<typeof comparisonSchema>;

/** A change made in the other installation after home had moved here, with the present row here. */
const placeConflictSchema = z.object({
  id: z.uuid(),
  made_at: storedTimeSchema,
  theirs: shownRowSchema,
  ours: z.nullable(shownRowSchema),
});
export type PlaceConflict = z.infer<typeof placeConflictSchema>;

/** The state of sharing a competition with the other installation. */
const placeSchema = z.object({
  /** Whether this installation is home, where everything but runs is changed. */
  is_home: z.boolean(),
  other_name: z.string(),
  /** Where this installation calls the other one; null if it is called instead. */
  other_url: z.nullable(z.string()),
  last_contact: z.nullable(storedTimeSchema),
  /** Number of log entries that the other installation has not received yet, and of those still to receive. */
  to_send: z.int(),
  to_receive: z.int(),
  /** Seconds by which the other installation's clock is ahead; null before the first contact. */
  clock_ahead_sec: z.nullable(z.int()),
  comparison: z.nullable(comparisonSchema),
  /** Whether home can be given to the other installation, which must know that home is here. */
  can_give: z.boolean(),
  /** Where the sharing was ended; null while it continues. */
  ended: z.nullable(z.enum(['here', 'there'])),
  /** What blocks the exchange: another version there, rows that cannot be stored here, or a suspension there. */
  trouble: z.nullable(z.enum(['version', 'rows', 'suspended'])),
  /** Whether the account that set up the exchange here no longer manages the competition (X2). */
  suspended: z.boolean(),
  conflicts: z.array(placeConflictSchema),
});
export type Place = z.infer<typeof placeSchema>;

/** Null if the competition is not shared. */
export const placeAnswerSchema = z.object({ place: z.nullable(placeSchema) });

/** A code to type in the other installation, with this installation's address. */
export const placeCodeSchema = z.object({ code: z.string(), address: z.url(), expires_at: storedTimeSchema });
export type PlaceCode = z.infer<typeof placeCodeSchema>;

/** Maximum length of an installation's address, in characters. */
const maxAddress = 300;

/** The code and the address shown by the other installation. */
export const placeJoinSchema = z.object({ address: line(1, maxAddress), code: line(1, 40) });
export type PlaceJoin = z.infer<typeof placeJoinSchema>;

export const placeMoveSchema = z.object({
  to: z.enum(['here', 'there']),
});

export const conflictDecisionSchema = z.object({ take: z.enum(['ours', 'theirs']) });

/** Older installations do not send them. */
const earlierSchema = z._default(z.array(z.uuid()).check(z.maxLength(100)), []);

/** SPKI in base64. */
const publicKeySchema = z.string().check(z.regex(/^[A-Za-z0-9+/=]{1,500}$/));

/** The first request to another installation: who calls, and what to share. */
export const pairRequestSchema = z.object({
  code_id: z.string().check(z.regex(/^[A-Z0-9]{1,20}$/)),
  version: z.int(),
  /** The caller's clock. */
  now: storedTimeSchema,
  name: line(1, maxAddress),
  public_key: publicKeySchema,
  /** The competition to give to the other installation; null to get one from it. */
  competition: z.nullable(competitionInputSchema),
  /** Earlier sharings of this competition, newest first. */
  earlier: earlierSchema,
});
export type PairRequest = z.infer<typeof pairRequestSchema>;

export const pairAnswerSchema = z.extend(z.omit(pairRequestSchema, { code_id: true, version: true }), {
  pair: z.uuid(),
});
export type PairAnswer = z.infer<typeof pairAnswerSchema>;

/** A text with a proof that its sender knows the code, without revealing it. */
export const provedSchema = z.object({ said: z.string(), proof: z.string() });

export const joinedSchema = z.object({ competition_id: idSchema });
