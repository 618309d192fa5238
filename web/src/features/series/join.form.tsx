import { type RiderDecision, riderDecisionSchema, type Series } from '@dossard/contract/series/series.schema.ts';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { checkValues } from '../../ui/fields/problems.ts';
import { SelectField, TextField } from '../../ui/fields/text.field.tsx';
import styles from './series.module.css';

const actions = { join: m.series_by_hand_join, split: m.series_by_hand_split, guest: m.series_by_hand_guest };
type Action = keyof typeof actions;

/** Joins or splits riders that no suggestion lists, such as one who changed name or club: by competition and bib. */
export function JoinForm({ series, decide }: { series: Series; decide: (decision: RiderDecision) => void }) {
  const [action, setAction] = useState<Action>('join');
  const [problem, setProblem] = useState<string>();
  const count = action === 'join' ? 2 : 1;

  function send(fields: FormData) {
    const entries = Array.from({ length: count }, (_, index) => ({
      competition_id: Number(fields.get(`competition ${index}`)),
      dossard: Number(fields.get(`dossard ${index}`)),
    }));
    const { data, problems = {} } = checkValues({ action, entries }, riderDecisionSchema);
    setProblem(Object.values(problems)[0]);
    if (data) decide(data);
  }

  return (
    <details className="fold">
      <summary>{m.series_by_hand()}</summary>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send(new FormData(event.currentTarget));
        }}
      >
        <SelectField
          name="action"
          label={m.series_by_hand_what()}
          value={action}
          onChange={({ target }) => setAction(target.value as Action)}
          words={actions}
        />
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the two entries never move.
          <div key={index} className={styles.byHand}>
            <SelectField
              name={`competition ${index}`}
              label={m.competition()}
              options={series.competitions.map(({ id, name }) => [id, name])}
            />
            <TextField name={`dossard ${index}`} label={m.dossard()} inputMode="numeric" type="number" min={1} />
          </div>
        ))}
        {problem && <p className="field-problem">{problem}</p>}
        <button type="submit" className="button">
          {actions[action]()}
        </button>
      </form>
    </details>
  );
}
