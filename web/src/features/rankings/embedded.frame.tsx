import type { ComponentProps, ReactNode } from 'react';
import { contactAddress } from '../../device/installation.ts';
import { m } from '../../paraglide/messages.js';
import { Alert } from '../../ui/parts/alert.tsx';
import styles from './embedded.module.css';

interface Props extends ComponentProps<'div'> {
  /** The page in full: its address, and what it is called. */
  whole: { href: string; word: string };
  children: ReactNode;
}

/** The frame around a page on another site: only links that open in new tabs. */
export function EmbeddedFrame({ whole, children, ...attributes }: Props) {
  return (
    <div className={styles.embedded} data-embedded {...attributes}>
      {children}
      <footer className={styles.foot}>
        <a href={whole.href} target="_blank" rel="noreferrer" data-key="whole">
          {whole.word} ↗
        </a>
        <a href={`mailto:${contactAddress()}`} target="_blank" rel="noreferrer" data-key="contact">
          {contactAddress()}
        </a>
      </footer>
    </div>
  );
}

/** Says instead of a page that it is not public, with a way to the start page. */
export const NotPublic = ({ title, embedded }: { title: string; embedded: boolean }) => (
  <Alert kind="problem" title={title}>
    <a href="/" target={embedded ? '_blank' : undefined} rel="noreferrer">
      {m.to_start()}
    </a>
  </Alert>
);
