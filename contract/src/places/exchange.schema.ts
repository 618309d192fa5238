import * as z from 'zod/mini';
import { groupInputSchema } from '../categories/group.ts';
import { competitionUpdateSchema } from '../competitions/competition.schema.ts';
import { lapsOfGroupsSchema } from '../competitions/laps.ts';
import { heldSchema } from '../declarations/hold.schema.ts';
import { doorsShape, submissionIdSchema } from '../runs/run.schema.ts';
import { idSchema, line, paragraph, storedTimeSchema } from '../text/text.schema.ts';
import { graduationInputSchema } from '../zones/zone.schema.ts';

/*
 * The messages between two installations that share a competition (Y1–Y8): present rows, with ids that both know. Bibs
 * and submissions are the same everywhere; a zone is named by the side that created it and its number there.
 */

/**
 * The version of this exchange; both installations must use the same one. It rises with a field that one of them must not
 * drop: version 2 knows nothing of closed zones, and would wait for runs there (U8).
 */
export const exchangeVersion = 3;

/** `a` had the competition, `b` joined. */
const sideSchema = z.enum(['a', 'b']);
export type Side = z.infer<typeof sideSchema>;

/** The shared name of a zone: `a17` is zone 17 of side a. */
const zoneNameSchema = z.string().check(z.regex(/^[ab]\d{1,10}$/));

const linkSchema = z.int().check(z.minimum(0));
const nullableTime = z.nullable(storedTimeSchema);

/** One line of another installation: what our own forms accept, and longer texts of older ones. */
const peerLine = line(0, 500);

/** A recorded run, whether its bib is known or not. */
const recordedShape = {
  submission_id: submissionIdSchema,
  dossard: idSchema,
  zone: zoneNameSchema,
  ...doorsShape,
  penality: z.int().check(z.minimum(0), z.maximum(32_767)),
  chrono_sec: z.number().check(z.minimum(0), z.maximum(99_999.99)),
  referee_name: peerLine,
  phone_id: z.nullable(peerLine),
  recorded_at: nullableTime,
  received_at: storedTimeSchema,
};

const sha256Schema = z.string().check(z.regex(/^[0-9a-f]{64}$/));
/** PostgreSQL stores no NUL. */
const isStorableText = (text: string) => !text.includes('\u0000');

/** What the receiver reads of an official list. */
const listBodySchema = z.object({
  rankings: z.array(z.object({ runs: z.array(z.object({ zone_id: idSchema })) })),
  zones: z.array(z.object({ id: idSchema })),
});
function isListBody(text: string): boolean {
  try {
    return z.safeParse(listBodySchema, JSON.parse(text)).success;
  } catch {
    return false;
  }
}

/** The settings of a competition, as our own form checks them. */
const settingsFieldsSchema = z.partial(
  z.extend(z.omit(competitionUpdateSchema, { seen: true }), {
    is_public: z.boolean(),
    laps_of_groups: lapsOfGroupsSchema,
  }),
);

