import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { competitionPage, type InCompetition, type PageOf } from '../../desk/competition.desk.tsx';
import { participantsOf } from '../../queries/participant.queries.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { Reading, useReads } from '../../ui/failure/reading.tsx';
import { PrintOut } from '../../ui/parts/print.out.tsx';
import { ResultsCard } from './results.card.tsx';
import { LabelsCard, ListsCard } from './rider.cards.tsx';
import { SheetsCard } from './sheets.card.tsx';

/** Everything that a competition prints: sheets for judges, lists, labels, results, podiums and certificates. */
export const PrintPage: PageOf = competitionPage({ page: 'print', waiting: 24 }, Print);

function Print({ competition }: InCompetition) {
  const reads = useReads(
    { riders: useQuery(participantsOf(competition.id)) },
    { zones: useQuery(zonesOf(competition.id)) },
  );
  // Kept until something else is printed: phones print long after the page has changed.
  const [printed, setPrinted] = useState<{ content: ReactNode; count: number }>();
  const onPrint = (content: ReactNode) => setPrinted({ content, count: (printed?.count ?? 0) + 1 });
  return (
    <>
      <Reading of={reads} waiting={24}>
        {({ riders: { participants: riders }, zones }) => (
          <div className="tiles">
            {zones && <SheetsCard competition={competition} riders={riders} zones={zones.zones} onPrint={onPrint} />}
            <ListsCard competition={competition} riders={riders} onPrint={onPrint} />
            <LabelsCard competition={competition} riders={riders} onPrint={onPrint} />
            <ResultsCard competition={competition} riders={riders} onPrint={onPrint} />
          </div>
        )}
      </Reading>
      {printed && (
        <PrintOut key={printed.count} id="print-out">
          {printed.content}
        </PrintOut>
      )}
    </>
  );
}
