import { distinctGroups, groupKey } from '@dossard/contract/categories/group.ts';
import { type Laps, lapsOf } from '@dossard/contract/competitions/laps.ts';
import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { rankedGroups } from '../../queries/zone.queries.ts';
import { groupNumbers } from '../../riders/group.numbers.ts';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { SelectField } from '../../ui/fields/text.field.tsx';

const counts = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((count) => [count, String(count)] as const);
const laps = groupNumbers('laps of ');

interface Props {
  competitionId: number;
  initial: Laps;
}

/** How many runs each rider has in each zone, and the groups with a different number (P1). */
export function LapsFields({ competitionId, initial }: Props) {
  const { groupWord } = useGenderWords();
  const { data } = useQuery(rankedGroups(competitionId));
  const others = initial.laps_of_groups ?? [];
  const groups = distinctGroups([...(data?.categories_and_genders ?? []), ...others]);
  return (
    <>
      <SelectField
        name="laps"
        label={m.field_laps()}
        hint={m.field_laps_hint()}
        defaultValue={initial.laps ?? ''}
        empty={m.laps_unset()}
        options={counts}
      />
      {groups.length > 0 && (
        <details className="fold" open={others.length > 0}>
          <summary>{m.field_laps_of_groups()}</summary>
          {groups.map((group) => (
            <SelectField
              key={groupKey(group)}
              name={laps.nameOf(group)}
              label={groupWord(group)}
              defaultValue={lapsOf({ laps: null, laps_of_groups: others }, group) ?? ''}
              empty={m.laps_as_all()}
              options={counts}
            />
          ))}
        </details>
      )}
    </>
  );
}

/** Reads the laps from the form, in the shape that is sent. */
export function readLaps(fields: FormData): { laps: number | null; laps_of_groups: object[] } {
  const laps_of_groups = laps
    .read(fields)
    .flatMap(({ value, ...group }) => (value === null ? [] : [{ ...group, laps: value }]));
  return { laps: Number(fields.get('laps')) || null, laps_of_groups };
}
