import type { Gender } from '@dossard/contract/categories/category.schema.ts';
import { optionalFieldNames, type ParticipantFacts } from '@dossard/contract/participants/participant.fields.ts';
import { genders } from '@dossard/contract/rankings/ranking.choice.ts';
import { useState } from 'react';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { m } from '../../paraglide/messages.js';
import { useOfferedCategories } from '../../queries/zone.queries.ts';
import { optionalLabels } from '../../riders/field.labels.ts';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { Chips } from '../../ui/fields/chips.tsx';
import { useProblem } from '../../ui/fields/form.state.ts';
import { TextField } from '../../ui/fields/text.field.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { formatNearest, useGraduationGaps } from './graduation.gaps.tsx';

interface Props {
  initial?: Partial<ParticipantFacts> | undefined;
  /** The word on the form's button. */
  action: string;
}

/** The fields of a rider except the dossard; `readRider` reads them. */
export function ParticipantFields({ initial, action }: Props) {
  const { genderChoices } = useGenderWords();
  const [category, setCategory] = useState(initial?.category ?? '');
  const [gender, setGender] = useState<Gender | undefined>(initial?.gender);
  return (
    <>
      <div className="fields">
        <TextField name="last_name" label={m.last_name()} autoComplete="off" />
        <TextField name="first_name" label={m.first_name()} autoComplete="off" />
      </div>
      <CategoryField initial={initial?.category} onCategory={setCategory} />
      <Chips
        legend={m.gender()}
        name="gender"
        type="radio"
        choices={genderChoices(category)}
        defaultChosen={initial?.gender ? [initial.gender] : []}
        onChoose={setGender}
      />
      <GroupWarning category={category} gender={gender} action={action} />
      <div className="fields">
        {optionalFieldNames.map((name) => (
          <TextField key={name} name={name} label={optionalLabels[name]()} autoComplete="off" />
        ))}
      </div>
    </>
  );
}

/** Reads the values of `ParticipantFields`. */
export function readRider(fields: FormData) {
  return {
    last_name: fields.get('last_name'),
    first_name: fields.get('first_name'),
    category: readCategory(fields),
    gender: fields.get('gender') ?? undefined,
    ...Object.fromEntries(optionalFieldNames.map((name) => [name, fields.get(name)])),
  };
}

interface GroupWarningProps {
  category: string;
  /** Undefined until it is chosen. */
  gender: Gender | undefined;
  /** The word on the button that keeps the rider all the same. */
  action: string;
}

/** Warns in a rider's form when no zone has a graduation for the chosen group, and suggests the likely category. */
function GroupWarning({ category, gender, action }: GroupWarningProps) {
  const { groupWord } = useGenderWords();
  const possible = (gender ? [gender] : genders).map((one) => ({ category, gender: one }));
  const gaps = useGraduationGaps(category.trim() === '' ? [] : possible);
  const [gap] = gaps;
  // Until the gender is chosen, one of them may still have a graduation.
  if (!gap || gaps.length < possible.length) return null;
  return (
    <Alert kind="warning" title={m.group_without_graduation({ group: gender ? groupWord(gap) : category })}>
      {gap.nearest.length > 0 && (
        <>
          <p>{formatNearest(gap.nearest)}</p>
          <div className="desk-actions">
            {gap.nearest.map((one) => (
              <Button action={one} key={one} onClick={(event) => chooseCategory(event.currentTarget.form, one)} />
            ))}
          </div>
        </>
      )}
      <p>{m.group_anyway({ action })}</p>
    </Alert>
  );
}

const otherCategory = 'otherCategory';

interface CategoryProps {
  initial: string | undefined;
  /** Called when a category is chosen, or was typed and the field loses the focus. */
  onCategory: (category: string) => void;
}

/** A rider's category: the usual ones, then those of the competition's graduations and riders, or any otherCategory text. */
function CategoryField({ initial, onCategory }: CategoryProps) {
  const { offered } = useOfferedCategories(usePageCompetition().id);
  const problem = useProblem('category');
  const [chosen, setChosen] = useState<string>();
  const choice = chosen ?? (initial === undefined ? '' : offered.includes(initial) ? initial : otherCategory);
  function choose(value: string) {
    setChosen(value);
    if (value !== otherCategory) onCategory(value);
  }
  return (
    <>
      <Chips
        // Uncontrolled radios: remounted when the competition's categories are loaded.
        key={offered.length}
        legend={m.category()}
        name="category_choice"
        type="radio"
        choices={[
          ...offered.map((category) => ({ value: category, label: category })),
          { value: otherCategory, label: m.other_category() },
        ]}
        defaultChosen={[choice]}
        onChoose={choose}
        problem={choice === otherCategory ? undefined : problem}
      />
      {choice === otherCategory && (
        <TextField
          name="category_text"
          label={m.category_text()}
          problem={problem}
          defaultValue={initial !== undefined && offered.includes(initial) ? '' : initial}
          autoComplete="off"
          onBlur={(event) => onCategory(event.target.value)}
        />
      )}
    </>
  );
}

/** Reads the value of `CategoryField`; undefined while nothing is chosen. */
function readCategory(fields: FormData): FormDataEntryValue | undefined {
  const choice = fields.get('category_choice');
  return (choice === otherCategory ? fields.get('category_text') : choice) ?? undefined;
}

/** Chooses an offered category in a rider's form, like a tap on it. */
function chooseCategory(form: HTMLFormElement | null, category: string): void {
  const radios = [...(form?.querySelectorAll<HTMLInputElement>('input[name=category_choice]') ?? [])];
  const radio = radios.find(({ value }) => value === category);
  radio?.click();
  radio?.focus();
}
