import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { m } from '../paraglide/messages.js';
import { profile } from '../queries/account.queries.ts';
import { competitionById } from '../queries/competition.queries.ts';
import { AccessDenied } from '../ui/failure/access.denied.tsx';
import { PageFrame } from '../ui/frame/page.frame.tsx';
import { useMay } from './may.ts';
import { ResendVerification } from './resend.verification.tsx';

/** Explains that the reader's role does not allow this page, with a link to the competition's main page. */
export function DeniedInCompetition({ competitionId }: { competitionId: number }) {
  const { data: reader } = useQuery(profile());
  const params = { competitionId: String(competitionId) };
  return (
    <AccessDenied
      why={reader?.account_status === 'invited' ? m.refused_unverified() : m.refused_role()}
      back={{ to: '/competitions/$competitionId/zones', params, label: m.back_to_zones() }}
    >
      {reader?.account_status === 'invited' && <ResendVerification email={() => reader.email} />}
    </AccessDenied>
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
