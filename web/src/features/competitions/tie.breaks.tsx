import { type TieBreak, tieBreakSchema } from '@dossard/contract/rankings/ranking.schema.ts';
import { useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { tieBreakWords } from '../../riders/tie.words.ts';
import { IconButton } from '../../ui/parts/icons.tsx';
import styles from './tie.breaks.module.css';

interface Props {
  initial: readonly TieBreak[];
  problem: string | undefined;
}

/** What decides between equal points, in order (R4–R6, R14, R15); the form reads what is ticked as `tie_breaks`, in this order. */
export function TieBreaks({ initial, problem }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const [order, setOrder] = useState<readonly TieBreak[]>([
    ...initial,
    ...tieBreakSchema.options.filter((one) => !initial.includes(one)),
  ]);
  const [off, setOff] = useState<readonly TieBreak[]>(order.filter((one) => !initial.includes(one)));
  const [moved, setMoved] = useState('');
  const counting = order.filter((one) => !off.includes(one));

  function move(tieBreak: TieBreak, by: -1 | 1) {
    const from = order.indexOf(tieBreak);
    const next = order.toSpliced(from, 1).toSpliced(from + by, 0, tieBreak);
    setOrder(next);
    setMoved(m.tie_break_moved({ what: tieBreakWords[tieBreak](), place: from + by + 1 }));
    // Reordering counts as unsaved input too.
    list.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }

  return (
    <fieldset className={styles.tieBreaks}>
      <legend className="field-label">{m.tie_breaks()}</legend>
      <p className="field-hint">{m.tie_breaks_hint()}</p>
      <ol ref={list}>
        {order.map((tieBreak, index) => (
          <li key={tieBreak} data-off={off.includes(tieBreak) || undefined}>
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
            <IconButton
              icon="up"
              label={m.tie_break_up({ what: tieBreakWords[tieBreak]() })}
              aria-disabled={index === 0}
              onClick={() => index > 0 && move(tieBreak, -1)}
            />
            <IconButton
              icon="down"
              label={m.tie_break_down({ what: tieBreakWords[tieBreak]() })}
              aria-disabled={index === order.length - 1}
              onClick={() => index < order.length - 1 && move(tieBreak, 1)}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {moved}
      </p>
      <span className="field-problem">{problem}</span>
    </fieldset>
  );
}
