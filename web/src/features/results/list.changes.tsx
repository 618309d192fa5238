import { compareLists, type RiderChange } from '@dossard/contract/results/list.changes.ts';
import type { PublishedList } from '@dossard/contract/results/result.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { type ListChoice, officialList } from '../../queries/result.queries.ts';
import { fullName } from '../../riders/rider.words.tsx';
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
  const former = listRenamed(earlier, published);
  const changes = new Map(compareLists(earlier.list, published.list).map((change) => [change.dossard, change]));
  const zones = new Map([...earlier.list.zones, ...published.list.zones].map(({ id, name }) => [id, name] as const));
  const dossards = [...new Set([...changes.keys(), ...former.keys()])];
  if (dossards.length === 0) return <p>{m.official_same()}</p>;
  return (
    <ul className="bullets numbers">
      {dossards.map((dossard) => {
        const name = names.get(dossard);
        const [change, was] = [changes.get(dossard), former.get(dossard)];
        return (
          <li key={dossard}>
            <strong>{[m.rider_by_bib({ dossard }), name && fullName(name)].filter(Boolean).join(' ')}</strong>{' '}
            {[...(was ? [m.official_name_change({ name: was })] : []), ...(change ? describe(change, zones) : [])].join(
              ' · ',
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Lists the former names of riders whose name is another one now, by bib; erased names are none. */
function listRenamed(earlier: PublishedList, published: PublishedList): Map<number, string> {
  const shown = ({ names }: PublishedList) => names.filter(({ erased }) => !erased);
  const now = new Map(shown(published).map((name) => [name.dossard, fullName(name)]));
  const before = shown(earlier).map((name) => [name.dossard, fullName(name)] as const);
  return new Map(before.filter(([dossard, name]) => (now.get(dossard) ?? name) !== name));
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
