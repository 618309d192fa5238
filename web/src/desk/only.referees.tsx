import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { competitionById } from '../queries/competition.queries.ts';
import { PageFrame } from '../ui/frame/page.frame.tsx';
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
