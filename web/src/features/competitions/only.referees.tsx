import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageFrame } from '../../ui/page.frame.tsx';
import { competitionById } from './competition.queries.ts';
import { DeniedInCompetition } from './denied.in.competition.tsx';
import { useMay } from './may.ts';

/** Denies the referee's screen to a role that records no runs, once that is known; a phone without network goes on. */
export function OnlyReferees({ competitionId, children }: { competitionId: number; children: ReactNode }) {
  const { data: competition } = useQuery(competitionById(competitionId));
  const { may, known } = useMay(competition?.role);
  if (!competition || !known || may('record_runs')) return children;
  return (
    <PageFrame>
      <main className="page">
        <DeniedInCompetition competitionId={competitionId} />
      </main>
    </PageFrame>
  );
}
