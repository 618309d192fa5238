import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { m } from '../paraglide/messages.js';
import { installation } from './installation.ts';
import { Logo } from './logo.tsx';
import { ReaderChoices } from './reader.choices.tsx';
import './page.frame.css';

/** Where people write to (spec §1): the server puts the address of its installation into the page. */
export const contact = installation('contact');

/** The head and foot that every page has around its content. */
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

/** Where people write to; at the foot of every page. */
export function PageFoot() {
  return (
    <footer className="frame-foot">
      <span>{m.footer_contact()}</span> <a href={`mailto:${contact}`}>{contact}</a>
    </footer>
  );
}
