import type { Role } from '@dossard/contract/access/permissions.ts';
import type { SecurityKind } from '@dossard/contract/administration/security.log.schema.ts';
import type { Group } from '@dossard/contract/categories/group.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { settingNames } from '@dossard/contract/competitions/competition.settings.ts';
import type { ComplaintState } from '@dossard/contract/complaints/complaint.schema.ts';
import type { Held } from '@dossard/contract/declarations/hold.schema.ts';
import type { ResultState } from '@dossard/contract/declarations/result.state.schema.ts';
import type { HistoryActions, HistoryKind } from '@dossard/contract/history/history.schema.ts';
import {
  isOptionalField,
  type ParticipantFacts,
  participantFieldNames,
  participantFields,
} from '@dossard/contract/participants/participant.fields.ts';
import { type StatusFacts, statusNames } from '@dossard/contract/participants/status.fields.ts';
import type { RowKey, RowKind } from '@dossard/contract/places/exchange.schema.ts';
import { type Doors, doorNames, pointsNames } from '@dossard/contract/runs/doors.ts';
import { parseRunKey, runKey } from '@dossard/contract/runs/run.key.ts';
import type { GraduationInput } from '@dossard/contract/zones/zone.schema.ts';
import { type Facts, isRow, type LoggedEntry, readOrder, sidesOf } from './logged.entry.ts';

/* The registry of what is logged: all that undo, the history, erasure, the exchange and the security log know of a kind. */

/** The columns of a row that can change, for each kind of the history. */
export interface FactsOf extends Record<HistoryKind, object> {
  competition: Omit<Competition, 'id' | 'role'>;
  zone: { name: string; closed_at: string | null };
  graduation: { zone_id: number } & GraduationInput;
  participant: ParticipantFacts & StatusFacts;
  run: Doors & { zone_id: number; penality: number; chrono_sec: number };
  member: { role: Role };
  result: Group & {
    state: ResultState;
    revision: number;
    complaints_until: string | null;
    sha256: string | null;
    held: Held | null;
    release_at: string | null;
  };
  tie: Group & { order: string };
  /** The round that a competition follows, or a start order. */
  round: { follows: string | null; groups: string } | (Group & { order: string });
  complaint: {
    dossard: number;
    run_number: number | null;
    complaint_state: ComplaintState;
    text: string;
    fee: string;
  };
}

/** Logged actions, by subject: those of the history, and internal ones. */
export interface LoggedActions extends HistoryActions {
  unresolved_run: 'create' | 'update' | 'delete';
  user: 'create' | 'update' | 'erase';
  permission: 'create' | 'delete';
  series: 'create' | 'update' | 'delete';
  series_admin: 'create' | 'delete';
  series_rider: 'update';
  outside_result: 'create' | 'update' | 'delete' | 'erase';
  system: 'update' | 'delete' | 'restore';
  place: 'create' | 'update' | 'delete';
  place_conflict: 'create' | 'update';
}
export type LoggedKind = keyof LoggedActions;

/** A row of the exchange that an entry touched; a run is identified by bib and number, a zone by its local number. */
export type TouchedRow = RowKey | { kind: 'numbered_run'; dossard: number; run_number: number } | LocalZone;
export interface LocalZone {
  kind: 'local_zone';
  id: number;
}

/**
 * Who may change rows of a kind in a shared competition (Y2, Y3): only where it is at home; both installations, which
 * accept each other's changes as facts; or each for itself.
 */
type Changing = 'at_home' | 'by_both' | 'by_each';

/** A change by the key of its row; a side is null where the row did not exist. */
type Changed = { key: string } & Pick<LoggedEntry, 'before' | 'after'>;

/** An entry of the security log, without the competition. */
interface SecurityNote {
  kind: SecurityKind;
  /** Whether it concerns the account that is the entry's key. */
  isOfKey?: boolean;
  detail?: string;
}

interface Registered<Kind extends LoggedKind> {
  changed: (action: LoggedActions[Kind], sides: Pick<LoggedEntry, 'before' | 'after'>) => Changing;
  /** The rows of the exchange that a change touched: one of a row that undo restores, or a whole entry of another. */
  touched: (change: Changed) => readonly TouchedRow[];
  /** Each installation has rows of its own, which say nothing of the competition. */
  isOwn?: boolean;
  /** The key is the number of an account, whose erasure removes the names and texts. */
  isOfAccount?: boolean;
  /** The texts of all its entries are erased together, whomever they name. */
  isErasedWhole?: boolean;
  /** The riders that one side of an entry is about, by bib; their erasure removes texts of the entry. */
  ridersOf?: (side: Facts, key: string) => readonly number[];
  /** What the erasure of such a rider writes over the side. */
  erased?: (dossard: number) => Facts;
  /** Later entries of a row repeat the text of the first one. */
  repeatsText?: boolean;
  /** The SHA-256 of the official list that one side publishes; its reason is about all riders of the list. */
  listOf?: (side: Facts) => unknown;
  /** Whether an action changes who may read a competition, or how it names riders: the cache in front is then purged. */
  purges?: (action: LoggedActions[Kind]) => boolean;
  /** What the security log notes (S22). */
  noted?: (action: LoggedActions[Kind], before: Facts, after: Facts, key: string) => SecurityNote | undefined;
}

