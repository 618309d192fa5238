import { type CompetitionPermission, roleMay } from '@dossard/contract/access/permissions.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { unverified } from '../api/denied.ts';
import { m } from '../paraglide/messages.js';
import { profile } from '../queries/account.queries.ts';
import { AccessDenied } from '../ui/failure/access.denied.tsx';
import { PageFrame } from '../ui/frame/page.frame.tsx';
import { useCompetition } from './may.ts';
import { ResendVerification } from './resend.verification.tsx';

interface Props {
  competition: Competition;
  needs: CompetitionPermission;
}

/** Explains what does not allow this page: the reader's role, or their address, which is not verified yet (A4). */
export function DeniedInCompetition({ competition: { id, role }, needs }: Props) {
  const { data: reader } = useQuery(profile());
  const isUnverified = reader?.account_status === 'invited' && roleMay(role, needs);
  const params = { competitionId: String(id) };
  return (
    <AccessDenied
      {...(isUnverified && { denial: { message: m.refused_unverified(), code: unverified } })}
      why={isUnverified ? m.refused_unverified() : m.refused_role()}
      back={{ to: '/competitions/$competitionId/zones', params, label: m.back_to_zones() }}
    >
      {isUnverified && <ResendVerification email={() => reader.email} />}
    </AccessDenied>
  );
}

/** Denies the referee's screen to roles that record no runs, once the role is known; without network it stays open. */
export default function OnlyReferees({ competitionId, children }: { competitionId: number; children: ReactNode }) {
  const { competition, may, known } = useCompetition(competitionId);
  if (!competition || !known || may('record_runs')) return children;
  return (
    <PageFrame>
      <main className="page">
        <DeniedInCompetition competition={competition} needs="record_runs" />
      </main>
    </PageFrame>
  );
}
