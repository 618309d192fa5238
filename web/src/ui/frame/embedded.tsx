import type { ReactNode } from 'react';
import { contactAddress } from '../../device/installation.ts';
import styles from './embedded.module.css';

interface Props {
  /** The address and the name of the whole page. */
  whole: string;
  words: string;
  /** The competition, for the script of a frame that the server renders. */
  competitionId?: number;
  children: ReactNode;
}

/** A page in a frame of another site: only its content, and links that open in new tabs. */
export function Embedded({ whole, words, competitionId, children }: Props) {
  return (
    <div className={styles.embedded} data-embedded data-competition={competitionId}>
      {children}
      <footer className={styles.foot}>
        <a href={whole} target="_blank" rel="noreferrer" data-key="whole">
          {words} ↗
        </a>
        <a href={`mailto:${contactAddress()}`} target="_blank" rel="noreferrer" data-key="contact">
          {contactAddress()}
        </a>
      </footer>
    </div>
  );
}
