import * as z from 'zod/mini';
import { numberParameter } from '../text/number.parameter.ts';
import { idSchema, storedTimeSchema } from '../text/text.schema.ts';

/** What an alarm can be about (Q2). */
export const alarmKindSchema = z.enum([
  'backup_failing',
  'far_backup_failing',
  'drill_failed',
  'disk_low',
  'database_away',
  'database_restarted',
  'server_killed',
  'live_silent',
  'overload',
  'guessing',
  'mails_waiting',
  'unsent_old',
]);
export type AlarmKind = z.infer<typeof alarmKindSchema>;

/** How long alarms are kept, in days (Q6). */
export const alarmDays = 180;
/** Past alarms on one page of their list. */
export const alarmPageSize = 50;

export const alarmQuerySchema = z.object({ page: z._default(numberParameter(1, 1_000_000), 1) });

export const alarmSchema = z.object({
  key: z.string(),
  kind: alarmKindSchema,
  /** What was measured: percent of a disk in use, refusals in a minute, seconds; 1 where there is nothing to measure. */
  value: z.number(),
  /** The competition that it concerns, with its name; null where it concerns the installation. */
  competition: z.nullable(z.object({ id: idSchema, name: z.string() })),
  raised_at: storedTimeSchema,
  /** Null while it stands. */
  cleared_at: z.nullable(storedTimeSchema),
});
export type Alarm = z.infer<typeof alarmSchema>;
