import * as z from 'zod/mini';
import { groupSchema } from '../categories/group.ts';
import { statusSchema } from '../rankings/rider.status.ts';
import { idSchema, riderShape, storedTimeSchema, timeSchema } from '../text/text.schema.ts';

/** The hand-out of bibs on the day of the event (B4): which riders came for theirs. */
export const handoutSchema = z.object({
  riders: z.array(
    z.object({
      dossard: idSchema,
      ...groupSchema.shape,
      ...riderShape,
      status: z.nullable(statusSchema),
      run_count: z.int(),
      came: z.boolean(),
      /** When that was last set, by the server's clock; null if never. */
      ticked_at: z.nullable(storedTimeSchema),
    }),
  ),
});
export type Handout = z.infer<typeof handoutSchema>;

/** A tick made on a device: `at` is the time by the device's own clock. */
const tickSchema = z.object({ dossard: idSchema, came: z.boolean(), at: timeSchema });
export type Tick = z.infer<typeof tickSchema>;

/** Maximum number of ticks per call. */
export const maxTicks = 500;

/** Ticks of a device. `clock` is its present time, to correct a wrong clock. */
export const ticksSchema = z.object({
  clock: timeSchema,
  ticks: z.array(tickSchema).check(z.minLength(1), z.maxLength(maxTicks)),
});

export const absenceSchema = z.object({
  dossards: z.array(idSchema).check(z.minLength(1), z.maxLength(5_000)),
});
/** The riders who became DNS, without those skipped because something else was known by then. */
export const markedAbsentSchema = z.object({ dossards: z.array(idSchema) });
