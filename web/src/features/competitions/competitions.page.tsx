import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { mayAdminister, mayCreate } from '../../desk/may.ts';
import { VisibilityLabel } from '../../desk/visibility.label.tsx';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { myCompetitions } from '../../queries/competition.queries.ts';
import { formatDay } from '../../text/formats.ts';
import { Reading } from '../../ui/failure/reading.tsx';
import { Desk } from '../../ui/frame/desk.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { Icon } from '../../ui/parts/icons.tsx';
import { MayCome, WaitingPage } from '../../ui/parts/waiting.tsx';
import styles from './competitions.module.css';
import { DeletedCompetitions } from './deleted.competitions.tsx';
import { OpenDemonstration } from './demonstration.tsx';

/** The reader's competitions, newest first. */
export function CompetitionsPage({ onSignOut }: { onSignOut: () => void }) {
  const listed = useQuery(myCompetitions());
  const { data, error } = listed;
  const { data: reader, isLoading: isReaderLoading } = useQuery(profile());
  const isQuiet = reader !== undefined && !mayCreate(reader);
  const actions = (
    <>
      <Link
        to="/new-competition"
        className={isQuiet ? 'button button-quiet' : 'button button-go'}
        aria-label={m.new_competition()}
      >
        <Icon name="plus" /> {m.new_one()}
      </Link>
      <Link to="/profile" className="button">
        {m.profile()}
      </Link>
      {/* A reader who may administer has one button more. */}
      {mayAdminister(reader).passwords && (
        <Link to="/admin" className="button">
          {m.administration()}
        </Link>
      )}
      <Button look="quiet" onClick={onSignOut}>
        {m.sign_out()}
      </Button>
    </>
  );
  return (
    <Desk title={m.my_competitions()} actions={isReaderLoading ? <MayCome /> : !isQuiet && actions}>
      <Reading of={listed} waiting={<CardsWaiting />} showsAge />
      {data?.competitions.length === 0 && !isReaderLoading && (
        <NoCompetition canCreate={!isQuiet} canDemonstrate={mayAdminister(reader).everything} />
      )}
      {data && data.competitions.length > 0 && (
        <ul className="list">
          {data.competitions.map((competition) => (
            <li key={competition.id}>
              <CompetitionCard competition={competition} />
            </li>
          ))}
        </ul>
      )}
      {/* Whoever may not create competitions, as judges, comes for the list. */}
      {isQuiet && <div className="desk-actions below">{actions}</div>}
      <p className="below">
        <Link to="/series">{m.series_list()}</Link>
      </p>
      <DeletedCompetitions isListFailing={error !== null} />
      <Link
        to="/new-competition"
        className={`${styles.add} floating`}
        data-quiet={isQuiet || undefined}
        aria-label={m.new_competition()}
      >
        <Icon name="plus" size={28} />
      </Link>
    </Desk>
  );
}

function CompetitionCard({ competition }: { competition: Competition }) {
  const [, month, day] = competition.date.split('-').map(Number);
  return (
    <Link
      to="/competitions/$competitionId/zones"
      params={{ competitionId: String(competition.id) }}
      className={`card ${styles.card}`}
    >
      <span className={styles.day} aria-hidden="true">
        <span className={styles.date}>{day}</span>
        <span>{monthName(month ?? 1)}</span>
      </span>
      <span className={`grow ${styles.words}`}>
        <span className={styles.name}>{competition.name}</span>
        <span className="soft">
          {formatDay(competition.date)} · {competition.location}
        </span>
        {competition.broken && <span className="soft">{m.competition_broken()}</span>}
      </span>
      <VisibilityLabel isPublic={competition.is_public} />
    </Link>
  );
}

function CardsWaiting() {
  return (
    <WaitingPage>
      <ul className="list">
        {[1, 2, 3].map((one) => (
          <li key={one} className={`card ${styles.card} skeleton`} />
        ))}
      </ul>
    </WaitingPage>
  );
}

/** Formats a month in a few letters, for the calendar icon. */
const monthName = (month: number) =>
  new Date(2000, month - 1, 1).toLocaleDateString(document.documentElement.lang, { month: 'short' });

/** Shown without competitions. A reader who may not create any is told that an invitation brings them. */
function NoCompetition({ canCreate, canDemonstrate }: { canCreate: boolean; canDemonstrate: boolean }) {
  return (
    <Empty
      title={canCreate ? m.competitions_empty() : m.competitions_none()}
      why={canCreate ? m.competitions_empty_why() : m.competitions_none_why()}
    >
      {canCreate && (
        <Link to="/new-competition" className="button button-go">
          {m.create_competition()}
        </Link>
      )}
      {canDemonstrate && <OpenDemonstration />}
      <Link to={canCreate ? '/competitions/guide' : '/competitions/guide/referee'}>
        {canCreate ? m.guide() : m.guide_referee()}
      </Link>
    </Empty>
  );
}
