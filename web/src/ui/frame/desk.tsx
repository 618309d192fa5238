import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import styles from './desk.module.css';

interface Props {
  title: string;
  /** Below the title: place and date, or the purpose of the page. */
  subtitle?: ReactNode;
  back?: LinkProps & { label: string };
  actions?: ReactNode;
  /** For pages with columns. Set from the start: a page that widens when its data load would move its content. */
  wide?: boolean;
  children: ReactNode;
}

/** The content of an organiser's page: title, link back and actions above it. */
export function Desk({ title, subtitle, back, actions, wide = false, children }: Props) {
  return (
    <main className={wide ? 'page page-wide' : 'page'}>
      {back && (
        <Link {...back} className={styles.back}>
          ← {back.label}
        </Link>
      )}
      <div className={styles.head}>
        <div>
          <h1>{title}</h1>
          {subtitle && <p className="soft">{subtitle}</p>}
        </div>
        {actions && <div className="desk-actions">{actions}</div>}
      </div>
      {children}
    </main>
  );
}

/** The title of a page while its name loads. */
export const untitled = () => m.loading();
