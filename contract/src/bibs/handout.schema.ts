import * as z from 'zod/mini';
import { genderSchema } from '../categories/category.schema.ts';
import { statusSchema } from '../rankings/rider.status.ts';
import { idSchema, storedTimeSchema, timeSchema } from '../text/text.schema.ts';

/** The hand-out of bibs on the day of the event (B4): who came for theirs, and who did not. */
export const handoutSchema = z.object({
  riders: z.array(
    z.object({
      dossard: idSchema,
      category: z.string(),
      gender: genderSchema,
      first_name: z.string(),
      last_name: z.string(),
      club: z.nullable(z.string()),
      status: z.nullable(statusSchema),
      run_count: z.int(),
      came: z.boolean(),
      /** When that was last said, by the server's clock; null while nobody said anything. */
      ticked_at: z.nullable(storedTimeSchema),
    }),
  ),
});
export type Handout = z.infer<typeof handoutSchema>;

/** A tick as a device keeps it: `at` is the time by the device's own clock. */
export const tickSchema = z.object({ dossard: idSchema, came: z.boolean(), at: timeSchema });
export type Tick = z.infer<typeof tickSchema>;

/** How many ticks one call takes. */
export const maxTicks = 500;

/** Ticks of a device. `clock` is its time now, so that a clock that is wrong misplaces no tick. */
export const ticksSchema = z.object({
  clock: timeSchema,
  ticks: z.array(tickSchema).check(z.minLength(1), z.maxLength(maxTicks)),
});

export const absencesSchema = z.object({
  dossards: z.array(idSchema).check(z.minLength(1), z.maxLength(5_000)),
});
/** The riders who became DNS; not those of whom something else was known by then. */
export const absentSchema = z.object({ dossards: z.array(idSchema) });
