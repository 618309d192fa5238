import * as z from 'zod/mini';
import { youthWordsSchema } from '../categories/gender.words.ts';
import { groupSchema } from '../categories/group.ts';
import { statusSchema } from '../rankings/rider.status.ts';
import { idSchema, riderShape, storedTimeSchema } from '../text/text.schema.ts';

/* What a speaker reads out (K1–K4): facts about runs, from which the screen builds sentences in its language. */

/** Another rider, and the difference in points: 0 if something else separates them. */
const other = { dossard: z.nullable(idSchema), margin: z.int() };

/** The effect of a run on its rider's place. */
const placeFactSchema = z.discriminatedUnion('kind', [
  /** Leads alone, and did not before; `dossard` is now second. */
  z.object({ kind: z.literal('takes_lead'), ...other }),
  /** Leads, tied with `dossard`, and did not lead before. */
  z.object({ kind: z.literal('shares_lead'), dossard: idSchema }),
  /** Led before and leads now; `dossard` is second. */
  z.object({ kind: z.literal('keeps_lead'), ...other }),
  /** Is among the first three and was not before; `dossard` is the rider right above. */
  z.object({ kind: z.literal('enters_podium'), rank: z.int(), ...other }),
  /** Has a better rank than before, or the first one. */
  z.object({ kind: z.literal('moves_up'), rank: z.int(), ...other }),
  z.object({ kind: z.literal('stays'), rank: z.int(), ...other }),
  /** A run without points may cost a place by penalties or time (R5, R6). */
  z.object({ kind: z.literal('moves_down'), rank: z.int(), ...other }),
  /** Rides outside the ranking (R10–R13). */
  z.object({ kind: z.literal('unranked'), status: z.nullable(statusSchema) }),
]);
export type PlaceFact = z.infer<typeof placeFactSchema>;

/** The fewest points that the rider needs in the last run for at least this place, as things are (K3). */
const needSchema = z.object({
  place: z.union([z.literal(1), z.literal(3)]),
  points: z.int(),
  /** Number of doors for these points; null if the doors are worth different points. */
  doors: z.nullable(z.int()),
});
export type Need = z.infer<typeof needSchema>;

/** A run to read out. */
const speechSchema = z.object({
  dossard: idSchema,
  run_number: idSchema,
  zone_id: idSchema,
  points: z.int(),
  /** All six doors without a penalty. */
  clean: z.boolean(),
  /** Read out before the others (K2). */
  important: z.boolean(),
  place: placeFactSchema,
  need: z.nullable(needSchema),
  /** When it was ridden, by the phone's clock, else its arrival. */
  at: storedTimeSchema,
  received_at: storedTimeSchema,
});
export type Speech = z.infer<typeof speechSchema>;

/** A rider in the speaker's text, with the present place. */
const spokenRiderSchema = z.object({
  dossard: idSchema,
  ...riderShape,
  ...groupSchema.shape,
  rank: z.nullable(z.int()),
  total_points: z.int(),
});
export type SpokenRider = z.infer<typeof spokenRiderSchema>;

export const speakerFeedSchema = z.object({
  competition: z.object({ id: idSchema, name: z.string(), youth_words: z.optional(youthWordsSchema) }),
  /** The competition's version of this feed. */
  version: z.int(),
  /** The runs to read out: the important first, then the others, each by the latest (K2). */
  speeches: z.array(speechSchema),
  /** All zones, with the bibs that ride there now (K4). */
  zones: z.array(z.object({ id: idSchema, name: z.string(), riding_dossards: z.array(idSchema) })),
  /** Who is named above, and the first three of each group, in the order of the rankings. */
  riders: z.array(spokenRiderSchema),
});
export type SpeakerFeed = z.infer<typeof speakerFeedSchema>;

/** The link by which a speaker without an account reads the feed; the token is shown once, when it is created. */
export const speakerLinkSchema = z.object({
  created_by: z.string(),
  created_at: storedTimeSchema,
  expires_at: storedTimeSchema,
});
export type SpeakerLink = z.infer<typeof speakerLinkSchema>;
