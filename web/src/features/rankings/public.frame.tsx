import type { ReactNode } from 'react';
import { contactAddress } from '../../device/installation.ts';
import { PageFrame } from '../../ui/frame/page.frame.tsx';
import styles from './embedded.module.css';

interface Props {
  embedded: boolean;
  /** The address of the whole page, and the words of the link to it. */
  whole: string;
  words: string;
  children: ReactNode;
}

/** The frame around a public page; on another site only links that open in new tabs. */
export function PublicFrame({ embedded, whole, words, children }: Props) {
  if (!embedded) return <PageFrame>{children}</PageFrame>;
  return (
    <div className={styles.embedded} data-embedded>
      {children}
      <footer className={styles.foot}>
        <a href={whole} target="_blank" rel="noreferrer">
          {words} ↗
        </a>
        <a href={`mailto:${contactAddress()}`} target="_blank" rel="noreferrer">
          {contactAddress()}
        </a>
      </footer>
    </div>
  );
}
