import { type Group, isSameGroup } from '@dossard/contract/categories/group.ts';
import type { LinkedForm, OpenEntryPage } from '@dossard/contract/entries/entry.schema.ts';
import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { SelectField, TextField } from '../../ui/fields/text.field.tsx';

interface Props {
  groups: OpenEntryPage['groups'];
  /** Prefix of the field names; problems are keyed by the same names. */
  prefix: string;
  initial?: LinkedForm['riders'][number];
}

/**
 * The fields of one rider. If the competition has groups, category and gender are one choice, which is faster for a
 * club.
 */
export function RiderFields({ groups, prefix, initial }: Props) {
  const { groupWord, genderChoices } = useGenderWords();
  const own = groups.find((group) => initial && isSameGroup(group, initial));
  const field = (name: 'first_name' | 'last_name' | 'category' | 'gender' | 'licence') => ({
    name: prefix + name,
    defaultValue: initial?.[name] ?? '',
  });
  return (
    <div className="fields">
      <TextField {...field('first_name')} label={m.first_name()} autoComplete="off" />
      <TextField {...field('last_name')} label={m.last_name()} autoComplete="off" />
      {groups.length > 0 ? (
        <SelectField
          name={`${prefix}category`}
          label={m.entry_group()}
          defaultValue={own ? groupValue(own) : ''}
          empty=""
          options={groups.map((group) => [
            groupValue(group),
            groupWord(group) + (group.places === 0 ? ` – ${m.entry_group_full()}` : ''),
          ])}
        />
      ) : (
        <>
          <TextField {...field('category')} label={m.category()} autoComplete="off" />
          <SelectField
            {...field('gender')}
            label={m.gender()}
            empty=""
            options={genderChoices().map(({ value, label }) => [value, label])}
          />
        </>
      )}
      <TextField {...field('licence')} label={m.licence_optional()} autoComplete="off" />
    </div>
  );
}

const groupValue = ({ category, gender }: Group) => JSON.stringify([category, gender]);

/** Reads the values of `RiderFields`, without the club. */
export function readRiderFields(fields: FormData, prefix: string) {
  const text = (name: string) => fields.get(prefix + name);
  const chosen = String(text('category') ?? '');
  const [category, gender] = chosen.startsWith('[')
    ? (JSON.parse(chosen) as string[])
    : [chosen, (text('gender') as string | null) || undefined];
  return {
    first_name: text('first_name'),
    last_name: text('last_name'),
    licence: text('licence'),
    category: category || undefined,
    gender,
  };
}
