import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react';
import { findCompetitionPage, listCompetitionPages } from '../desk/competition.pages.ts';
import { useMay } from '../desk/may.ts';
import { VisibilityLabel } from '../desk/visibility.label.tsx';
import { m } from '../paraglide/messages.js';
import { competitionById } from '../queries/competition.queries.ts';
import styles from './desk.frame.module.css';

/** The competition's name and visibility, as a link to its main page. */
export function CompetitionName({ competitionId }: { competitionId: number }) {
  const { data: competition } = useQuery(competitionById(competitionId));
  if (!competition) return <span />;
  return (
    <div className={styles.competition}>
      <Link
        to="/competitions/$competitionId/zones"
        params={{ competitionId: String(competitionId) }}
        className={styles.name}
      >
        {competition.name}
      </Link>
      <VisibilityLabel isPublic={competition.is_public} />
    </div>
  );
}

interface Props {
  competitionId: number;
  /** Content at the end of the row. */
  children: ReactNode;
}

/** The pages of a competition that the reader may open, in a row that scrolls sideways on a phone. */
export function CompetitionNav({ competitionId, children }: Props) {
  const { data: competition, error } = useQuery(competitionById(competitionId));
  const { may } = useMay(competition?.role);
  const pathname = useLocation({ select: (location) => location.pathname });
  const here = findCompetitionPage(pathname);
  const section = here?.within ?? here?.path;
  const pages = listCompetitionPages(may).filter(({ within }) => !within);
  const row = useRef<HTMLUListElement>(null);
  const isLoading = !competition && !error;
  const known = !isLoading && pages.length > 1;
  useEffect(() => {
    const current = known && section && row.current?.querySelector('[aria-current]');
    if (current && row.current) scrollToCenter(row.current, current);
  }, [known, section]);
  // Reserves the row while the pages load, so that the content below does not move.
  if (isLoading) return <div className={styles.nav} />;
  // A single page needs no navigation.
  if (!known) return null;
  return (
    <nav className={styles.nav} aria-label={m.competition_pages()}>
      <ul ref={row} onFocus={onKeyboardFocus}>
        {pages.map((page) => (
          <li key={page.path}>
            <Link
              to={page.to}
              params={{ competitionId: String(competitionId) }}
              aria-current={page.path !== section ? undefined : page === here ? 'page' : 'true'}
            >
              {page.label()}
            </Link>
          </li>
        ))}
      </ul>
      {children}
    </nav>
  );
}

/** Scrolls the focused link into the middle: the browser does not scroll if any part of it is visible. */
function onKeyboardFocus({ currentTarget, target }: FocusEvent<HTMLUListElement>): void {
  // Only for the keyboard: a click would miss its link if the row moved under the pointer.
  if (target.matches(':focus-visible')) scrollToCenter(currentTarget, target);
}

/**
 * Scrolls a row sideways until an element is in the middle. Not by `scrollIntoView`, which makes the Tab key continue
 * from there instead of from the top of the page.
 */
function scrollToCenter(row: Element, element: Element): void {
  const [all, one] = [row.getBoundingClientRect(), element.getBoundingClientRect()];
  row.scrollLeft += one.left + one.width / 2 - (all.left + all.width / 2);
}
