import type { HistoryValues } from '@dossard/contract/history/history.schema.ts';
import { say } from '@dossard/contract/language/language.ts';
import { getLocale } from '@dossard/contract/language/locale.ts';
import { m as words } from '@dossard/contract/paraglide/messages.js';
import type { Row } from '@dossard/contract/places/exchange.schema.ts';
import { decideConflict } from '@dossard/contract/places/place.endpoints.ts';
import type { PlaceConflict } from '@dossard/contract/places/place.schema.ts';
import { formatField } from '../../changes/change.words.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { fullName } from '../../riders/rider.words.tsx';
import { formatMoment } from '../../text/formats.ts';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { Table } from '../../ui/parts/table.tsx';

interface Props {
  competitionId: number;
  /** The other installation. */
  name: string;
  conflicts: readonly PlaceConflict[];
}

/** Changes that the other installation made after home had moved here, to accept or ignore. */
export function Conflicts({ competitionId, name, conflicts }: Props) {
  return (
    <Card title={m.conflicts_title({ count: conflicts.length })} why={m.conflicts_why({ name })}>
      <ul className="lines">
        {conflicts.map((conflict) => (
          <Conflict key={conflict.id} competitionId={competitionId} name={name} conflict={conflict} />
        ))}
      </ul>
    </Card>
  );
}

function Conflict({ competitionId, name, conflict }: { competitionId: number; name: string; conflict: PlaceConflict }) {
  const decide = (take: 'ours' | 'theirs') =>
    perform(decideConflict, { params: { id: competitionId, conflict: conflict.id }, body: { take } });
  const [theirs, ours] = [conflict.theirs as Row, conflict.ours as Row | null];
  return (
    <li className="stack-close">
      <h3>{nameRow(theirs)}</h3>
      <p className="soft">{m.conflict_made({ time: formatMoment(new Date(conflict.made_at)) })}</p>
      <Table
        headings={{ field: m.detail(), here: m.conflict_here(), there: name }}
        named="field"
        rows={listDifferences(ours, theirs)}
        keyOf={({ field }) => field}
        cells={(difference) => difference}
      />
      <div className="desk-actions">
        <ActionButton action={m.conflict_keep()} act={() => decide('ours')} />
        <ActionButton action={m.conflict_take()} act={() => decide('theirs')} />
      </div>
    </li>
  );
}

/** Formats the name of a row that was changed in two installations. */
function nameRow(row: Row): string {
  switch (row.kind) {
    case 'settings':
      return m.settings();
    case 'zone':
      return m.conflict_zone({ name: row.name });
    case 'participant':
      return m.conflict_rider({ dossard: row.dossard, name: fullName(row) });
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

/** Fields that are not compared. */
const notCompared = new Set(['kind', 'version', 'zone', 'deleted', 'theirs']);

/** Lists the differences between a row here and the same row there; a missing row differs in its presence. */
function listDifferences(ours: Row | null, theirs: Row) {
  const [here, there] = [flatten(ours), flatten(theirs)];
  const presence = { field: m.conflict_presence(), here: formatPresence(ours), there: formatPresence(theirs) };
  const names = Object.keys(there).filter(
    (name) => !notCompared.has(name) && formatValue(name, here[name]) !== formatValue(name, there[name]),
  );
  const fields = names.map((name) => ({
    field: labelOf(name),
    here: formatValue(name, here[name]),
    there: formatValue(name, there[name]),
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

const formatValue = (name: string, value: unknown): string =>
  typeof value === 'object' && value !== null
    ? JSON.stringify(value)
    : formatField(name, (value ?? null) as HistoryValues[string]);
