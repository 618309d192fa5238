import { offeredCategories } from '@dossard/contract/categories/category.schema.ts';
import { forPoints } from '@dossard/contract/runs/doors.ts';
import { useContext, useState } from 'react';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { m } from '../../paraglide/messages.js';
import { useOfferedCategories } from '../../queries/zone.queries.ts';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { Chips } from '../../ui/fields/chips.tsx';
import { FormState } from '../../ui/fields/form.state.ts';
import { TextField } from '../../ui/fields/text.field.tsx';
import { PointsFields } from './points.fields.tsx';

interface Props {
  /** Chooses the groups of the riders at first, or all usual ones without riders, with ten points for each door. */
  startsChosen?: boolean;
}

const tens = forPoints(() => 10);

/** Groups, and the six points that apply to all of them; read by `readBatch`. */
export function GraduationBatchFields({ startsChosen = false }: Props) {
  const { genderChoices } = useGenderWords();
  const { offered, ridden, isKnown } = useOfferedCategories(usePageCompetition().id);
  const [known, setKnown] = useState<boolean>();
  const { problems } = useContext(FormState);
  const wrongCategory = Object.keys(problems).find((path) => path.startsWith('categories.'));
  return (
    <div className="columns">
      <Chips
        // Uncontrolled: remounted once the competition's categories are loaded, unless some are ticked already.
        key={String(known ?? isKnown)}
        onChoose={() => setKnown(known ?? isKnown)}
        legend={m.categories()}
        name="categories"
        type="checkbox"
        choices={offered.map((category) => ({ value: category, label: category }))}
        {...(startsChosen && { defaultChosen: ridden.length > 0 ? ridden : offeredCategories })}
      />
      <Chips legend={m.gender()} name="genders" type="checkbox" choices={genderChoices()} defaultChosen={['F', 'H']} />
      <PointsFields {...(startsChosen && { initial: tens })} />
      <TextField
        name="other_categories"
        label={m.other_categories()}
        hint={m.other_categories_hint()}
        problem={wrongCategory && problems[wrongCategory]}
      />
    </div>
  );
}
