import * as z from 'zod/mini';
import { globalPermissionSchema, roleSchema } from '../access/permissions.ts';
import { languages } from '../language/language.ts';
import { idSchema, namesShape, storedTimeSchema } from '../text/text.schema.ts';
import { ownFactorsSchema } from './factor.schema.ts';

/** A session of an account, for its owner. */
export const ownSessionSchema = z.object({
  id: idSchema,
  created_at: storedTimeSchema,
  /** To the nearest hour. */
  used_at: storedTimeSchema,
  /** Browser and system, such as `Firefox · Windows`; empty if unknown. */
  device: z.string(),
  /** The network it was last used from, such as `192.168.1.0/24`. */
  network: z.string(),
  /** Whether it is the session of this request. */
  current: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;

/** The data stored about an account, for its owner. */
export const accountDataSchema = z.object({
  exported_at: storedTimeSchema,
  account: z.object({
    id: idSchema,
    email: z.string(),
    ...namesShape,
    language: z.enum(languages),
    email_verified_at: z.nullable(storedTimeSchema),
    created_at: storedTimeSchema,
    global_permissions: z.array(globalPermissionSchema),
  }),
  /** Without their secrets. */
  second_factors: z.omit(ownFactorsSchema, { required: true }),
  sessions: z.array(z.omit(ownSessionSchema, { current: true })),
  competitions: z.array(z.object({ id: idSchema, name: z.string(), role: roleSchema })),
  series: z.array(z.object({ id: idSchema, name: z.string() })),
  /** Recorded by the account; the riders are identified only by their bibs. */
  runs: z.array(
    z.object({
      competition_id: idSchema,
      dossard: idSchema,
      run_number: idSchema,
      zone_id: idSchema,
      referee_name: z.string(),
      received_at: storedTimeSchema,
    }),
  ),
  /** Corrections of runs that the account asked for, and the desk's words. */
  requests: z.array(
    z.object({
      competition_id: idSchema,
      dossard: idSchema,
      run_number: idSchema,
      asked_by: z.string(),
      asked_at: storedTimeSchema,
      /** The values that the run should have. */
      wanted: z.record(z.string(), z.unknown()),
      reason: z.string(),
      state: z.string(),
      word: z.nullable(z.string()),
    }),
  ),
  /** Calls of the account to the desk, and the answers. */
  calls: z.array(
    z.object({
      competition_id: idSchema,
      zone_id: idSchema,
      kind: z.string(),
      text: z.string(),
      by: z.string(),
      at: storedTimeSchema,
      answer: z.nullable(z.string()),
    }),
  ),
  /** The account's changes according to the log, without their content. */
  actions: z.array(
    z.object({
      at: storedTimeSchema,
      competition_id: z.int(),
      action: z.string(),
      subject: z.string(),
      key: z.string(),
    }),
  ),
});
export type AccountData = z.infer<typeof accountDataSchema>;

/** The caller's password, for actions that an unlocked screen must not be enough for. */
export const ownPasswordSchema = z.object({ current_password: z.string().check(z.minLength(1), z.maxLength(200)) });
