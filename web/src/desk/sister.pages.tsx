import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { m } from '../paraglide/messages.js';
import { formatDay } from '../text/formats.ts';
import { findCompetitionPage, listCompetitionPages } from './competition.pages.ts';
import { useMay } from './may.ts';
import styles from './sister.pages.module.css';

/** Formats where and when a competition is. */
export const formatPlace = ({ location, date }: Competition) => `${location} · ${formatDay(date)}`;

/** Links to the other pages of the same section, beside the title; place and date if it has no other page. */
export function SisterPages({ competition }: { competition: Competition }) {
  const { may } = useMay(competition.role);
  const here = findCompetitionPage(useLocation({ select: ({ pathname }) => pathname }), may);
  if (here?.section === 'more') return null;
  const others = listCompetitionPages(may).filter(({ section, isPart }) => section === here?.section && !isPart);
  if (others.length < 2) return <p className="soft">{formatPlace(competition)}</p>;
  return (
    <nav className={styles.sisters} aria-label={m.other_pages()}>
      {others.map(
        ({ path, to, label }) =>
          path !== here?.path && (
            <Link key={path} to={to} params={{ competitionId: String(competition.id) }}>
              {label()}
            </Link>
          ),
      )}
    </nav>
  );
}
