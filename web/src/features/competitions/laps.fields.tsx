import type { Group } from '@dossard/contract/categories/category.schema.ts';
import { type Laps, lapsOf } from '@dossard/contract/competitions/laps.ts';
import { distinctGroups, groupKey } from '@dossard/contract/zones/graduation.rules.ts';
import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { rankedGroups } from '../../queries/zone.queries.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { SelectField } from '../../ui/fields/text.field.tsx';
import styles from './laps.fields.module.css';

const counts = [1, 2, 3, 4, 5, 6, 7, 8, 9];

interface Props {
  competitionId: number;
  initial: Laps;
  problem: string | undefined;
}

/** How many runs each rider has in each zone, and the groups with a different number (P1). */
export function LapsFields({ competitionId, initial, problem }: Props) {
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
        problem={problem}
        defaultValue={initial.laps ?? ''}
      >
        <option value="">{m.laps_unset()}</option>
        <CountOptions />
      </SelectField>
      {groups.length > 0 && (
        <details className={styles.groups} open={others.length > 0}>
          <summary>{m.field_laps_of_groups()}</summary>
          {groups.map((group) => (
            <SelectField
              key={groupKey(group)}
              name={lapsFieldOf(group)}
              label={groupWord(group)}
              defaultValue={lapsOf({ laps: null, laps_of_groups: others }, group) ?? ''}
            >
              <option value="">{m.laps_as_all()}</option>
              <CountOptions />
            </SelectField>
          ))}
        </details>
      )}
    </>
  );
}

function CountOptions() {
  return counts.map((count) => <option key={count}>{count}</option>);
}

const fieldPrefix = 'laps of ';
const lapsFieldOf = ({ category, gender }: Group) => fieldPrefix + JSON.stringify([category, gender]);

/** Reads the laps from the form, in the shape that is sent. */
export function readLaps(fields: FormData): { laps: number | null; laps_of_groups: object[] } {
  const laps_of_groups = [...fields].flatMap(([name, value]) => {
    if (!name.startsWith(fieldPrefix) || value === '') return [];
    const [category, gender] = JSON.parse(name.slice(fieldPrefix.length));
    return [{ category, gender, laps: Number(value) }];
  });
  const laps = fields.get('laps');
  return { laps: laps ? Number(laps) : null, laps_of_groups };
}
