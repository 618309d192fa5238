import { type RiderDecision, riderDecisionSchema, type Series } from '@dossard/contract/series/series.schema.ts';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { NumberField, SelectField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { Form } from '../../ui/forms/form.tsx';
import { Button } from '../../ui/parts/button.tsx';
import styles from './series.module.css';

const actions = { join: m.series_by_hand_join, split: m.series_by_hand_split, guest: m.series_by_hand_guest };
type Action = keyof typeof actions;

/** Joins or splits riders that no suggestion lists, such as one who changed name or club: by competition and bib. */
export function JoinForm({ series, decide }: { series: Series; decide: (decision: RiderDecision) => void }) {
  const [action, setAction] = useState<Action>('join');
  const count = action === 'join' ? 2 : 1;

  const { formProps, problems } = useCheckedForm({
    schema: riderDecisionSchema,
    values: (fields) => ({
      action,
      entries: Array.from({ length: count }, (_, index) => ({
        competition_id: Number(fields.get(`competition ${index}`)),
        dossard: Number(fields.get(`dossard ${index}`)),
      })),
    }),
    send: async (decision) => decide(decision),
  });
  const [problem] = Object.values(problems);
  return (
    <details className="fold">
      <summary>{m.series_by_hand()}</summary>
      <Form {...formProps} className="stack">
        <SelectField name="action" label={m.series_by_hand_what()} value={action} onValue={setAction} words={actions} />
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the two entries never move.
          <div key={index} className={styles.byHand}>
            <SelectField
              name={`competition ${index}`}
              label={m.competition()}
              options={series.competitions.map(({ id, name }) => [id, name])}
            />
            <NumberField name={`dossard ${index}`} label={m.dossard()} />
          </div>
        ))}
        {problem && <p className="field-problem">{problem}</p>}
        <Button type="submit">{actions[action]()}</Button>
      </Form>
    </details>
  );
}
