import * as z from 'zod/mini';
import { phoneIdSchema } from '../phones/phone.schema.ts';
import { as, eventShape, idSchema, line, storedTimeSchema, timeSchema } from '../text/text.schema.ts';

/*
 * Links by which a judge records runs with a name only, for some hours and zones (B1). The token is in the fragment of
 * the address, so that it reaches no log.
 */

export const judgeTokenSchema = z.string().check(z.minLength(1), z.maxLength(200));

/** How many phones may open a link, for each of its zones. */
const phonesSchema = z.int().check(z.minimum(1), z.maximum(20));

export const judgeLinkInputSchema = z
  .object({
    /** Null for all zones, also those that are added later. */
    zone_ids: z.nullable(z.array(idSchema).check(z.minLength(1), z.maxLength(200, as('too_many')))),
    /** For whom or what it is; null or empty for nothing. */
    label: z.nullish(line(0, 60)),
    starts_at: z.nullish(timeSchema),
    /** Absent: the end of the event’s day. */
    ends_at: z.nullish(timeSchema),
    phones: z._default(phonesSchema, 3),
  })
  .check(
    z.refine(({ starts_at, ends_at }) => !starts_at || !ends_at || starts_at < ends_at, {
      error: as('end_before_start'),
      path: ['ends_at'],
    }),
  );
export type JudgeLinkInput = z.infer<typeof judgeLinkInputSchema>;

/** A change of a link; omitted fields stay unchanged. */
export const judgeLinkUpdateSchema = z.object({
  /** Hides all runs of the link from the ranking, or shows them again. */
  hidden: z.optional(z.boolean()),
  ends_at: z.optional(timeSchema),
  phones: z.optional(phonesSchema),
});
export type JudgeLinkUpdate = z.infer<typeof judgeLinkUpdateSchema>;

const linkShape = {
  id: idSchema,
  zone_ids: z.nullable(z.array(idSchema)),
  label: z.nullable(z.string()),
  starts_at: z.nullable(storedTimeSchema),
  ends_at: storedTimeSchema,
  phones: z.int(),
};

/** A new link, with the only answer that contains its token. */
export const newJudgeLinkSchema = z.object({ ...linkShape, token: z.string() });

/** A judge who opened a link, on one phone. */
const openedSchema = z.object({
  phone_id: z.string(),
  name: z.string(),
  /** The zone of the phone’s last report; null before it. */
  zone_id: z.nullable(idSchema),
  opened_at: storedTimeSchema,
  last_contact: z.nullable(storedTimeSchema),
  unsent: z.int(),
  /** When the organiser ended the phone; null while it goes on. */
  ended_at: z.nullable(storedTimeSchema),
  /** Runs of this judge that count. */
  runs: z.int(),
});

export const judgeLinkSchema = z.object({
  ...linkShape,
  revoked_at: z.nullable(storedTimeSchema),
  hidden: z.boolean(),
  /** Only while its maker may not invite: it opens nothing, and its runs are quarantined, until an admin changes it. */
  suspended: z.optional(z.boolean()),
  opened: z.array(openedSchema),
});
export type JudgeLink = z.infer<typeof judgeLinkSchema>;

const zoneNameSchema = z.object({ id: idSchema, name: z.string() });

/** What somebody sees who scanned a link, before they give a name. */
export const openLinkSchema = z.object({
  competition: z.object(eventShape),
  zones: z.array(zoneNameSchema),
  ends_at: storedTimeSchema,
});
export type OpenLink = z.infer<typeof openLinkSchema>;

export const judgeOpeningSchema = z.object({ token: judgeTokenSchema, name: line(1, 60), phone_id: phoneIdSchema });
export type JudgeOpening = z.infer<typeof judgeOpeningSchema>;

/** Who judges on this phone, where, and until when. */
export const judgeSessionSchema = z.object({
  /** By which the phone keeps the judge’s runs apart from those of accounts. */
  judge: z.string(),
  competition_id: idSchema,
  competition_name: z.string(),
  zones: z.array(zoneNameSchema),
  name: z.string(),
  ends_at: storedTimeSchema,
});
export type JudgeSession = z.infer<typeof judgeSessionSchema>;
