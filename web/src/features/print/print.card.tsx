import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import type { ReactNode } from 'react';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { formatDay } from '../../text/formats.ts';
import { Card } from '../../ui/parts/card.tsx';
import { PrintFoot, PrintHead } from '../../ui/parts/print.out.tsx';

/** The props that all cards of the page share. */
export interface PrintProps {
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
export function PaperHead({ title }: { title: string }) {
  const { name, location, date } = usePageCompetition().competition;
  return (
    <PrintHead title={title}>
      {name}
      <br />
      {location} · {formatDay(date)}
    </PrintHead>
  );
}

/** The head of a list, which may be longer than a sheet, with the foot of its sheets. */
export const ListHead = ({ title }: { title: string }) => (
  <>
    <PaperHead title={title} />
    <PrintFoot text={`${title} · ${usePageCompetition().competition.name}`} />
  </>
);
