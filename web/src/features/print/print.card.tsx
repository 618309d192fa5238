import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { type ReactNode, useId } from 'react';

/** The props that all cards of the page share. */
export interface PrintProps {
  competition: Competition;
  riders: readonly Participant[];
  onPrint: (content: ReactNode) => void;
}

interface CardProps {
  title: string;
  why: string;
  /** Fields to choose from. */
  children: ReactNode;
  buttons: ReactNode;
}

/** A kind of printout: its purpose, its options, and its buttons. */
export function PrintCard({ title, why, children, buttons }: CardProps) {
  const id = useId();
  return (
    <section className="card panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="soft">{why}</p>
      <div className="fields">{children}</div>
      <div className="desk-actions">{buttons}</div>
    </section>
  );
}
