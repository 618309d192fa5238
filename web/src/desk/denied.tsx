import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { m } from '../paraglide/messages.js';
import { competitionById } from '../queries/competition.queries.ts';
import { AccessDenied } from '../ui/failure/access.denied.tsx';
import { PageFrame } from '../ui/frame/page.frame.tsx';
import { useMay } from './may.ts';

/** Explains that the reader's role does not allow this page, with a link to the competition's main page. */
export function DeniedInCompetition({ competitionId }: { competitionId: number }) {
  const params = { competitionId: String(competitionId) };
  return (
    <AccessDenied
      why={m.refused_role()}
      back={{ to: '/competitions/$competitionId/zones', params, label: m.back_to_zones() }}
    />
  );
}

/** Denies the referee's screen to roles that record no runs, once the role is known; without network it stays open. */
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
