import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { CompetitionDesk } from '../../desk/competition.desk.tsx';
import { m } from '../../paraglide/messages.js';
import { participantsOf } from '../../queries/participant.queries.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { PrintOut } from '../../ui/parts/print.out.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { LabelsCard } from './labels.card.tsx';
import { ListsCard } from './lists.card.tsx';
import styles from './print.module.css';
import { ResultsCard } from './results.card.tsx';
import { SheetsCard } from './sheets.card.tsx';

/** Everything that a competition prints: sheets for judges, lists, labels, results, podiums and certificates. */
export function PrintPage({ competitionId }: { competitionId: number }) {
  return (
    <CompetitionDesk
      competitionId={competitionId}
      title={m.print_page()}
      needs="see_participants"
      waiting={<div className={`card ${styles.waiting} skeleton`} />}
    >
      {(competition) => <Print competition={competition} />}
    </CompetitionDesk>
  );
}

function Print({ competition }: { competition: Competition }) {
  const riders = useQuery(participantsOf(competition.id));
  const zones = useQuery(zonesOf(competition.id));
  // Kept until something else is printed: phones print long after the page has changed.
  const [printed, setPrinted] = useState<{ content: ReactNode; count: number }>();
  const error = riders.error ?? zones.error;
  if (error && !(riders.data && zones.data)) {
    return <FailureAlert error={error} retry={() => void Promise.all([riders.refetch(), zones.refetch()])} />;
  }
  if (!riders.data || !zones.data) return <Waiting className={`card ${styles.waiting}`} />;
  const given = {
    competition,
    riders: riders.data.participants,
    zones: zones.data.zones,
    onPrint: (content: ReactNode) => setPrinted({ content, count: (printed?.count ?? 0) + 1 }),
  };
  return (
    <>
      <div className={styles.cards}>
        <SheetsCard {...given} />
        <ListsCard {...given} />
        <LabelsCard {...given} />
        <ResultsCard {...given} />
      </div>
      {printed && (
        <PrintOut key={printed.count} id="print-out">
          {printed.content}
        </PrintOut>
      )}
    </>
  );
}
