import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import styles from './desk.module.css';

interface Props {
  title: string;
  /** Below the title: the purpose of the page. */
  subtitle?: ReactNode;
  /** On the line of the title. */
  beside?: ReactNode;
  back?: LinkProps & { label: string };
  actions?: ReactNode;
  children: ReactNode;
}

/** The content of an organiser's page: title, link back and actions above it. */
export function Desk({ title, subtitle, beside, back, actions, children }: Props) {
  return (
    <main className={styles.page}>
      {back && (
        <Link {...back} className={`one-line no-print ${styles.back}`}>
          ← {back.label}
        </Link>
      )}
      <div className={styles.head}>
        <div>
          <h1>{title}</h1>
          {subtitle && <p className="soft">{subtitle}</p>}
        </div>
        {beside}
        {actions && <div className="desk-actions">{actions}</div>}
      </div>
      {children}
    </main>
  );
}

/** The title of a page while its name loads. */
export const untitled = () => m.loading();
