import { useState } from 'react';
import { OrderedList } from '../parts/ordered.list.tsx';
import { useProblem } from './form.state.ts';
import styles from './ordered.choices.module.css';
import './chips.css';
import './tick.css';

interface Props<Choice extends string> {
  name: string;
  legend: string;
  hint: string;
  options: readonly Choice[];
  words: Readonly<Record<Choice, () => string>>;
  /** The choices ticked at first, in this order. */
  initial: readonly Choice[];
}

/** Choices to tick and sort; the form reads the ticked ones as `name`, in this order. */
export function OrderedChoices<Choice extends string>({ name, legend, hint, options, words, initial }: Props<Choice>) {
  const problem = useProblem(name);
  const [order, setOrder] = useState<readonly Choice[]>([
    ...initial,
    ...options.filter((one) => !initial.includes(one)),
  ]);
  const [off, setOff] = useState<readonly Choice[]>(order.filter((one) => !initial.includes(one)));
  const counting = order.filter((one) => !off.includes(one));

  return (
    <fieldset className="chips">
      <legend className="field-label">{legend}</legend>
      <p className="field-hint">{hint}</p>
      <OrderedList
        items={order}
        keyOf={(choice) => choice}
        nameOf={(choice) => words[choice]()}
        onOrder={setOrder}
        isOff={(choice) => off.includes(choice)}
      >
        {(choice) => (
          <label className="tick">
            <input
              type="checkbox"
              name={name}
              value={choice}
              checked={!off.includes(choice)}
              onChange={(event) =>
                setOff(event.target.checked ? off.filter((one) => one !== choice) : [...off, choice])
              }
            />
            <span className={`${styles.place} numbers`} aria-hidden="true">
              {off.includes(choice) ? '–' : `${counting.indexOf(choice) + 1}.`}
            </span>
            {words[choice]()}
          </label>
        )}
      </OrderedList>
      <span className="field-problem">{problem}</span>
    </fieldset>
  );
}
