import { useId } from 'react';
import { useProblem } from './form.state.ts';
import './chips.css';

interface Props<V extends string> {
  legend: string;
  name: string;
  /** `radio` for one choice, `checkbox` for several. */
  type: 'radio' | 'checkbox';
  choices?: readonly { value: V; label: string }[];
  /** Labels by value, instead. */
  words?: { readonly [One in V]: () => string };
  defaultChosen?: readonly NoInfer<V>[];
  onChoose?: (value: NoInfer<V>) => void;
  problem?: string | undefined;
}

/** A few choices side by side, large enough for a thumb. */
export function Chips<V extends string>({
  legend,
  name,
  type,
  words,
  choices = Object.entries<() => string>(words ?? {}).map(([value, label]) => ({ value: value as V, label: label() })),
  defaultChosen = [],
  onChoose,
  problem: given,
}: Props<V>) {
  const problemId = useId();
  const problem = useProblem(name, given);
  return (
    <fieldset className="chips">
      <legend className="field-label">{legend}</legend>
      <div className="chips-row">
        {choices.map(({ value, label }) => (
          <label key={value} className="chip">
            <input
              type={type}
              name={name}
              value={value}
              defaultChecked={defaultChosen.includes(value)}
              onChange={() => onChoose?.(value)}
              aria-invalid={problem !== undefined}
              aria-describedby={problemId}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      <span id={problemId} className="field-problem">
        {problem}
      </span>
    </fieldset>
  );
}
