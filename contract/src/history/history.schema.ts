import * as z from 'zod/mini';
import { rankingQuerySchema } from '../rankings/ranking.schema.ts';
import { idParameter, numberParameter } from '../text/number.parameter.ts';
import { idSchema, storedTimeSchema, timeSchema } from '../text/text.schema.ts';

const edits = ['create', 'update', 'delete', 'restore'] as const;
/** The actions that the history of a competition lists, by the kind of their subject. */
const historyActions = {
  competition: edits,
  zone: edits,
  graduation: edits,
  participant: [...edits, 'import', 'erase', 'swap', 'merge'],
  run: [...edits, 'move'],
  member: [...edits, 'erase'],
  result: ['update'],
  tie: ['update', 'delete'],
  round: ['update'],
  complaint: ['create', 'update', 'delete', 'move'],
} as const;
export type HistoryKind = keyof typeof historyActions;
export type HistoryActions = { [Kind in HistoryKind]: (typeof historyActions)[Kind][number] };
export type HistoryAction = HistoryActions[HistoryKind];

export const historyKindSchema = z.enum(Object.keys(historyActions) as HistoryKind[]);
const historyActionSchema = z.enum([...new Set<HistoryAction>(Object.values(historyActions).flat())]);

/** An action with its kind, `create run`; each has a sentence. */
export type HistoryDeed = { [Kind in HistoryKind]: `${HistoryActions[Kind]} ${Kind}` }[HistoryKind];

/** Columns of a subject by field name, never more than an organiser sees elsewhere. */
const historyValuesSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type HistoryValues = z.infer<typeof historyValuesSchema>;

/** How many of a kind an entry added, changed and removed. */
const touchedSchema = z.object({
  kind: historyKindSchema,
  added: z.int(),
  changed: z.int(),
  removed: z.int(),
});
export type Touched = z.infer<typeof touchedSchema>;

export const historyEntrySchema = z.object({
  id: idSchema,
  at: storedTimeSchema,
  /** The author; null without an account, or if it no longer exists. */
  actor: z.nullable(z.object({ id: idSchema, first_name: z.string(), last_name: z.string() })),
  /** Who recorded this run without an account here, as a judge with a link; absent in answers of older servers. */
  judge: z.nullish(z.string()),
  action: historyActionSchema,
  subject: z.object({
    kind: historyKindSchema,
    /** A zone’s, graduation’s or user’s id, a bib, `bib/run number`; `bib/bib` of two riders; an import’s file name. */
    key: z.string(),
    /** The rider’s, zone’s or user’s name, if any. */
    name: z.nullable(z.string()),
  }),
  /** The subject before and after; null if it was created or deleted, and for an import, which `touched` counts. */
  before: z.nullable(historyValuesSchema),
  after: z.nullable(historyValuesSchema),
  /** The reason, if given; absent in answers of older servers. */
  reason: z.nullish(z.string()),
  touched: z.array(touchedSchema),
  /** Whether it can be undone now. */
  restorable: z.boolean(),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** Entries on one page of the history: default and maximum. */
const historyPageSize = 30;
const maxHistoryPage = 100;

export const historyQuerySchema = z.object({
  /** Only entries older than the one with this id. */
  before: z.optional(idParameter),
  limit: z._default(numberParameter(1, maxHistoryPage), historyPageSize),
  kind: z.optional(historyKindSchema),
});
export type HistoryQuery = z.infer<typeof historyQuerySchema>;

export const historySchema = z.object({
  entries: z.array(historyEntrySchema),
  /** The `before` of the next page; null at the end. */
  next: z.nullable(idSchema),
});
export type History = z.infer<typeof historySchema>;

/** What was undone: the entry, its subject, and how many of each kind were restored, reverted or removed. */
export const restoredSchema = z.object({
  id: idSchema,
  action: historyActionSchema,
  subject: z.object({ kind: historyKindSchema, key: z.string() }),
  touched: z.array(touchedSchema),
});
export type Restored = z.infer<typeof restoredSchema>;

export const rankingAtQuerySchema = z.object({
  time: timeSchema,
  ...z.omit(rankingQuerySchema, { version: true }).shape,
});
export type RankingAtQuery = z.infer<typeof rankingAtQuerySchema>;
