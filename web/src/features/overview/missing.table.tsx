import { groupKey } from '@dossard/contract/categories/group.ts';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { PageLink } from '../../desk/page.link.tsx';
import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { Table } from '../../ui/parts/table.tsx';
import type { Overview } from './overview.facts.ts';
import styles from './overview.module.css';

/** From this number on a group has many missing runs in a zone. */
const many = 5;

/** The missing runs of each group in each zone; each number opens the riders whom it counts. */
export function MissingTable({ overview: { all, zones, groups } }: { overview: Overview }) {
  const { competition, may } = usePageCompetition();
  const { genderWord, groupWord } = useGenderWords();
  if (groups.length === 0 || all.recorded === 0) return null;
  const inColumns = (content: (group: (typeof groups)[number]) => ReactNode) =>
    Object.fromEntries(groups.map((group) => [groupKey(group), content(group)]));
  return (
    <div>
      <div className="row">
        <h2>{m.overview_missing_runs()}</h2>
        <PageLink page="progress" search={{ missing: true }} className="end" label={m.overview_see_riders()} />
      </div>
      {competition.laps === null && may('manage_competition') && (
        <p className="soft">
          {m.overview_laps_unknown()}{' '}
          <PageLink page="edit" search={{ section: 'rounds' }} label={m.overview_set_laps()} />
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable with the keyboard. */}
      <section className="card sideways" aria-label={m.overview_missing_runs()} tabIndex={0}>
        <Table
          look={styles.grid}
          headings={{
            zone: m.zone(),
            ...inColumns(({ category, gender }) => (
              <>
                <span aria-hidden="true">{`${category} ${genderWord(gender, category).charAt(0)}`}</span>
                <span className="visually-hidden">{groupWord({ category, gender })}</span>
              </>
            )),
            total: m.total(),
          }}
          named="zone"
          hasNames
          rows={[...zones, { id: 0, name: m.total(), missing: all.missing, isClosed: false }]}
          keyOf={({ id }) => id}
          cells={({ id, name, missing, isClosed }) => ({
            zone: name,
            ...inColumns((group) =>
              id === 0 ? (
                group.missing
              ) : (
                <Missing
                  count={group.zones[zones.findIndex((zone) => zone.id === id)]?.missing}
                  isClosed={isClosed}
                  search={{ zone: id, category: group.category, gender: group.gender, missing: true }}
                />
              ),
            ),
            total: missing,
          })}
        />
      </section>
    </div>
  );
}

interface MissingProps {
  /** Undefined where the group has nothing to ride. */
  count: number | undefined;
  /** The zone waits for nobody any more. */
  isClosed: boolean;
  search: LinkProps['search'];
}

function Missing({ count, isClosed, search }: MissingProps) {
  if (count) return <PageLink page="progress" search={search} data-many={count >= many || undefined} label={count} />;
  const isThrough = count === 0 && !isClosed;
  const none = isClosed ? m.desk_call({ kind: 'zone_closed' }) : m.progress_no_graduation();
  const [sign, words] = isThrough ? ['✓', m.overview_through()] : ['–', none];
  return (
    <span data-none={!isThrough || undefined}>
      <span aria-hidden="true">{sign}</span>
      <span className="visually-hidden" translate="yes">
        {words}
      </span>
    </span>
  );
}
