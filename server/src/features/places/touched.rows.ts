import { categoryKey } from '@dossard/contract/categories/category.schema.ts';
import type { RowKey } from '@dossard/contract/places/exchange.schema.ts';
import type { LoggedEntry } from '../../logged/logged.entry.ts';
import { type LocalZone, loggedKinds, registeredOf, type TouchedRow } from '../../logged/logged.kinds.ts';
import { changesOf } from '../history/history.facts.ts';
import type { ZoneNames } from './rows/zone.names.ts';

/** A row of the exchange; a run is identified by bib and number at this point. */
type SharedRow = Exclude<TouchedRow, LocalZone>;

/** Lists the rows of the exchange that a log entry touched. */
export function touchedBy(entry: LoggedEntry, zones: ZoneNames): SharedRow[] {
  const { subject, subject_key: key, before, after } = entry;
  const kind = registeredOf(subject);
  const touched =
    'undo' in kind && kind.undo === 'restores'
      ? changesOf(entry).flatMap((change) => loggedKinds[change.kind].touched(change))
      : kind.touched({ key, before, after });
  return touched.map((row) => (row.kind === 'local_zone' ? { kind: 'zone', id: zones.nameOf(row.id) } : row));
}

/** Removes duplicate keys; the spelling of groups does not matter. */
export function distinctKeys(keys: readonly RowKey[]): RowKey[] {
  const named = keys.map((one): [string, RowKey] => {
    const isOfGroup = one.kind === 'result' || one.kind === 'list';
    return [`${one.kind} ${isOfGroup ? categoryKey(one.id) : one.id}`, one];
  });
  return [...new Map(named).values()];
}
