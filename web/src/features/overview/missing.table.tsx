import { groupKey } from '@dossard/contract/categories/group.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import type { ReactNode } from 'react';
import type { May } from '../../desk/may.ts';
import { PageLink } from '../../desk/page.link.tsx';
import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/gender.words.tsx';
import type { Overview } from './overview.facts.ts';
import styles from './overview.module.css';

/** From this number on a group has many missing runs in a zone. */
const many = 5;

interface Props {
  competition: Competition;
  overview: Overview;
  may: May;
}

/** The missing runs of each group in each zone; each number opens the riders whom it counts. */
export function MissingTable({ competition, overview: { all, zones, groups }, may }: Props) {
  const { groupWord } = useGenderWords();
  if (groups.length === 0 || all.recorded === 0) return null;
  return (
    <div>
      <div className="row">
        <h2>{m.overview_missing_runs()}</h2>
        <PageLink of={competition.id} page="progress" search={{ missing: true }} className="end">
          {m.overview_see_riders()}
        </PageLink>
      </div>
      {competition.laps === null && may('manage_competition') && (
        <p className="soft">
          {m.overview_laps_unknown()}{' '}
          <PageLink of={competition.id} page="edit" search={{ section: 'rounds' }}>
            {m.overview_set_laps()}
          </PageLink>
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable with the keyboard. */}
      <section className={`card ${styles.missing}`} aria-label={m.overview_missing_runs()} tabIndex={0}>
        <table className="numbers">
          <thead>
            <tr>
              <th scope="col">{m.zone()}</th>
              {groups.map((group) => (
                <th key={groupKey(group)} scope="col">
                  <span aria-hidden="true">{`${group.category} ${group.gender}`}</span>
                  <span className="visually-hidden">{groupWord(group)}</span>
                </th>
              ))}
              <th scope="col">{m.total()}</th>
            </tr>
          </thead>
          <tbody>
            {zones.map((zone, index) => (
              <tr key={zone.id}>
                <th scope="row">{zone.name}</th>
                {groups.map((group) => (
                  <td key={groupKey(group)}>
                    <Missing count={group.zones[index]?.missing}>
                      {(count) => (
                        <PageLink
                          of={competition.id}
                          page="progress"
                          search={{ zone: zone.id, category: group.category, gender: group.gender, missing: true }}
                          data-many={count >= many || undefined}
                          translate="no"
                        >
                          {count}
                        </PageLink>
                      )}
                    </Missing>
                  </td>
                ))}
                <td translate="no">{zone.missing}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{m.total()}</th>
              {groups.map((group) => (
                <td key={groupKey(group)} translate="no">
                  {group.missing}
                </td>
              ))}
              <td translate="no">{all.missing}</td>
            </tr>
          </tfoot>
        </table>
      </section>
    </div>
  );
}

interface MissingProps {
  /** Undefined where the group has nothing to ride. */
  count: number | undefined;
  children: (count: number) => ReactNode;
}

function Missing({ count, children }: MissingProps) {
  if (count) return children(count);
  const [sign, words] = count === 0 ? ['✓', m.overview_through()] : ['–', m.progress_no_graduation()];
  return (
    <span data-none={count === undefined || undefined}>
      <span aria-hidden="true">{sign}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
