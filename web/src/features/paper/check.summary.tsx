import { groupKey } from '@dossard/contract/categories/group.ts';
import type { RunChecks } from '@dossard/contract/runs/run.check.schema.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { PageLink } from '../../desk/page.link.tsx';
import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/rider.words.tsx';

interface Props {
  competitionId: number;
  zones: readonly Zone[];
  /** The zone to summarise; undefined for all. */
  chosen: Zone | undefined;
  checks: RunChecks['zones'];
}

/**
 * Summarises per zone how many runs were checked and how many differ, who checked them, and which bibs are not yet
 * compared.
 */
export function CheckSummary({ competitionId, zones, chosen, checks }: Props) {
  const { groupWord } = useGenderWords();
  const shown = checks.flatMap((check) => {
    const zone = zones.find(({ id }) => id === check.zone_id);
    return zone && (!chosen || chosen.id === zone.id) ? [{ ...check, zone }] : [];
  });
  return shown.map(({ zone, runs, checked, differ, unchecked, checked_by, groups = [] }) => (
    <section key={zone.id} className="card panel numbers">
      <div role="status">
        <h2>
          {[m.check_count({ zone: zone.name, checked, runs }), differ > 0 && m.check_differ({ count: differ })]
            .filter(Boolean)
            .join(', ')}
        </h2>
      </div>
      {groups.length > 1 && (
        <ul className="row">
          {groups.map((group) => (
            <li key={groupKey(group)}>
              {m.check_count({ zone: groupWord(group), checked: group.checked, runs: group.runs })}
            </li>
          ))}
        </ul>
      )}
      {checked_by.length > 0 && (
        <p>{m.check_by({ names: checked_by.map(({ name, runs: number }) => `${name} (${number})`).join(', ') })}</p>
      )}
      {unchecked.length > 0 && <p className="soft">{m.check_unchecked({ dossards: unchecked.join(', ') })}</p>}
      {checked < runs && (
        <PageLink of={competitionId} page="runs" search={{ zone: zone.id, unchecked: true }}>
          {m.results_see_unchecked()}
          <span className="visually-hidden"> {zone.name}</span>
        </PageLink>
      )}
      {checked === runs && <p className="soft">{m.check_all()}</p>}
    </section>
  ));
}
