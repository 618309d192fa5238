import { compareLists, type RiderChange } from '@dossard/contract/results/list.changes.ts';
import type { PublishedList } from '@dossard/contract/results/result.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { type ListChoice, officialList } from '../../queries/result.queries.ts';
import { fullName } from '../../riders/rider.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { Card } from '../../ui/parts/card.tsx';

/** The changes since the previous revision (E3). */
export function ListChanges({ choice, published }: { choice: ListChoice; published: PublishedList }) {
  const revision = choice.revision - 1;
  const read = useQuery(officialList({ ...choice, revision }));
  if (revision === 0) return null;
  return (
    <Card title={m.official_changes({ revision })}>
      <Reading of={read} waiting={<p className="soft">{m.loading()}</p>}>
        {(earlier) => <Changes earlier={earlier} published={published} />}
      </Reading>
    </Card>
  );
}

function Changes({ earlier, published }: { earlier: PublishedList; published: PublishedList }) {
  const names = new Map([...earlier.names, ...published.names].map((name) => [name.dossard, name]));
  const changes = compareLists(earlier.list, published.list);
  const zones = new Map([...earlier.list.zones, ...published.list.zones].map(({ id, name }) => [id, name] as const));
  if (changes.length === 0) return <p>{m.official_same()}</p>;
  return (
    <ul className="bullets numbers">
      {changes.map((change) => {
        const name = names.get(change.dossard);
        return (
          <li key={change.dossard}>
            <strong>
              {[m.rider_by_bib({ dossard: change.dossard }), name && fullName(name)].filter(Boolean).join(' ')}
            </strong>{' '}
            {describe(change, zones).join(' · ')}
          </li>
        );
      })}
    </ul>
  );
}

function describe({ before, after, runs }: RiderChange, zones: ReadonlyMap<number, string>): string[] {
  const lines: string[] = [];
  if (!before) lines.push(m.official_new_rider());
  if (!after) lines.push(m.official_gone_rider());
  if (before && after && before.rank !== after.rank)
    lines.push(m.official_rank_change({ from: before.rank ?? '–', to: after.rank ?? '–' }));
  if (before && after && before.total_points !== after.total_points)
    lines.push(m.official_points_change({ from: before.total_points, to: after.total_points }));
  for (const { run_number: number, zone_id, before: was, after: is } of runs) {
    const zone = zones.get(zone_id) ?? '';
    if (was && is) lines.push(m.official_run_changed({ number, zone, from: was.points, to: is.points }));
    else if (is) lines.push(m.official_run_added({ number, zone, points: is.points }));
    else if (was) lines.push(m.official_run_removed({ number, zone, points: was.points }));
  }
  return lines;
}
