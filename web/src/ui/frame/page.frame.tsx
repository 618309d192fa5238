import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { contactAddress } from '../../device/installation.ts';
import { m } from '../../paraglide/messages.js';
import { ReaderMenu } from './reader.choices.tsx';
import './page.frame.css';

interface FrameProps {
  /** Shown in the header beside the reader's choices. */
  beside?: ReactNode;
  children: ReactNode;
}

/** The header and footer around every page. */
export function PageFrame({ beside, children }: FrameProps) {
  return (
    <>
      <PageHead>
        {beside}
        <ReaderMenu />
      </PageHead>
      {children}
      <PageFoot />
    </>
  );
}

/** The product's name at the top of every page, as a link to the start page, with content beside it. */
export function PageHead({ children }: { children: ReactNode }) {
  return (
    <header className="frame-head">
      <Link to="/" className="frame-home">
        <Logo />
        <span>Dossard</span>
      </Link>
      {children}
    </header>
  );
}

/** The contact address at the bottom of every page. */
export function PageFoot() {
  const contact = contactAddress();
  return (
    <footer className="frame-foot">
      <span>{m.footer_contact()}</span> <a href={`mailto:${contact}`}>{contact}</a>
    </footer>
  );
}

/** The product's mark: a bib with a D and its six doors. */
function Logo() {
  return (
    <svg viewBox="0 0 64 64" width={34} height={34} fill="var(--go)" aria-hidden="true">
      <rect x="4" y="8" width="56" height="48" rx="9" fill="var(--card)" stroke="var(--go)" strokeWidth="5" />
      <circle cx="14" cy="18" r="2.4" />
      <circle cx="50" cy="18" r="2.4" />
      <path
        fill="var(--ink)"
        d="M24 16h8.5c7 0 11 4 11 10.5s-4 10.5-11 10.5H24zm5 4.3v12.4h3.3c4 0 6.1-2.2 6.1-6.2s-2.1-6.2-6.1-6.2z"
      />
      {[14, 20.4, 26.8, 33.2, 39.6, 46].map((x) => (
        <rect key={x} x={x} y="42" width="4" height="7" rx="1" />
      ))}
    </svg>
  );
}
