import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import styles from './results.module.css';

interface Props {
  /** The name or the office at each line. */
  signers: readonly string[];
  /** What stands below the lines. */
  children?: ReactNode;
}

/** Place, date, and lines to sign at the end of a printed list. */
export function SignLines({ signers, children }: Props) {
  return (
    <section className={styles.sign}>
      <p>
        {m.official_place()} ______________________ {m.field_date()} ______________________
      </p>
      <ul className="list">
        {signers.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines to sign may have no name, and never move.
          <li key={index}>
            <span>{name}</span>
            <span>{m.official_sign()}</span>
          </li>
        ))}
      </ul>
      {children}
    </section>
  );
}
