import { type ReactNode, useEffect } from 'react';
import { createPortal } from 'react-dom';
import styles from './print.out.module.css';

interface Props {
  id: string;
  className?: string;
  /** Called when the browser has printed; some say so while the dialog is still open, and print what is there then. */
  onDone?: () => void;
  children: ReactNode;
}

/** Prints its content and nothing else of the page, once, as long as it is there; on screen it is invisible. */
export function PrintOut({ id, className = '', onDone, children }: Props) {
  useEffect(() => {
    if (onDone) window.addEventListener('afterprint', onDone, { once: true });
    window.print();
    return () => void (onDone && window.removeEventListener('afterprint', onDone));
  }, [onDone]);
  return createPortal(
    <div id={id} className={`${styles.printOut} ${className}`}>
      {children}
    </div>,
    document.body,
  );
}
