import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import { m } from '../paraglide/messages.js';
import { SelectField } from '../ui/fields/text.field.tsx';
import { useGenderWords } from './rider.words.tsx';

interface Props {
  name?: string;
  groups: readonly Group[];
  /** The group's key; empty for all. */
  value: string;
  /** The word for all groups; absent where one must be chosen. */
  empty?: string;
  onChange: (key: string, group: Group | undefined) => void;
}

/** Chooses one of the groups, or all. */
export function GroupField({ name = 'group', groups, value, empty, onChange }: Props) {
  const { groupWord } = useGenderWords();
  return (
    <SelectField
      name={name}
      label={m.filter_group()}
      value={value}
      onValue={(key) =>
        onChange(
          key,
          groups.find((one) => groupKey(one) === key),
        )
      }
      empty={empty}
      options={groups.map((one) => [groupKey(one), groupWord(one)])}
    />
  );
}
