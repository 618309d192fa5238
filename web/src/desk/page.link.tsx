import { Link, type LinkProps } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import type { CompetitionPage } from './competition.pages.ts';

interface Props extends ComponentProps<'a'>, Pick<LinkProps, 'search' | 'hash'> {
  /** The id of the competition; absent on a page of this competition. */
  of?: number;
  page: CompetitionPage['path'];
  /** Its words; more than a text may be children. */
  label?: string | number;
}

/** A link to a page of a competition. */
export function PageLink({ of, page, label, children = label, ...link }: Props) {
  return (
    <Link
      to={`/competitions/$competitionId/${page}`}
      params={of === undefined ? true : { competitionId: String(of) }}
      {...link}
    >
      {children}
    </Link>
  );
}
