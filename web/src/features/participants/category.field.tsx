import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { useOfferedCategories } from '../../queries/zone.queries.ts';
import { Chips } from '../../ui/fields/chips.tsx';
import { useProblem } from '../../ui/fields/form.state.ts';
import { TextField } from '../../ui/fields/text.field.tsx';

const other = 'other';

interface Props {
  competitionId: number;
  initial: string | undefined;
  /** Called when a category is chosen, or was typed and the field loses the focus. */
  onCategory: (category: string) => void;
}

/** A rider's category: the usual ones, then those of the competition's graduations and riders, or any other text. */
export function CategoryField({ competitionId, initial, onCategory }: Props) {
  const { offered } = useOfferedCategories(competitionId);
  const problem = useProblem('category');
  const [chosen, setChosen] = useState<string>();
  const choice = chosen ?? (initial === undefined ? '' : offered.includes(initial) ? initial : other);
  function choose(value: string) {
    setChosen(value);
    if (value !== other) onCategory(value);
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
          { value: other, label: m.other_category() },
        ]}
        defaultChosen={[choice]}
        onChoose={choose}
        problem={choice === other ? undefined : problem}
      />
      {choice === other && (
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
export function readCategory(fields: FormData): FormDataEntryValue | undefined {
  const choice = fields.get('category_choice');
  return (choice === other ? fields.get('category_text') : choice) ?? undefined;
}

/** Chooses an offered category in a rider's form, like a tap on it. */
export function chooseCategory(form: HTMLFormElement | null, category: string): void {
  const radios = [...(form?.querySelectorAll<HTMLInputElement>('input[name=category_choice]') ?? [])];
  const radio = radios.find(({ value }) => value === category);
  radio?.click();
  radio?.focus();
}
