import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { usePageCompetition } from './page.competition.ts';

/** A link to the runs of a rider. */
export function RiderRunsLink({ dossard, ...link }: ComponentProps<'a'> & { dossard: number }) {
  const params = { competitionId: String(usePageCompetition().id), dossard: String(dossard) };
  return <Link to="/competitions/$competitionId/participants/$dossard/runs" params={params} {...link} />;
}
