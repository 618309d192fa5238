import { getLocale } from '@dossard/contract/language/locale.ts';
import { formatProblem } from '@dossard/contract/refusals/problem.words.ts';
import { type DoorPoints, pointsNames } from '@dossard/contract/runs/doors.ts';
import { useContext, useId, useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { FormState } from '../../ui/fields/form.state.ts';
import styles from './points.fields.module.css';

/** The points of the six doors, side by side; the first value can be copied to all. */
export function PointsFields({ initial }: { initial?: DoorPoints }) {
  const { problems } = useContext(FormState);
  const noteId = useId();
  const row = useRef<HTMLDivElement>(null);
  const [worthless, setWorthless] = useState(false);
  const problem = formatPoints(problems);

  const inputs = () => [...(row.current?.querySelectorAll('input') ?? [])];
  const lookForNothing = () => setWorthless(inputs().some((input) => input.value.trim() === '0'));
  function copyFirst() {
    const [first, ...others] = inputs();
    for (const other of others) {
      other.value = first?.value ?? '';
      // Behaves like typing: removes problem marks and makes the form unsaved.
      other.dispatchEvent(new Event('input', { bubbles: true }));
    }
    lookForNothing();
  }

  return (
    <fieldset className="stack-close start">
      <legend className="field-label">{m.points_per_door()}</legend>
      <div ref={row} className={styles.pointsRow}>
        {pointsNames.map((name, index) => (
          <label key={name} className={`soft small numbers ${styles.pointsDoor}`}>
            <span>P{index + 1}</span>
            <input
              name={name}
              className="input"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={initial?.[name]}
              onInput={lookForNothing}
              aria-label={m.points_of_door({ door: index + 1 })}
              aria-invalid={problems[name] !== undefined}
              aria-describedby={noteId}
            />
          </label>
        ))}
      </div>
      <span id={noteId} className={problem ? 'field-problem' : 'field-hint'}>
        {problem ?? (worthless ? m.points_zero_hint() : '')}
      </span>
      <button type="button" className="bare text-button" onClick={copyFirst}>
        {m.same_points_everywhere()}
      </button>
    </fieldset>
  );
}

/** Names all doors without points in one sentence, or the first other problem; undefined if there is none. */
function formatPoints(problems: Readonly<Record<string, string>>): string | undefined {
  const isEmpty = (name: string) => problems[name] === formatProblem({ path: name, code: 'required' }, getLocale());
  const empty = pointsNames.flatMap((name, index) => (isEmpty(name) ? [String(index + 1)] : []));
  if (empty.length > 1) return m.points_of_doors_missing({ doors: new Intl.ListFormat(getLocale()).format(empty) });
  return pointsNames.map((name) => problems[name]).find((problem) => problem !== undefined);
}
