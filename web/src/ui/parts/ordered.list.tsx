import { type ReactNode, useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { IconButton } from './icons.tsx';
import styles from './ordered.list.module.css';

interface Props<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string | number;
  /** Names an item in the labels of its buttons. */
  nameOf: (item: Item) => string;
  onOrder: (items: Item[]) => void;
  isOff?: (item: Item) => boolean;
  /** True while nothing can be moved, such as while an order is being saved. */
  disabled?: boolean;
  children: (item: Item) => ReactNode;
}

/** A list that is sorted by two buttons beside each item; moves are announced to screen readers. */
export function OrderedList<Item>({ items, keyOf, nameOf, onOrder, isOff, disabled = false, children }: Props<Item>) {
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState('');

  function move(item: Item, by: -1 | 1) {
    const from = items.indexOf(item);
    const others = items.filter((_, index) => index !== from);
    onOrder([...others.slice(0, from + by), item, ...others.slice(from + by)]);
    setMoved(m.item_moved({ what: nameOf(item), place: from + by + 1 }));
    // Reordering counts as unsaved input too.
    list.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }

  return (
    <>
      <ol ref={list} className={`plain ${styles.orderedList}`}>
        {items.map((item, index) => (
          <li key={keyOf(item)} data-off={isOff?.(item) || undefined}>
            {children(item)}
            <IconButton
              icon="up"
              label={m.item_up({ what: nameOf(item) })}
              aria-disabled={disabled || index === 0}
              onClick={() => !disabled && index > 0 && move(item, -1)}
            />
            <IconButton
              icon="down"
              label={m.item_down({ what: nameOf(item) })}
              aria-disabled={disabled || index === items.length - 1}
              onClick={() => !disabled && index < items.length - 1 && move(item, 1)}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {moved}
      </p>
    </>
  );
}
