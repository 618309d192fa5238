import { say } from '@dossard/contract/language/language.ts';
import { m as words } from '@dossard/contract/paraglide/messages.js';
import type { Row } from '@dossard/contract/places/exchange.schema.ts';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';

/** Formats the name of a row that was changed in two installations. */
export function nameRow(row: Row): string {
  switch (row.kind) {
    case 'settings':
      return m.settings();
    case 'zone':
      return m.conflict_zone({ name: row.name });
    case 'participant':
      return m.conflict_rider({ dossard: row.dossard, name: `${row.first_name} ${row.last_name}` });
    case 'run':
    case 'unresolved_run':
      return m.conflict_run({ dossard: row.dossard });
    case 'result':
    case 'list':
      return m.conflict_result({ group: `${row.category} ${row.gender}` });
    case 'tie':
      return m.conflict_tie({ group: `${row.category} ${row.gender}` });
    case 'conflict':
      return row.id;
  }
}

export interface Difference {
  field: string;
  here: string;
  there: string;
}

/** Fields that are not compared. */
const notCompared = new Set(['kind', 'version', 'zone', 'deleted', 'theirs']);

/** Lists the differences between a row here and the same row there; a missing row differs in its presence. */
export function listDifferences(ours: Row | null, theirs: Row): Difference[] {
  const [here, there] = [flatten(ours), flatten(theirs)];
  const presence = { field: m.conflict_presence(), here: formatPresence(ours), there: formatPresence(theirs) };
  const names = Object.keys(there).filter(
    (name) => !notCompared.has(name) && formatValue(here[name]) !== formatValue(there[name]),
  );
  const fields = names.map((name) => ({
    field: labelOf(name),
    here: formatValue(here[name]),
    there: formatValue(there[name]),
  }));
  return presence.here === presence.there ? fields : [presence, ...(ours ? fields : [])];
}

const formatPresence = (row: Row | null): string =>
  row === null || ('deleted' in row && row.deleted) ? m.conflict_absent() : m.conflict_present();

/** Returns the fields of a row; those of settings are nested one level deeper. */
const flatten = (row: Row | null): Record<string, unknown> =>
  row?.kind === 'settings' ? row.fields : { ...(row as Record<string, unknown> | null) };

/** Formats a field as a heading: its word without the article, capitalised. */
function labelOf(name: string): string {
  const word = say(words.field_name, { field: name }, getLocale()).replace(/^(le |la |les |l’)/, '');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? m.conflict_yes() : m.conflict_no();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
