import { categoryKey } from '@dossard/contract/categories/category.schema.ts';
import type { RowKey, RowKind } from '@dossard/contract/places/exchange.schema.ts';
import { parseRunKey } from '@dossard/contract/runs/run.key.ts';
import { changesOf } from '../history/history.facts.ts';
import type { ZoneNames } from './rows/zone.names.ts';

/** The fields of a log entry that identify the rows it touched. */
export interface LoggedEntry {
  action: string;
  subject: string;
  subject_key: string;
  before: unknown;
  after: unknown;
}

interface Named {
  category?: string;
  gender?: string;
  order?: string;
  revision?: number;
  sha256?: string | null;
  rows?: RowKey[];
}

/** A row that an entry touched; a run is identified by bib and number at this point. */
export type TouchedRow = RowKey | { kind: 'numbered_run'; dossard: number; run_number: number };

/** Lists the rows that a log entry touched, if they are shared. */
export function touchedBy(entry: LoggedEntry, zones: ZoneNames): TouchedRow[] {
  const { subject, subject_key } = entry;
  if (subject === 'unresolved_run') return [key('unresolved_run', subject_key)];
  if (subject === 'place_conflict') return [key('conflict', subject_key)];
  if (subject === 'place') return sidesOf(entry).flatMap(({ rows }) => rows ?? []);
  if (subject === 'result') return resultsIn(entry);
  if (subject === 'tie') return ordersIn(entry).map((order) => key('tie', Math.min(...order)));
  // Links between rounds are not shared; a start order is a position of each rider.
  if (subject === 'round')
    return ordersIn(entry).flatMap((order) => order.map((dossard) => key('participant', dossard)));
  return changesOf(entry).flatMap((change): TouchedRow[] => {
    const { kind } = change;
    if (kind === 'competition') return [key('settings', '')];
    if (kind === 'zone') return [key('zone', zones.nameOf(Number(change.key)))];
    if (kind === 'participant') return [key('participant', change.key)];
    if (kind === 'run') return [{ kind: 'numbered_run', ...parseRunKey(change.key) }];
    if (kind !== 'graduation') return [];
    const zoneIds = [change.before?.zone_id, change.after?.zone_id].filter((id) => id !== undefined);
    return zoneIds.map((id) => key('zone', zones.nameOf(id)));
  });
}

const key = (kind: RowKind, id: string | number): RowKey => ({ kind, id: String(id) });

const sidesOf = ({ before, after }: LoggedEntry) =>
  [before, after].filter((side): side is Named => typeof side === 'object' && side !== null);

const ordersIn = (entry: LoggedEntry): number[][] =>
  sidesOf(entry).flatMap(({ order }) => (order ? [order.split(', ').map(Number)] : []));

/** The result of a group, and the official list that the entry published. */
function resultsIn(entry: LoggedEntry): RowKey[] {
  const [group] = sidesOf(entry).filter(({ category }) => category !== undefined);
  if (!group) return [];
  const id = `${group.category}/${group.gender}`;
  const revisions = sidesOf(entry).flatMap(({ revision, sha256 }) => (revision && sha256 ? [revision] : []));
  return [key('result', id), ...[...new Set(revisions)].map((revision) => key('list', `${id}/${revision}`))];
}

/** Removes duplicate keys; the spelling of groups does not matter. */
export function distinctKeys(keys: readonly RowKey[]): RowKey[] {
  const named = keys.map((one): [string, RowKey] => {
    const isOfGroup = one.kind === 'result' || one.kind === 'list';
    return [`${one.kind} ${isOfGroup ? categoryKey(one.id) : one.id}`, one];
  });
  return [...new Map(named).values()];
}
