import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import type { ReactNode } from 'react';
import { formatDay } from '../../text/formats.ts';
import { Card } from '../../ui/parts/card.tsx';
import { PrintFoot, PrintHead } from '../../ui/parts/print.out.tsx';

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

/** The head of a printed list: its title and the competition. */
export const PaperHead = ({ competition, title }: { competition: Competition; title: string }) => (
  <PrintHead title={title}>
    {competition.name}
    <br />
    {competition.location} · {formatDay(competition.date)}
  </PrintHead>
);

/** The head of a list, which may be longer than a sheet, with the foot of its sheets. */
export const ListHead = (head: { competition: Competition; title: string }) => (
  <>
    <PaperHead {...head} />
    <PrintFoot text={`${head.title} · ${head.competition.name}`} />
  </>
);
