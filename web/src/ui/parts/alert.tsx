import type { ReactNode } from 'react';
import './alert.css';

const signs = { problem: '!', warning: '!', good: '✓', note: 'i' };

/** A banner with what happened as title and, as children, what to do now. */
export function Alert({ kind, title, children }: { kind: keyof typeof signs; title: string; children?: ReactNode }) {
  return (
    <div className="alert" data-kind={kind} role={kind === 'problem' ? 'alert' : 'status'}>
      <span className="alert-sign" aria-hidden="true">
        {signs[kind]}
      </span>
      <div className="alert-words">
        <p className="alert-title">{title}</p>
        {children}
      </div>
    </div>
  );
}
