import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { SelectField } from '../../ui/fields/text.field.tsx';

interface Props {
  name: string;
  groups: readonly Group[];
  /** The group's key; empty for all. */
  value: string;
  onChange: (key: string) => void;
}

/** Chooses one of the groups, or all. */
export function GroupField({ name, groups, value, onChange }: Props) {
  const { groupWord } = useGenderWords();
  return (
    <SelectField
      name={name}
      label={m.filter_group()}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      empty={m.filter_any()}
      options={groups.map((group) => [groupKey(group), groupWord(group)])}
    />
  );
}
