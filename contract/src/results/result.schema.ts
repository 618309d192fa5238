import * as z from 'zod/mini';
import { groupInputSchema, groupSchema } from '../categories/group.ts';
import { heldSchema } from '../declarations/hold.schema.ts';
import { outcomeSchema } from '../declarations/outcome.schema.ts';
import { declaredResultShape, reasonSchema, resultStateSchema } from '../declarations/result.state.schema.ts';
import { as, idSchema, line, riderShape, storedTimeSchema, timeSchema } from '../text/text.schema.ts';
import { officialListSchema } from './official.list.schema.ts';

/** The result of one group. */
export const groupResultSchema = z.extend(groupSchema, declaredResultShape);
export type GroupResult = z.infer<typeof groupResultSchema>;

/** The result for organisers: also what is missing (E11), whether the live ranking differs (E5), and every revision. */
export const managedResultSchema = z.extend(groupResultSchema, {
  /** All riders of the group, also those with a status. */
  riders: z.int(),
  /** Null without planned laps: then nothing is missing. */
  expected: z.nullable(z.int()),
  /** All recorded runs, also those beyond the planned laps. */
  recorded: z.int(),
  missing_runs: z.int(),
  /** Riders who lack a run. */
  missing_riders: z.int(),
  /** Runs that were compared with a judge's sheet (P5). */
  checked: z.int(),
  /** What the public does not see yet (E12). */
  held: z.nullable(heldSchema),
  release_at: z.nullable(storedTimeSchema),
  differs: z.boolean(),
  revisions: z.array(
    z.object({
      revision: z.int(),
      published_at: storedTimeSchema,
      sha256: z.string(),
      reason: z.nullable(z.string()),
      jury: z.array(z.string()),
    }),
  ),
});
export type ManagedResult = z.infer<typeof managedResultSchema>;

/** An admin's declaration about a group (E1–E3). */
export const resultDeclarationSchema = z.extend(groupInputSchema, {
  state: resultStateSchema,
  complaints_until: z.optional(z.nullable(timeSchema)),
  reason: z.optional(reasonSchema),
  /** True to publish although runs are missing (E11). */
  accept_missing: z.optional(z.boolean()),
  /** Names of the jury, for the printed list. */
  jury: z.optional(z.array(line(1, 100)).check(z.maxLength(10, as('too_many')))),
});
/** Holds the results of groups, or of all with null, until they are released by hand or at a time (E12). */
export const resultHoldSchema = z.object({
  groups: z.nullable(z.array(groupInputSchema).check(z.minLength(1), z.maxLength(500))),
  /** Null releases them. */
  held: z.nullable(heldSchema),
  release_at: z.optional(z.nullable(timeSchema)),
});
export type ResultHold = z.infer<typeof resultHoldSchema>;

export type ResultDeclaration = z.infer<typeof resultDeclarationSchema>;

/** The name of a rider in an official list, as shown on public pages. */
const listedNameSchema = z.object({
  dossard: idSchema,
  /** Whether the rider's personal data were erased, including the name (E7). */
  erased: z.boolean(),
  ...riderShape,
  /** The salt to verify the name with the list's `name_sha256`; null if the full name is not shown. */
  salt: z.nullable(z.string()),
});

/** An official list with the data that is not part of its hashed bytes. */
export const publishedListSchema = z.object({
  list: officialListSchema,
  sha256: z.string(),
  reason: z.nullable(z.string()),
  jury: z.array(z.string()),
  names: z.array(listedNameSchema),
  /** The outcomes of the group's complaints, in the order of the decisions (E9); absent in answers of older servers. */
  complaints: z.optional(
    z.array(z.object({ dossard: idSchema, outcome: outcomeSchema, decided_at: storedTimeSchema })),
  ),
  /** Number of revisions. */
  revisions: z.int(),
});
export type PublishedList = z.infer<typeof publishedListSchema>;

/** The official list with this SHA-256 of its bytes (E8). */
export const verifiedListSchema = z.object({
  competition_id: idSchema,
  competition_name: z.string(),
  ...groupSchema.shape,
  revision: z.int(),
  published_at: storedTimeSchema,
  /** The number of the latest revision; a later one replaces this list. */
  latest_revision: z.int(),
});
export type VerifiedList = z.infer<typeof verifiedListSchema>;

export const verifyQuerySchema = z.object({
  sha256: z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[0-9a-f]{64}$/, as('invalid_sha256'))),
});
