import type { ComponentProps, ReactNode } from 'react';
import { PageFrame } from '../../ui/frame/page.frame.tsx';
import styles from './account.frame.module.css';
import '../../ui/frame/kit.css';

interface Props {
  /** Absent where the content has a heading of its own. */
  title?: string;
  heading?: ComponentProps<'h1'>;
  /** Links to other pages around signing in. */
  ways?: ReactNode;
  children: ReactNode;
}

/** The page of one short form around signing in. */
export function AccountFrame({ title, heading, ways, children }: Props) {
  return (
    <PageFrame>
      <main className={`page ${styles.accountPage}`}>
        <div className={`card panel below ${styles.accountCard}`}>
          {title && <h1 {...heading}>{title}</h1>}
          {children}
        </div>
        {ways && <nav className={`row apart ${styles.accountWays}`}>{ways}</nav>}
      </main>
    </PageFrame>
  );
}
