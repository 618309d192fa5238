import * as z from 'zod/mini';
import { pageParameter } from '../text/pages.ts';
import { idSchema, storedTimeSchema } from '../text/text.schema.ts';
import { alarmRules } from './alarm.rules.ts';

/** The kinds of alarms (Q2). */
export const alarmKindSchema = z.enum(Object.keys(alarmRules) as AlarmKind[]);
export type AlarmKind = keyof typeof alarmRules;

/** How long alarms are kept, in days (Q6). */
export const alarmDays = 180;
/** Past alarms on one page of their list. */
export const alarmPageSize = 50;

export const alarmQuerySchema = z.object({ page: z._default(pageParameter, 1) });

export const alarmSchema = z.object({
  key: z.string(),
  kind: alarmKindSchema,
  /** The measured value: percent of a disk, refusals in a minute, seconds, competitions; 1 for a fault. */
  value: z.number(),
  /** The competition concerned, with its name; null if it concerns the installation. */
  competition: z.nullable(z.object({ id: idSchema, name: z.string() })),
  raised_at: storedTimeSchema,
  /** Null while it is active. */
  cleared_at: z.nullable(storedTimeSchema),
});
export type Alarm = z.infer<typeof alarmSchema>;
