import type { Gender } from '@dossard/contract/categories/category.schema.ts';
import { genders } from '@dossard/contract/rankings/ranking.choice.ts';
import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { chooseCategory } from './category.field.tsx';
import { formatNearest, useGraduationGaps } from './graduation.gaps.tsx';

interface Props {
  competitionId: number;
  category: string;
  /** Undefined until it is chosen. */
  gender: Gender | undefined;
  /** The word on the button that keeps the rider all the same. */
  action: string;
}

/** Warns in a rider's form when no zone has a graduation for the chosen group, and suggests the likely category. */
export function GroupWarning({ competitionId, category, gender, action }: Props) {
  const { groupWord } = useGenderWords();
  const possible = (gender ? [gender] : genders).map((one) => ({ category, gender: one }));
  const gaps = useGraduationGaps(competitionId, category.trim() === '' ? [] : possible);
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
              <Button key={one} onClick={(event) => chooseCategory(event.currentTarget.form, one)}>
                {one}
              </Button>
            ))}
          </div>
        </>
      )}
      <p>{m.group_anyway({ action })}</p>
    </Alert>
  );
}
