import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { type FocusEvent, useEffect, useRef } from 'react';
import { type CompetitionPage, findCompetitionPage, listSections } from '../desk/competition.pages.ts';
import { useCounts } from '../desk/counts.ts';
import { hideSteps, useHidesSteps } from '../desk/hidden.steps.ts';
import { useCompetition } from '../desk/may.ts';
import { PageLink } from '../desk/page.link.tsx';
import { m } from '../paraglide/messages.js';
import { competitionById } from '../queries/competition.queries.ts';
import { Icon } from '../ui/parts/icons.tsx';
import styles from './desk.frame.module.css';

/** The competition's name, as a link to its main page. */
export function CompetitionName({ competitionId }: { competitionId: number }) {
  const { data: competition } = useQuery(competitionById(competitionId));
  if (!competition) return <span />;
  return (
    <div className={styles.competition}>
      <PageLink of={competitionId} page="zones" className={styles.name} label={competition.name} />
    </div>
  );
}

/** The sections of a competition whose pages the reader may open, in a row that scrolls sideways on a phone. */
export function CompetitionNav({ competitionId }: { competitionId: number }) {
  const { read, competition, may } = useCompetition(competitionId);
  const { counts } = useCounts(competitionId);
  const pathname = useLocation({ select: (location) => location.pathname });
  const here = findCompetitionPage(pathname, may);
  const sections = listSections(may);
  const row = useRef<HTMLUListElement>(null);
  const isLoading = !read.error && !competition;
  // A super administrator may open the pages of any competition, but not of an unknown one.
  const known = competition !== undefined && sections.length > 1;
  const current = here?.section;
  useEffect(() => {
    const shown = known && current && row.current?.querySelector('[aria-current]');
    if (shown && row.current) scrollToCenter(row.current, shown);
  }, [known, current]);
  // Reserves the row while the pages load, so that the content below does not move.
  if (isLoading) return <div className={styles.nav} />;
  // A single page needs no navigation.
  if (!known) return null;
  return (
    <nav className={styles.nav} aria-label={m.competition_pages()}>
      <ul ref={row} className="plain sideways" onFocus={onKeyboardFocus}>
        {sections.map(({ name, label, pages, isEmpty, count }) =>
          name === 'more' ? (
            <li key={name}>
              <MoreMenu competition={competition} pages={pages} isCurrent={current === name} />
            </li>
          ) : (
            <li key={name}>
              <Link
                to={pages[0].to}
                params={{ competitionId: String(competitionId) }}
                className={`bare ${styles.entry}`}
                aria-current={current !== name ? undefined : here === pages[0] ? 'page' : 'true'}
                data-quiet={(counts && isEmpty?.(counts)) || undefined}
              >
                {label()}
                {count && (
                  <EntryCount number={counts && !isEmpty?.(counts) ? count(counts) : 0} isToDo={name === 'day'} />
                )}
              </Link>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}

/** How much an entry has, or how many runs need a decision. */
function EntryCount({ number, isToDo }: { number: number; isToDo: boolean }) {
  if (number === 0) return null;
  return (
    <small className={`numbers ${styles.count} ${isToDo ? styles.badge : ''}`}>
      <span aria-hidden={isToDo} translate="no">
        {number}
      </span>
      {isToDo && <span className="visually-hidden">{m.undecided_number({ count: number })}</span>}
    </small>
  );
}

interface MoreProps {
  competition: Competition;
  pages: readonly CompetitionPage[];
  isCurrent: boolean;
}

/** The rare pages, what spectators see elsewhere, the guide, and the way back to the steps. */
function MoreMenu({ competition, pages, isCurrent }: MoreProps) {
  const { may } = useCompetition(competition.id);
  const hidesSteps = useHidesSteps(competition.id);
  return (
    <Menu position="bottom-start" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={`bare ${styles.entry}`} aria-current={isCurrent || undefined}>
          {m.more()} <Icon name="chevron" size={16} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {pages.map(({ path, label }) => (
          <Menu.Item key={path} component={PageLink} of={competition.id} page={path}>
            {label()}
          </Menu.Item>
        ))}
        {competition.is_public && (
          <>
            <Menu.Item component="a" href={`/public/competitions/${competition.id}/screen`} target="_blank">
              {m.open_big_screen()}
            </Menu.Item>
            <Menu.Item component="a" href={`/overlay/${competition.id}?layout=leader`} target="_blank">
              {m.overlay()}
            </Menu.Item>
          </>
        )}
        {may('record_runs') && (
          <Menu.Item component={PageLink} of={competition.id} page="practice">
            {m.practice_zone()}
          </Menu.Item>
        )}
        <Menu.Item renderRoot={(item) => <Link {...item} to="/competitions/guide" />}>{m.guide()}</Menu.Item>
        {hidesSteps && may('manage_competition') && !competition.is_public && (
          <Menu.Item onClick={() => hideSteps(competition.id, false)}>{m.steps_show()}</Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
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
