import type { Gender } from '@dossard/contract/categories/category.schema.ts';
import { genders } from '@dossard/contract/rankings/ranking.choice.ts';
import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { Segments } from '../../ui/fields/segments.tsx';

interface Props {
  category: string;
  /** Undefined for all genders. */
  chosen: Gender | undefined;
  onChoose?: (gender: Gender | undefined) => void;
}

/** Chooses one gender of a category, or all. */
export function GenderChoice({ category, chosen, onChoose }: Props) {
  const { genderWord } = useGenderWords();
  return (
    <Segments
      legend={m.gender()}
      name="gender"
      choices={[undefined, ...genders].map((value) => ({
        value,
        label: value ? genderWord(value, category) : m.all_genders(),
      }))}
      {...{ chosen, onChoose }}
    />
  );
}
