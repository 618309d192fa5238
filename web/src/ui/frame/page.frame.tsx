import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { contactAddress } from '../../device/installation.ts';
import { m } from '../../paraglide/messages.js';
import { Logo } from './logo.tsx';
import { ReaderChoices } from './reader.choices.tsx';
import './page.frame.css';

/** The header and footer around every page. */
export function PageFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <header className="frame-head">
        <Link to="/" className="frame-home">
          <Logo size={34} />
          <span>Dossard</span>
        </Link>
        <ReaderChoices />
      </header>
      {children}
      <PageFoot />
    </>
  );
}

/** The contact address at the foot of every page. */
export function PageFoot() {
  const contact = contactAddress();
  return (
    <footer className="frame-foot">
      <span>{m.footer_contact()}</span> <a href={`mailto:${contact}`}>{contact}</a>
    </footer>
  );
}