/** A row of a competition in one installation; `deleted` if it is deleted there. */
export const rowSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('settings'), fields: settingsFieldsSchema }),
  z.object({
    kind: z.literal('zone'),
    zone: zoneNameSchema,
    name: peerLine,
    closed_at: nullableTime,
    graduations: z.array(graduationInputSchema).check(z.maxLength(200)),
    deleted: z.boolean(),
  }),
  z.object({
    kind: z.literal('participant'),
    dossard: idSchema,
    ...groupInputSchema.shape,
    // An erased rider has no first name.
    first_name: peerLine,
    last_name: peerLine,
    club: z.nullable(peerLine),
    licence: z.nullable(peerLine),
    status: z.nullable(z.enum(['dns', 'dnf', 'dsq', 'nc'])),
    status_reason: z.nullable(peerLine),
    start_position: z.nullable(idSchema),
    /** The highest run number assigned so far. */
    last_run_number: z.int().check(z.minimum(0), z.maximum(2_147_483_647)),
    deleted: z.boolean(),
  }),
  z.object({
    kind: z.literal('run'),
    ...recordedShape,
    ...groupInputSchema.shape,
    ridden_at: storedTimeSchema,
    run_number: idSchema,
    version: z.int(),
    deleted: z.boolean(),
    /** Whether it is deleted because the link it came by is hidden, so that it still holds its zone and rider. */
    hidden: z.boolean(),
  }),
  z.object({
    kind: z.literal('unresolved_run'),
    ...recordedShape,
    ...groupInputSchema.shape,
    state: z.enum(['waiting', 'resolved', 'discarded']),
    /** Whether it waits for a decision (U3) rather than for its rider; the bib is then that of its rider now. */
    quarantined: z.boolean(),
  }),
  z.object({
    kind: z.literal('result'),
    ...groupInputSchema.shape,
    state: z.enum(['running', 'provisional', 'official']),
    revision: z.int(),
    complaints_until: nullableTime,
    held: z.nullable(heldSchema),
    held_at: nullableTime,
    release_at: nullableTime,
  }),
  z.object({
    kind: z.literal('list'),
    ...groupInputSchema.shape,
    revision: z.int(),
    published_at: storedTimeSchema,
    reason: z.nullable(paragraph()),
    jury: z.array(peerLine).check(z.maxLength(100)),
    body: z.string().check(z.refine(isStorableText), z.refine(isListBody)),
    sha256: sha256Schema,
    names: z.array(z.unknown()),
    /** The shared name of each zone of the body, by its number there. */
    zones: z.record(z.string(), zoneNameSchema),
  }),
  z.object({
    kind: z.literal('tie'),
    ...groupInputSchema.shape,
    // A withdrawn decision is of no group.
    category: peerLine,
    dossards: z.array(idSchema).check(z.minLength(1)),
    reason: paragraph(),
    decided_at: storedTimeSchema,
    deleted: z.boolean(),
  }),
  z.object({
    kind: z.literal('conflict'),
    id: z.uuid(),
    /** The row as changed by the former home, before it knew that home had moved. */
    theirs: z.unknown(),
    made_at: storedTimeSchema,
    state: z.enum(['waiting', 'kept', 'taken']),
  }),
]);
export type Row = z.infer<typeof rowSchema>;
export type RowKind = Row['kind'];
export type RowOf<Kind extends RowKind> = Extract<Row, { kind: Kind }>;

/** Identifies a row of its kind: a zone's name, a bib, a submission, a group. */
export const rowKeySchema = z.object({
  /** Kinds that others refer to come first. */
  kind: z.enum(['settings', 'zone', 'participant', 'unresolved_run', 'run', 'result', 'list', 'tie', 'conflict']),
  id: peerLine,
});
export type RowKey = z.infer<typeof rowKeySchema>;

/**
 * A message from one side to the other. Links are numbers of entries in the competition's log, which each side numbers
 * separately.
 */
export const messageSchema = z.object({
  /** How often home has moved: it is at `a` if this is even. */
  epoch: z.int().check(z.minimum(0), z.maximum(2_147_483_647)),
  /** The link of the sender's log up to which it wrote as home; null if it never gave home away. */
  handed: z.nullable(linkSchema),
  /** The link of the receiver's log from which the sender took home without asking; null if it did not. */
  taken: z.nullable(linkSchema),
  /** The link of the receiver's log that the sender has applied. */
  has: linkSchema,
  /** The rows changed by the links of the sender's log after `after`, up to `upto`; its log ends at `end`. */
  after: linkSchema,
  upto: linkSchema,
  end: linkSchema,
  /** Whether the sender wrote these links as home. */
  as_home: z.boolean(),
  rows: z.array(rowSchema),
  /** Riders who were erased: their bib then, and the bibs that they had before (B6, B7). */
  erased: z.array(z.object({ dossard: idSchema, former: z.array(idSchema) })),
  /** Rows that the sender requests, because it had changed them while home was elsewhere. */
  wanted: z.array(rowKeySchema),
  /** Rows that the receiver had requested, and those of them that do not exist. */
  given: z.array(rowSchema),
  absent: z.array(rowKeySchema),
});
export type Message = z.infer<typeof messageSchema>;

/** Returns the key of a row. */
export function rowKey(row: Row): RowKey {
  const { kind } = row;
  if (kind === 'settings') return { kind, id: '' };
  if (kind === 'zone') return { kind, id: row.zone };
  if (kind === 'participant') return { kind, id: String(row.dossard) };
  if (kind === 'run' || kind === 'unresolved_run') return { kind, id: row.submission_id };
  if (kind === 'tie') return { kind, id: String(Math.min(...row.dossards)) };
  if (kind === 'conflict') return { kind, id: row.id };
  return { kind, id: `${row.category}/${row.gender}${kind === 'list' ? `/${row.revision}` : ''}` };
}