/** The names of the columns of all variants of a row. */
type ColumnOf<Row> = Row extends unknown ? keyof Row & string : never;

/** The name that the history shows for a row: its own, that of the rider of its bib, or that of its zone. */
type Naming = 'own' | 'person' | 'rider' | 'zone';

interface RegisteredInHistory<Kind extends HistoryKind> extends Registered<Kind> {
  /** Whether undo restores rows, or they are decided again on their own page. */
  undo: 'restores' | 'decides_again';
  /** The columns that can change, in the order of the history. */
  columns: readonly ColumnOf<FactsOf[Kind]>[];
  keyOf: (row: Facts) => string;
  named: Naming;
  /** The column with nested rows, and their kind. */
  nested?: readonly [column: string, kind: HistoryKind];
}

type Registry = { [Kind in HistoryKind]: RegisteredInHistory<Kind> } & {
  [Kind in Exclude<LoggedKind, HistoryKind>]: Registered<Kind>;
};

const rowIdOf = (row: Facts) => String(row.id);
const deletionOf = (side: LoggedEntry['before']) => (isRow(side) ? (side.deleted_at ?? null) : null);
const groupOf = (row: Facts) => `${row.category} ${row.gender}`;
const shared = (kind: RowKind, id: string | number): RowKey => ({ kind, id: String(id) });
const atHome = () => 'at_home' as const;
const byBoth = () => 'by_both' as const;
const byEach = () => 'by_each' as const;
/** Rows that are not shared, or never changed in a shared competition. */
const unshared = { changed: atHome, touched: () => [] };
/** Rows that undo leaves to be decided again, by the home of a shared competition. */
const decidedAgain = { undo: 'decides_again', named: 'own', changed: atHome } as const;

/** The values that replace a rider's personal fields after an erasure; the name reads the same in both languages. */
export const namelessRider = (dossard: number) => ({
  ...erasedFields,
  status_reason: null,
  last_name: `Dossard ${dossard}`,
});
/** Whether a rider's personal fields were erased: nobody else has an empty first name. */
export const isNameless = ({ first_name }: { first_name: string }): boolean => first_name === '';

const erasedFields = Object.fromEntries(
  participantFieldNames
    .filter((name) => participantFields[name].isPersonal)
    .map((name) => [name, isOptionalField(name) ? null : '']),
);

