import type { ReactNode } from 'react';
import { PageFrame } from '../../ui/frame/page.frame.tsx';
import styles from './account.frame.module.css';
import '../../ui/frame/kit.css';

/** The page of one short form around signing in; `ways` are links to the other forms. */
export function AccountFrame({ children, ways }: { children: ReactNode; ways?: ReactNode }) {
  return (
    <PageFrame>
      <main className="page page-narrow">
        {children}
        {ways && <nav className={`row apart ${styles.accountWays}`}>{ways}</nav>}
      </main>
    </PageFrame>
  );
}
