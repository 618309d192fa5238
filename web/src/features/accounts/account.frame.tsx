import type { ReactNode } from 'react';
import { PageFrame } from '../../ui/frame/page.frame.tsx';
import '../../ui/parts/panel.css';
import './account.frame.css';

/** The page of one short form around signing in; `ways` are links to the other ones. */
export function AccountFrame({ children, ways }: { children: ReactNode; ways?: ReactNode }) {
  return (
    <PageFrame>
      <main className="page page-narrow">
        {children}
        {ways && <nav className="account-ways">{ways}</nav>}
      </main>
    </PageFrame>
  );
}