/** All kinds of logged rows. */
export const loggedKinds: Registry = {
  competition: {
    undo: 'restores',
    columns: settingNames,
    keyOf: rowIdOf,
    named: 'own',
    // Each deletes its own copy, and restores it; a setting that is undone is changed at home.
    changed: (_, { before, after }) => (deletionOf(before) === deletionOf(after) ? 'at_home' : 'by_each'),
    touched: () => [shared('settings', '')],
    purges: () => true,
  },
  zone: {
    undo: 'restores',
    columns: ['name', 'closed_at'],
    keyOf: rowIdOf,
    named: 'own',
    nested: ['graduations', 'graduation'],
    changed: atHome,
    touched: ({ key }) => [{ kind: 'local_zone', id: Number(key) }],
  },
  graduation: {
    undo: 'restores',
    columns: ['zone_id', 'category', 'gender', ...pointsNames],
    keyOf: rowIdOf,
    named: 'zone',
    changed: atHome,
    touched: (change) => sidesOf(change).map(({ zone_id }) => ({ kind: 'local_zone', id: Number(zone_id) })),
  },
  participant: {
    undo: 'restores',
    columns: [...participantFieldNames, ...statusNames],
    keyOf: (row) => String(row.dossard_number),
    named: 'person',
    nested: ['runs', 'run'],
    changed: atHome,
    touched: ({ key }) => [shared('participant', key)],
    ridersOf: ({ dossard_number }) => [Number(dossard_number)],
    erased: namelessRider,
    purges: (action) => action === 'erase',
  },
  run: {
    undo: 'restores',
    columns: ['zone_id', ...doorNames, 'penality', 'chrono_sec'],
    keyOf: (row) => runKey(row as { dossard: number; run_number: number }),
    named: 'rider',
    changed: (action) => (action === 'create' ? 'by_both' : 'at_home'),
    touched: ({ key }) => [{ kind: 'numbered_run', ...parseRunKey(key) }],
    ridersOf: ({ dossard }) => [Number(dossard)],
  },
  member: {
    undo: 'restores',
    columns: ['role'],
    keyOf: rowIdOf,
    named: 'person',
    changed: byEach,
    touched: () => [],
    isOwn: true,
    isOfAccount: true,
    noted: (action, before, after) =>
      action === 'erase'
        ? undefined
        : { kind: 'role_changed', isOfKey: true, detail: `${before.role ?? 'none'} → ${after.role ?? 'none'}` },
  },
  result: {
    ...decidedAgain,
    columns: ['category', 'gender', 'state', 'revision', 'complaints_until', 'sha256', 'held', 'release_at'],
    keyOf: groupOf,
    touched: (change) =>
      sidesOf(change).flatMap(({ category, gender, revision, sha256 }) => {
        if (category === undefined) return [];
        const id = `${category}/${gender}`;
        return [shared('result', id), ...(revision && sha256 ? [shared('list', `${id}/${revision}`)] : [])];
      }),
    listOf: ({ sha256 }) => sha256,
  },
  tie: {
    ...decidedAgain,
    columns: ['category', 'gender', 'order'],
    keyOf: groupOf,
    touched: (change) =>
      sidesOf(change).flatMap(({ order }) => (order ? [shared('tie', Math.min(...readOrder(order)))] : [])),
    ridersOf: ({ order }) => readOrder(order),
  },
  round: {
    ...decidedAgain,
    columns: ['follows', 'groups', 'category', 'gender', 'order'],
    keyOf: (row) => (row.category ? groupOf(row) : 'follows'),
    // Links between rounds are not shared; a start order is a position of each rider.
    touched: (change) =>
      sidesOf(change).flatMap(({ order }) => readOrder(order).map((dossard) => shared('participant', dossard))),
  },
  complaint: {
    ...decidedAgain,
    columns: ['dossard', 'run_number', 'complaint_state', 'text', 'fee'],
    keyOf: rowIdOf,
    touched: () => [],
    // The entry of a complaint that moved with a bib has no text.
    ridersOf: ({ dossard, text }) => (dossard && text !== undefined ? [Number(dossard)] : []),
    erased: () => ({ text: '' }),
    repeatsText: true,
  },
  unresolved_run: {
    changed: byBoth,
    touched: ({ key }) => [shared('unresolved_run', key)],
  },
  place: {
    isOwn: true,
    changed: byEach,
    touched: (change) => sidesOf(change).flatMap(({ rows }) => (rows as RowKey[] | undefined) ?? []),
  },
  place_conflict: { isOwn: true, changed: byBoth, touched: ({ key }) => [shared('conflict', key)] },
  user: {
    ...unshared,
    isOfAccount: true,
    noted: (action, _, after) => {
      if (action === 'erase') return { kind: 'account_deleted', isOfKey: true };
      if (typeof after.second_factor === 'string')
        return { kind: 'factor_changed', isOfKey: true, detail: after.second_factor };
      return after.password === 'changed' ? { kind: 'password_changed', isOfKey: true } : undefined;
    },
  },
  permission: {
    ...unshared,
    isOfAccount: true,
    noted: (action, before, after) => ({
      kind: 'permission_changed',
      isOfKey: true,
      detail: `${action} ${(after.permission ?? before.permission) || ''}`,
    }),
  },
  series: unshared,
  series_admin: unshared,
  series_rider: unshared,
  outside_result: { ...unshared, isErasedWhole: true },
  system: {
    ...unshared,
    purges: (action) => action !== 'update',
    noted: (action, _, after, key) =>
      action === 'update'
        ? { kind: 'factor_rule_changed', detail: String(after.required_of ?? '') }
        : { kind: action === 'delete' ? 'reset' : 'reset_undone', detail: key },
  },
};

/** Lists the columns of a kind that can change. */
export const columnsOf = (kind: HistoryKind): readonly string[] => loggedKinds[kind].columns;

/** Lists the kinds that have a property of the registry. */
export const kindsWith = (property: 'isOwn' | 'isOfAccount' | 'ridersOf' | 'listOf'): LoggedKind[] =>
  kindNames.filter((kind) => property in loggedKinds[kind]);
const kindNames = Object.keys(loggedKinds) as LoggedKind[];

/** Returns what the registry has of an entry's kind; throws for a kind it does not have. */
export function registeredOf(subject: string): Registered<LoggedKind> {
  const found = (loggedKinds as Record<string, Registered<never>>)[subject];
  if (!found) throw new Error(`The log has no kind ${subject}.`);
  return found as Registered<LoggedKind>;
}
