import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { offeredCategories } from '@dossard/contract/text/category.schema.ts';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Chips } from '../../ui/chips.tsx';
import { genderChoices } from '../../ui/gender.words.ts';
import { TextField } from '../../ui/text.field.tsx';

interface Props {
  problems: Readonly<Record<string, string>>;
  initial?: Participant;
}

const other = 'other';

/** Everything of a rider but the dossard; `readRider` reads it. */
export function ParticipantFields({ problems, initial }: Props) {
  const offered = offeredCategories.find((category) => category === initial?.category);
  const [choice, setChoice] = useState<string>(offered ?? (initial ? other : ''));
  const choices = [
    ...offeredCategories.map((category) => ({ value: String(category), label: String(category) })),
    { value: other, label: m.other_category() },
  ];
  return (
    <>
      <div className="participant-names">
        <TextField
          name="last_name"
          label={m.last_name()}
          problem={problems.last_name}
          defaultValue={initial?.last_name}
          autoComplete="off"
        />
        <TextField
          name="first_name"
          label={m.first_name()}
          problem={problems.first_name}
          defaultValue={initial?.first_name}
          autoComplete="off"
        />
      </div>
      <Chips
        legend={m.category()}
        name="category_choice"
        type="radio"
        choices={choices}
        defaultChosen={[choice]}
        onChoose={setChoice}
        problem={choice === other ? undefined : problems.category}
      />
      {choice === other && (
        <TextField
          name="category_text"
          label={m.category_text()}
          problem={problems.category}
          defaultValue={offered ? '' : initial?.category}
          autoComplete="off"
        />
      )}
      <Chips
        legend={m.gender()}
        name="gender"
        type="radio"
        choices={genderChoices()}
        defaultChosen={initial ? [initial.gender] : []}
        problem={problems.gender}
      />
      <TextField
        name="club"
        label={m.club_optional()}
        problem={problems.club}
        defaultValue={initial?.club ?? ''}
        autoComplete="off"
      />
    </>
  );
}

/** Reads what `ParticipantFields` holds. */
export function readRider(fields: FormData) {
  const choice = fields.get('category_choice');
  return {
    last_name: fields.get('last_name'),
    first_name: fields.get('first_name'),
    category: choice === other ? fields.get('category_text') : (choice ?? undefined),
    gender: fields.get('gender') ?? undefined,
    club: fields.get('club'),
  };
}
