import * as z from 'zod/mini';
import { seenSchema } from '../calls/seen.schema.ts';
import { groupInputSchema, groupSchema } from '../categories/group.ts';
import { forPoints } from '../runs/doors.ts';
import { as, idSchema, line, storedTimeSchema } from '../text/text.schema.ts';

const pointsSchema = z.int().check(z.minimum(0), z.maximum(10_000));

/** A graduation in a request: its group, and the points of its doors. */
export const graduationInputSchema = z.extend(groupInputSchema, {
  ...forPoints(() => pointsSchema),
});
export type GraduationInput = z.infer<typeof graduationInputSchema>;

export const graduationUpdateSchema = z.extend(graduationInputSchema, { seen: seenSchema });
export type GraduationUpdate = z.infer<typeof graduationUpdateSchema>;

export const graduationSchema = z.object({
  id: idSchema,
  ...groupSchema.shape,
  ...forPoints(() => z.int()),
});
export type Graduation = z.infer<typeof graduationSchema>;

export const zoneInputSchema = z.object({
  name: line(1, 100),
  graduations: z.array(graduationInputSchema).check(z.minLength(1), z.maxLength(200, as('too_many'))),
});
export type ZoneInput = z.infer<typeof zoneInputSchema>;

/** A new name of a zone and, if given, its complete new set of graduations (G3). */
export const zoneUpdateSchema = z.object({
  name: line(1, 100),
  graduations: z.optional(zoneInputSchema.shape.graduations),
  seen: seenSchema,
});
export type ZoneUpdate = z.infer<typeof zoneUpdateSchema>;

export const zoneSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Since when nobody rides there (U8); null or, in answers of older servers, absent while it is open. */
  closed_at: z.nullish(storedTimeSchema),
  graduations: z.array(graduationSchema),
});
export type Zone = z.infer<typeof zoneSchema>;
