import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CompetitionPage } from './competition.pages.ts';

interface Props {
  /** The id of the competition. */
  of: number;
  page: CompetitionPage['path'];
  className?: string;
  children: ReactNode;
}

/** A link to a page of a competition. */
export function PageLink({ of, page, ...link }: Props) {
  return <Link to={`/competitions/$competitionId/${page}`} params={{ competitionId: String(of) }} {...link} />;
}
