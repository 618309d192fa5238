import { groupKey, isSameGroup } from '@dossard/contract/categories/group.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { clockOf } from '@dossard/contract/starts/start.times.ts';
import { useQuery } from '@tanstack/react-query';
import { PageLink } from '../../desk/page.link.tsx';
import { m } from '../../paraglide/messages.js';
import { participantsOf } from '../../queries/participant.queries.ts';
import { listGroups } from '../../riders/rider.order.ts';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Table } from '../../ui/parts/table.tsx';

/** The first and the last start of each group, as planned, and the way to the order of its riders. */
export function StartSummary({ competition }: { competition: Competition }) {
  const { groupWord } = useGenderWords();
  const read = useQuery(participantsOf(competition.id));
  return (
    <Reading of={read} waiting={4}>
      {({ participants }) => {
        const groups = listGroups(participants).flatMap((group) => {
          const riders = participants.filter((rider) => isSameGroup(rider, group));
          const times = riders.flatMap(({ start_time }) => start_time ?? []).sort();
          const [first] = times;
          return first === undefined ? [] : [{ group, riders: riders.length, first, last: times.at(-1) ?? first }];
        });
        const isLate = groups.some(({ last }) => !last.startsWith(competition.date));
        groups.sort((one, other) => one.first.localeCompare(other.first));
        return (
          <>
            {isLate && <Alert kind="warning" title={m.starts_after_midnight()} />}
            {groups.length > 0 && (
              <Table
                caption={m.starts_of_groups()}
                headings={{ group: m.filter_group(), times: m.participants_start() }}
                named="group"
                rows={groups}
                keyOf={({ group }) => groupKey(group)}
                cells={({ group, riders, first, last }) => ({
                  group: (
                    <>
                      {groupWord(group)} <span className="soft">{m.riders({ count: riders })}</span>
                    </>
                  ),
                  times: first === last ? clockOf(first) : `${clockOf(first)} – ${clockOf(last)}`,
                })}
              />
            )}
            <p>
              <PageLink of={competition.id} page="start-order" label={m.starts_to_order()} />
            </p>
          </>
        );
      }}
    </Reading>
  );
}
