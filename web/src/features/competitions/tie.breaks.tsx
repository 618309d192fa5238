import { type TieBreak, tieBreakSchema } from '@dossard/contract/rankings/ranking.schema.ts';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { tieBreakWords } from '../../riders/tie.words.ts';
import { OrderedList } from '../../ui/parts/ordered.list.tsx';
import styles from './tie.breaks.module.css';

interface Props {
  initial: readonly TieBreak[];
  problem: string | undefined;
}

/** What decides between equal points, in order (R4–R6, R14, R15); the form reads what is ticked as `tie_breaks`, in this order. */
export function TieBreaks({ initial, problem }: Props) {
  const [order, setOrder] = useState<readonly TieBreak[]>([
    ...initial,
    ...tieBreakSchema.options.filter((one) => !initial.includes(one)),
  ]);
  const [off, setOff] = useState<readonly TieBreak[]>(order.filter((one) => !initial.includes(one)));
  const counting = order.filter((one) => !off.includes(one));

  return (
    <fieldset className={styles.tieBreaks}>
      <legend className="field-label">{m.tie_breaks()}</legend>
      <p className="field-hint">{m.tie_breaks_hint()}</p>
      <OrderedList
        items={order}
        keyOf={(tieBreak) => tieBreak}
        nameOf={(tieBreak) => tieBreakWords[tieBreak]()}
        onOrder={setOrder}
        isOff={(tieBreak) => off.includes(tieBreak)}
      >
        {(tieBreak) => (
          <label>
            <input
              type="checkbox"
              name="tie_breaks"
              value={tieBreak}
              checked={!off.includes(tieBreak)}
              onChange={(event) =>
                setOff(event.target.checked ? off.filter((one) => one !== tieBreak) : [...off, tieBreak])
              }
            />
            <span className={`${styles.place} numbers`} aria-hidden="true">
              {off.includes(tieBreak) ? '–' : `${counting.indexOf(tieBreak) + 1}.`}
            </span>
            {tieBreakWords[tieBreak]()}
          </label>
        )}
      </OrderedList>
      <span className="field-problem">{problem}</span>
    </fieldset>
  );
}
