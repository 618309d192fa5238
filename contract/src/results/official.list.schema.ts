import * as z from 'zod/mini';
import { groupSchema } from '../categories/group.ts';
import { chainHeadSchema } from '../chain/chain.schema.ts';
import { criterionSchema, scoredShape, storedRankingRuleSchema } from '../rankings/ranking.schema.ts';
import { statusSchema } from '../rankings/rider.status.ts';
import { eventShape, idSchema, storedTimeSchema } from '../text/text.schema.ts';

/** A run in an official list, with its points at that time. */
const listedRunSchema = z.object({
  run_number: idSchema,
  zone_id: idSchema,
  ...scoredShape,
});

const listedRiderSchema = z.object({
  rank: z.nullable(z.int()),
  dossard: idSchema,
  status: z.nullable(statusSchema),
  total_points: z.int(),
  penality: z.int(),
  chrono_sec: z.number(),
  number_of_runs: z.int(),
  decided_by: z.nullable(criterionSchema),
  runs: z.array(listedRunSchema),
});
export type ListedRider = z.infer<typeof listedRiderSchema>;

/**
 * The JSON of an official list (E4). Its bytes are hashed, so they contain no names: `name_sha256` is the SHA-256, in
 * hex, of salt, first name, last name and club, separated by line feeds.
 */
export const officialListSchema = z.object({
  dossard_official_list: z.literal(1),
  /** See `rankingRulesVersion`; absent in lists from before rules had versions. */
  rules_version: z.optional(z.int()),
  competition: z.object({
    ...eventShape,
    organizer: z.string(),
  }),
  ...groupSchema.shape,
  revision: z.int(),
  published_at: storedTimeSchema,
  ranking_rule: storedRankingRuleSchema,
  zones: z.array(z.object({ id: idSchema, name: z.string(), points_of_doors: z.nullable(z.array(z.int())) })),
  /** What was missing at the time of publication (E11); absent if nothing was. */
  missing: z.optional(z.object({ runs: z.int(), riders: z.int() })),
  /** The zones of the group that were closed at the time of publication (U8); absent if all were open. */
  closed_zones: z.optional(z.array(z.string())),
  rankings: z.array(z.extend(listedRiderSchema, { name_sha256: z.string() })),
  /** The head of the competition's chain at the time of publication (H4). */
  chain: chainHeadSchema,
});
export type OfficialList = z.infer<typeof officialListSchema>;
