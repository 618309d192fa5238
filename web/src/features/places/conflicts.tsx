import type { Row } from '@dossard/contract/places/exchange.schema.ts';
import { decideConflict } from '@dossard/contract/places/place.endpoints.ts';
import type { PlaceConflict } from '@dossard/contract/places/place.schema.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { formatMoment } from '../../text/formats.ts';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { Table } from '../../ui/parts/table.tsx';
import { listDifferences, nameRow } from './conflict.words.ts';

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
  const { made_at } = conflict;
  const [theirs, ours] = [conflict.theirs as Row, conflict.ours as Row | null];
  return (
    <li className="stack-close">
      <h3>{nameRow(theirs)}</h3>
      <p className="soft">{m.conflict_made({ time: formatMoment(new Date(made_at)) })}</p>
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
