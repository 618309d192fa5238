import * as z from 'zod/mini';
import { groupInputSchema, groupSchema } from '../categories/group.ts';
import { namesShape } from '../text/text.schema.ts';

/** Bibs of at most five digits, which fit on a plate. */
export const bibSchema = z.int().check(z.minimum(1), z.maximum(99_999));

/** How to assign bibs to accepted entries (B1–B3); a dry run only plans it. */
export const bibWishesSchema = z.object({
  blocks: z
    .array(
      z.object({
        /** Null for all groups that have no block of their own. */
        group: z.nullable(groupInputSchema),
        from: bibSchema,
        /** Null for no upper limit. */
        to: z.nullable(bibSchema),
      }),
    )
    .check(z.minLength(1), z.maxLength(100)),
  /** Missing number plates. */
  left_out: z.array(bibSchema).check(z.maxLength(1_000)),
  /** Riders keep the bib of their licence in this season. */
  keep: z.boolean(),
  dry_run: z._default(z.boolean(), false),
});

export const givenBibsSchema = z.object({
  riders: z.array(
    z.object({
      entry: z.int(),
      ...namesShape,
      ...groupSchema.shape,
      club: z.nullable(z.string()),
      dossard: z.nullable(z.int()),
      why: z.enum(['kept', 'block', 'no_block', 'block_full']),
      /** The bib of the season, if another rider has it. */
      lost: z.nullable(z.int()),
    }),
  ),
  /** How many riders got a bib. */
  given: z.int(),
});
export type GivenBibs = z.infer<typeof givenBibsSchema>;
