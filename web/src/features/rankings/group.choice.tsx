import type { Gender } from '@dossard/contract/categories/category.schema.ts';
import { genders } from '@dossard/contract/rankings/ranking.choice.ts';
import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { Segments } from '../../ui/fields/segments.tsx';
import styles from './ranking.module.css';

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

interface GroupChoiceProps {
  categories: readonly string[];
  category: string;
  gender: Gender | undefined;
  onCategory: (category: string) => void;
  onGender: (gender: Gender | undefined) => void;
}

/** Chooses a category, and one of its genders or all. */
export const GroupChoice = ({ categories, category, gender, onCategory, onGender }: GroupChoiceProps) => (
  <>
    <label className={styles.category}>
      <span className="visually-hidden">{m.category()}</span>
      <select className="input" value={category} onChange={({ target }) => onCategory(target.value)}>
        {categories.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
    <GenderChoice category={category} chosen={gender} onChoose={onGender} />
  </>
);
