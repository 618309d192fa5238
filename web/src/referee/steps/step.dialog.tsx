import { type ReactNode, useEffect, useRef } from 'react';
import { useReturnedFocus } from '../../ui/dialogs/returned.focus.ts';
import { useClosingTap } from '../../ui/parts/taps.ts';
import styles from './steps.module.css';

interface Props {
  title: string;
  /** Absent if only an answer in the dialog closes it: Escape does not. */
  onClose?: () => void;
  children: ReactNode;
}

/** A dialog of the referee's screen, over all of it. */
export function StepDialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useReturnedFocus();
  useClosingTap();
  useEffect(() => dialog.current?.showModal(), []);
  const stay = (event: { preventDefault: () => void }) => onClose || event.preventDefault();
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} card`}
      onClose={onClose}
      onCancel={stay}
      onKeyDown={(event) => event.key === 'Escape' && stay(event)}
      aria-label={title}
    >
      <h2>{title}</h2>
      {children}
    </dialog>
  );
}
