import { type ComponentProps, type ReactNode, useId } from 'react';
import { useProblem } from './form.state.ts';
import './tick.css';

interface Props extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: ReactNode;
  problem?: string | undefined;
  onTick?: (isTicked: boolean) => void;
}

/** A box to tick beside its words, large enough for a thumb; the browser draws it, also in forced colours. */
export function Tick({ label, problem: given, onTick, ...input }: Props) {
  const id = useId();
  const problem = useProblem(input.name, given);
  return (
    <div>
      <label className="tick">
        <input
          {...input}
          type="checkbox"
          aria-invalid={problem !== undefined}
          aria-describedby={id}
          onChange={onTick && (({ target }) => onTick(target.checked))}
        />
        {label}
      </label>
      <span id={id} className="field-problem">
        {problem}
      </span>
    </div>
  );
}
