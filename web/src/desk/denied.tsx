import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { m } from '../paraglide/messages.js';
import { competitionById } from '../queries/competition.queries.ts';
import { AccessDenied } from '../ui/failure/access.denied.tsx';
import { PageFrame } from '../ui/frame/page.frame.tsx';
import { useMay } from './may.ts';

/** Says that one's role does not open this page of a competition, and leads to its main page. */
export function DeniedInCompetition({ competitionId }: { competitionId: number }) {
  const params = { competitionId: String(competitionId) };
  return (
    <AccessDenied
      why={m.refused_role()}
      back={{ to: '/competitions/$competitionId/zones', params, label: m.back_to_zones() }}
    />
  );
}

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
