import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import type { ReactNode } from 'react';
import { Card } from '../../ui/parts/card.tsx';

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
  return (
    <Card title={title} why={why}>
      <div className="fields">{children}</div>
      <div className="desk-actions">{buttons}</div>
    </Card>
  );
}
