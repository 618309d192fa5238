import type { CompetitionPermission } from '@dossard/contract/access/permissions.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { isDenial, isGone } from '../api/denied.ts';
import { formatFailure } from '../api/failure.ts';
import { m } from '../paraglide/messages.js';
import { GenderWords } from '../riders/rider.words.tsx';
import { formatDay } from '../text/formats.ts';
import { AccessDenied } from '../ui/failure/access.denied.tsx';
import { FailureAlert } from '../ui/failure/failure.alert.tsx';
import { Loading } from '../ui/failure/reading.tsx';
import { Desk, untitled } from '../ui/frame/desk.tsx';
import { Alert } from '../ui/parts/alert.tsx';
import { WaitingPage } from '../ui/parts/waiting.tsx';
import {
  type CompetitionPage,
  findCompetitionPage,
  getCompetitionPage,
  listCompetitionPages,
} from './competition.pages.ts';
import { DeniedInCompetition } from './denied.tsx';
import { type May, useCompetition } from './may.ts';
import { PageCompetitionContext } from './page.competition.ts';
import { PageLink } from './page.link.tsx';
import styles from './sister.pages.module.css';

interface Props {
  competitionId: number;
  /** The page, or the one that it is part of. The title of `zones`, the main page, is the competition's name. */
  page: CompetitionPage['path'];
  /** A title and a permission other than those of the page. */
  title?: () => string;
  needs?: CompetitionPermission;
  /** The parent page, for pages that are not in the navigation. */
  back?: CompetitionPage['path'];
  actions?: (may: May) => ReactNode;
  /** The height of the page in rem, or its own skeleton, while it loads. */
  waiting: ReactNode;
  children: ReactNode;
}

/** The page frame within one competition: loads it, explains failures, and denies readers without permission. */
export function CompetitionDesk({ competitionId, page, back, actions, waiting, children, ...own }: Props) {
  const { label, needs } = { ...getCompetitionPage(page), ...own };
  const parent = back && getCompetitionPage(back);
  const title = own.title?.() ?? (page === 'zones' ? undefined : label());

  const { read, competition, may, known } = useCompetition(competitionId);
  const { error, refetch } = read;
  const mayNow = competition !== undefined && may(needs);
  // An open page stays open when the reader's role changes; the server refuses forbidden calls.
  const [wasAllowed, setWasAllowed] = useState(mayNow);
  if (mayNow && !wasAllowed) setWasAllowed(true);
  const allowed = competition !== undefined && (mayNow || wasAllowed);
  if (Number.isNaN(competitionId) || (error && !competition)) {
    return (
      <Desk title={title ?? m.competition()} back={{ to: '/competitions', label: m.my_competitions() }}>
        {isDenial(error) && <AccessDenied denial={error} why={m.refused_role()} />}
        {error && !isDenial(error) && !isGone(error) && <FailureAlert error={error} retry={() => void refetch()} />}
        {(!error || isGone(error)) && (
          <Alert kind="problem" title={error ? formatFailure(error) : m.invalid_competition_id()}>
            <Link to="/competitions">{m.my_competitions()}</Link>
          </Alert>
        )}
      </Desk>
    );
  }
  return (
    <PageCompetitionContext value={competition && { id: competitionId, competition, may }}>
      <Desk
        title={title ?? competition?.name ?? untitled()}
        subtitle={title === undefined && (competition ? formatPlace(competition) : '\u00a0')}
        beside={title !== undefined && allowed && !back && <SisterPages competition={competition} />}
        back={parent && { to: parent.to, params: { competitionId: String(competitionId) }, label: parent.label() }}
        actions={allowed && actions?.(may)}
      >
        {allowed && competition.is_away && <AwayNote isAdmin={may('manage_competition')} />}
        {allowed && <GenderWords youth={competition.youth_words}>{children}</GenderWords>}
        {!allowed && competition && known && <DeniedInCompetition competition={competition} needs={needs} />}
        {!allowed && !(competition && known) && (
          <WaitingPage>
            <Loading waiting={waiting} />
          </WaitingPage>
        )}
      </Desk>
    </PageCompetitionContext>
  );
}

/** A page of a competition, whose type is written out: the types of links depend on it. */
export type PageOf<Own = object> = (props: Own & { competitionId: number }) => ReactNode;

/** Makes the page of a competition that shows this content in this frame. */
export const competitionPage =
  <Own extends object>(
    frame: Omit<Props, 'competitionId' | 'children'>,
    Content: (props: Own) => ReactNode,
  ): PageOf<Own> =>
  ({ competitionId, ...own }) => (
    <CompetitionDesk {...frame} competitionId={competitionId}>
      <Content {...(own as unknown as Own)} />
    </CompetitionDesk>
  );

/** Notes on every page of a competition that is at home in another installation: change it there, record runs here. */
function AwayNote({ isAdmin }: { isAdmin: boolean }) {
  return (
    <div className="above">
      <Alert kind="note" title={m.away_note()}>
        {isAdmin && <PageLink page="places" label={m.two_places()} />}
      </Alert>
    </div>
  );
}

/** Formats where and when a competition is. */
const formatPlace = ({ location, date }: Competition) => `${location} · ${formatDay(date)}`;

/** Links to the pages of the section, beside the title, but its first, which the tab above opens; place and date without any. */
function SisterPages({ competition }: { competition: Competition }) {
  const { may } = useCompetition(competition.id);
  const here = findCompetitionPage(useLocation({ select: ({ pathname }) => pathname }), may);
  if (here?.section === 'more') return null;
  const [, ...pages] = listCompetitionPages(may).filter(({ section, isPart }) => section === here?.section && !isPart);
  if (pages.length === 0) return <p className="soft">{formatPlace(competition)}</p>;
  return (
    <nav className={`sideways ${styles.sisters}`} aria-label={m.other_pages()}>
      {pages.map(({ path, to, label }) => (
        <Link
          key={path}
          to={to}
          params={{ competitionId: String(competition.id) }}
          aria-current={path === here?.path ? 'page' : undefined}
        >
          {label()}
        </Link>
      ))}
    </nav>
  );
}
