import { type KeyboardEvent, useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { TextField } from '../../ui/fields/text.field.tsx';
import { Button } from '../../ui/parts/button.tsx';
import styles from './rounds.module.css';
import { type Order, placeRider } from './start.order.ts';

interface Props {
  order: Order;
  onOrder: (order: Order) => void;
}

/** Moves a rider to a typed place; Enter submits, and the next bib can be typed right away. */
export function PlaceBib({ order, onOrder }: Props) {
  const bib = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [moved, setMoved] = useState('');

  function move() {
    const [dossard, target] = [bib.current?.valueAsNumber ?? Number.NaN, place.current?.valueAsNumber ?? Number.NaN];
    const isComplete = dossard >= 1 && target >= 1;
    const next = isComplete ? placeRider(order, dossard, Math.trunc(target)) : undefined;
    setProblem(next ? undefined : isComplete ? m.start_order_unknown({ dossard }) : m.start_order_incomplete());
    bib.current?.focus();
    if (!next || !bib.current || !place.current) return bib.current?.select();
    onOrder(next);
    const reached = next.findIndex(({ dossard_number }) => dossard_number === dossard) + 1;
    setMoved(m.start_order_moved({ dossard, place: reached }));
    bib.current.value = '';
    place.current.value = '';
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    move();
  }

  const whole = { type: 'number', inputMode: 'numeric', min: 1, autoComplete: 'off', onKeyDown } as const;
  return (
    <div className={styles.place}>
      <TextField ref={bib} name="placed_bib" label={m.start_order_bib()} problem={problem} {...whole} />
      <TextField ref={place} name="place" label={m.start_order_place()} {...whole} />
      <Button onClick={move}>{m.start_order_move()}</Button>
      <p role="status" className="visually-hidden">
        {moved}
      </p>
    </div>
  );
}
