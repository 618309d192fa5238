import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { findCompetitionPage, listCompetitionPages } from '../desk/competition.pages.ts';
import { useMay } from '../desk/may.ts';
import { VisibilityLabel } from '../desk/visibility.label.tsx';
import { m } from '../paraglide/messages.js';
import { competitionById } from '../queries/competition.queries.ts';
import styles from './desk.frame.module.css';

/** The competition's name and state, which lead to its main page. */
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

/** The pages of a competition that the reader may open, in one row, which scrolls sideways on a phone. */
export function CompetitionNav({ competitionId, children }: Props) {
  const { data: competition } = useQuery(competitionById(competitionId));
  const { may } = useMay(competition?.role);
  const pathname = useLocation({ select: (location) => location.pathname });
  const here = findCompetitionPage(pathname);
  const section = here?.within ?? here?.path;
  const pages = listCompetitionPages(may).filter(({ within }) => !within);
  const row = useRef<HTMLUListElement>(null);
  const known = pages.length > 1;
  useEffect(() => {
    const current = known && section && row.current?.querySelector('[aria-current]');
    if (!current || !row.current) return;
    // Not `scrollIntoView`, after which the Tab key goes on from there instead of from the head of the page.
    const [all, one] = [row.current.getBoundingClientRect(), current.getBoundingClientRect()];
    row.current.scrollLeft += one.left + one.width / 2 - (all.left + all.width / 2);
  }, [known, section]);
  // With a single page there is nowhere to navigate.
  if (!known) return null;
  return (
    <nav className={styles.nav} aria-label={m.competition_pages()}>
      <ul ref={row}>
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
