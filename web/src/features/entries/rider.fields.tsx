import { type Group, isSameGroup } from '@dossard/contract/categories/group.ts';
import type { LinkedForm, OpenEntryPage } from '@dossard/contract/entries/entry.schema.ts';
import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { useProblem } from '../../ui/fields/form.state.ts';
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
  const genderProblem = useProblem(`${prefix}gender`);
  const own = groups.find((group) => initial && isSameGroup(group, initial));
  return (
    <div className="fields">
      <TextField
        name={`${prefix}first_name`}
        label={m.first_name()}
        defaultValue={initial?.first_name}
        autoComplete="off"
      />
      <TextField
        name={`${prefix}last_name`}
        label={m.last_name()}
        defaultValue={initial?.last_name}
        autoComplete="off"
      />
      {groups.length > 0 ? (
        <SelectField
          name={`${prefix}category`}
          label={m.entry_group()}
          problem={genderProblem}
          defaultValue={own ? groupValue(own) : ''}
          empty=""
          options={groups.map((group) => [
            groupValue(group),
            groupWord(group) + (group.places === 0 ? ` – ${m.entry_group_full()}` : ''),
          ])}
        />
      ) : (
        <>
          <TextField
            name={`${prefix}category`}
            label={m.category()}
            defaultValue={initial?.category}
            autoComplete="off"
          />
          <SelectField
            name={`${prefix}gender`}
            label={m.gender()}
            defaultValue={initial?.gender ?? ''}
            empty=""
            options={genderChoices().map(({ value, label }) => [value, label])}
          />
        </>
      )}
      <TextField
        name={`${prefix}licence`}
        label={m.licence_optional()}
        defaultValue={initial?.licence ?? ''}
        autoComplete="off"
      />
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
