import type { ReactNode } from 'react';
import './alert.css';

const signs = { problem: '!', warning: '!', good: '✓', note: 'i' };

interface Props {
  kind: keyof typeof signs;
  title: string;
  /** Why, or what to do now. */
  why?: string;
  /** The ways to go on. */
  children?: ReactNode;
}

/** A banner with what happened as title, and what to do now. */
export function Alert({ kind, title, why, children }: Props) {
  return (
    <div className="alert" data-kind={kind} role={kind === 'problem' ? 'alert' : 'status'}>
      <span className="alert-sign" aria-hidden="true">
        {signs[kind]}
      </span>
      <div className="alert-words">
        <p className="alert-title">{title}</p>
        {why && <p>{why}</p>}
        {children}
      </div>
    </div>
  );
}
