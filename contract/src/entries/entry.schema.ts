import * as z from 'zod/mini';
import { nameSchema, tokenSchema } from '../accounts/account.schema.ts';
import { seenSchema } from '../calls/seen.schema.ts';
import { youthWordsSchema } from '../categories/gender.words.ts';
import { groupInputSchema, groupSchema } from '../categories/group.ts';
import { sentShape, storedShape } from '../participants/participant.fields.ts';
import {
  as,
  dateSchema,
  emailSchema,
  eventShape,
  idSchema,
  line,
  paragraph,
  storedDateSchema,
  storedTimeSchema,
} from '../text/text.schema.ts';

/** Maximum number of riders per form, including those added later and withdrawn ones (J2). */
export const maxRidersOfForm = 60;

/**
 * The state of an entry: it waits for an admin or for a place, or it is decided; `double` was entered before by the
 * same address.
 */
const entryStateSchema = z.enum(['pending', 'waiting', 'accepted', 'refused', 'withdrawn', 'double']);
export type EntryState = z.infer<typeof entryStateSchema>;

const limitSchema = z.int().check(z.minimum(1), z.maximum(10_000));
const groupLimitSchema = z.extend(groupInputSchema, { limit: limitSchema });
export type GroupLimit = z.infer<typeof groupLimitSchema>;

/**
 * A web address of the organiser, for example for payment. User information would hide the real host, as
 * `https://club.example@elsewhere.example` does.
 */
const webAddressSchema = line(0, 500).check(
  z.refine(
    (text) => text === '' || /^https?:\/\/[^\s/?#@\\]+\.[^\s/?#@\\]+([/?#][^\s\\]*)?$/.test(text),
    as('invalid_web_address'),
  ),
);

/** Settings of the entry page of a competition (J1). */
const entryPageShape = {
  is_open: z.boolean(),
  /** The last day of entries; null for none. */
  closes_on: z.nullable(dateSchema),
  limit_in_all: z.nullable(limitSchema),
  limits_of_groups: z.array(groupLimitSchema).check(z.maxLength(100)),
  text: paragraph(2000),
  link: webAddressSchema,
  /** After how many days from the event the entries and contacts are erased. */
  keep_days: z.int().check(z.minimum(1), z.maximum(365)),
};
export const entryPageInputSchema = z.object({ ...entryPageShape, seen: seenSchema });
export type EntryPageInput = z.infer<typeof entryPageInputSchema>;

/** The fields of the form for these settings: one per group, null where a group has no limit. */
export const entryPageFieldsSchema = z.object({
  ...entryPageShape,
  limits_of_groups: z.array(z.extend(groupLimitSchema, { limit: z.nullable(limitSchema) })),
});
const entryPageSchema = z.object({
  is_open: z.boolean(),
  closes_on: z.nullable(storedDateSchema),
  limit_in_all: z.nullable(z.int()),
  limits_of_groups: z.array(z.extend(groupSchema, { limit: z.int() })),
  text: z.string(),
  link: z.string(),
  keep_days: z.int(),
});
export type EntryPage = z.infer<typeof entryPageSchema>;

/** The client's key for a form or a rider, so that sending it twice is idempotent (J3). */
const keySchema = z.string().check(z.regex(/^[A-Za-z0-9._-]{1,64}$/));

const riderSchema = z.object({ key: keySchema, ...sentShape });

/** An entry form as a club or a parent sends it. */
export const entryFormInputSchema = z.object({
  form_key: keySchema,
  email: emailSchema,
  contact_name: nameSchema,
  phone: z.optional(line(0, 40)),
  riders: z.array(riderSchema).check(z.minLength(1), z.maxLength(maxRidersOfForm)),
  /** A honeypot: people do not see this field, so a form with it comes from a bot and is discarded. */
  website: z.optional(z.string().check(z.maxLength(500))),
});
export type EntryFormInput = z.infer<typeof entryFormInputSchema>;

export const entryFormSentSchema = z.object({
  /** False if the installation has no mail server: no mails are delivered, and the organiser decides by hand. */
  sends_mail: z.boolean(),
  riders: z.int(),
});

const openEventShape = {
  ...eventShape,
  organizer: z.string(),
  contact: z.string(),
  youth_words: z.optional(youthWordsSchema),
};

/** The public data of the entry page. */
export const openEntryPageSchema = z.object({
  competition: z.object(openEventShape),
  takes_entries: z.boolean(),
  closes_on: z.nullable(storedDateSchema),
  /** The groups with graduations, each with its remaining places; null for no limit. */
  groups: z.array(z.extend(groupSchema, { places: z.nullable(z.int()) })),
  /** Remaining places in all; null for no limit. */
  places: z.nullable(z.int()),
  ...z.pick(entryPageSchema, { text: true, link: true, keep_days: true }).shape,
  sends_mail: z.boolean(),
});
export type OpenEntryPage = z.infer<typeof openEntryPageSchema>;

const enteredSchema = z.object({
  id: idSchema,
  ...storedShape,
  state: entryStateSchema,
  dossard: z.nullable(idSchema),
});

/** A form as shown by its link (J5): the riders, without the contact. */
export const linkedFormSchema = z.object({
  page: openEntryPageSchema,
  is_confirmed: z.boolean(),
  riders: z.array(enteredSchema),
  /** Riders whom the same confirmed address entered in earlier competitions of the organiser (J7). */
  offers: z.array(z.object(storedShape)),
});
export type LinkedForm = z.infer<typeof linkedFormSchema>;

export const formTokenSchema = z.object({ token: tokenSchema });
export const addedRidersSchema = z.object({
  token: tokenSchema,
  riders: z.array(riderSchema).check(z.minLength(1), z.maxLength(maxRidersOfForm)),
});
export const changedRiderSchema = z.object({ token: tokenSchema, entry: idSchema, ...sentShape });
export const withdrawalSchema = z.object({
  token: tokenSchema,
  entries: z.array(idSchema).check(z.minLength(1), z.maxLength(500)),
});
export const linkRequestSchema = z.object({ email: emailSchema });

/** Entries for admins, form by form. */
export const entryListSchema = z.object({
  page: entryPageSchema,
  sends_mail: z.boolean(),
  forms: z.array(
    z.object({
      id: idSchema,
      email: z.string(),
      contact_name: z.string(),
      phone: z.nullable(z.string()),
      sent_at: storedTimeSchema,
      confirmed_at: z.nullable(storedTimeSchema),
      riders: z.array(
        z.extend(enteredSchema, {
          /** A rider with the same name and group is entered elsewhere, or on the list of riders. */
          is_double: z.boolean(),
        }),
      ),
    }),
  ),
});
export type EntryList = z.infer<typeof entryListSchema>;
export type ListedForm = EntryList['forms'][number];
export type ListedEntry = ListedForm['riders'][number];

export const entryDecisionSchema = z.object({
  entries: z.array(idSchema).check(z.minLength(1), z.maxLength(5_000)),
  decision: z.enum(['accepted', 'refused']),
});
export type EntryDecision = z.infer<typeof entryDecisionSchema>;
export type AddedRiders = z.infer<typeof addedRidersSchema>;
export type ChangedRider = z.infer<typeof changedRiderSchema>;
