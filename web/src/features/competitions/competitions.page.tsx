import { listCompetitions, restoreCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { mayAdminister, mayCreate } from '../../desk/may.ts';
import { VisibilityLabel } from '../../desk/visibility.label.tsx';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { myCompetitions } from '../../queries/competition.queries.ts';
import { perform } from '../../queries/perform.ts';
import { read } from '../../queries/read.ts';
import { SignOut } from '../../shell/sign.out.tsx';
import { formatDay, joinFacts, splitDay } from '../../text/formats.ts';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { Desk } from '../../ui/frame/desk.tsx';
import { ButtonLink } from '../../ui/parts/button.link.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { Icon } from '../../ui/parts/icons.tsx';
import { Line } from '../../ui/parts/line.tsx';
import { MayCome } from '../../ui/parts/waiting.tsx';
import styles from './competitions.module.css';
import { OpenDemonstration } from './demonstration.tsx';
import { NamelessOwner } from './nameless.owner.tsx';
import rows from './public.competitions.module.css';

/** The reader's competitions, newest first. */
export default function CompetitionsPage() {
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
      <ButtonLink to="/profile" label={m.profile()} />
      {/* A reader who may administer has one button more. */}
      {mayAdminister(reader).passwords && <ButtonLink to="/admin" label={m.administration()} />}
      <SignOut>{(onSignOut) => <Button action={m.sign_out()} look="quiet" onClick={onSignOut} />}</SignOut>
    </>
  );
  return (
    <Desk title={m.my_competitions()} actions={isReaderLoading ? <MayCome /> : !isQuiet && actions}>
      <Reading of={listed} waiting={6} showsAge />
      {data?.competitions.length === 0 && !isReaderLoading && (
        <NoCompetition canCreate={!isQuiet} canDemonstrate={mayAdminister(reader).everything} />
      )}
      {data && data.competitions.length > 0 && (
        <ul className={`card plain ${rows.rows}`}>
          {data.competitions.map((competition) => (
            <li key={competition.id}>
              <CompetitionRow competition={competition} />
            </li>
          ))}
        </ul>
      )}
      {/* Whoever may not create competitions, as judges, comes for the list. */}
      {isQuiet && <div className="desk-actions below">{actions}</div>}
      <NamelessOwner />
      <p className="below">
        <Link to="/series">{m.series_list()}</Link>
      </p>
      <DeletedCompetitions isListFailing={error !== null} />
      <Link to="/new-competition" className={`${styles.add} floating`} aria-label={m.new_competition()}>
        <Icon name="plus" size={28} />
      </Link>
    </Desk>
  );
}

function CompetitionRow({ competition }: { competition: Competition }) {
  const { id, name, date, location, broken, is_public } = competition;
  const { day, month } = splitDay(date);
  return (
    <Link to="/competitions/$competitionId/zones" params={{ competitionId: String(id) }} className={rows.row}>
      <span className={`${rows.date} numbers`} aria-hidden="true">
        <strong>{day}</strong>
        <span>{month}</span>
      </span>
      <span>
        <strong className="name">{name}</strong>
        <span className="soft">{joinFacts(formatDay(date), location, broken && m.competition_broken())}</span>
      </span>
      <span className={rows.rowEnd}>
        <VisibilityLabel isPublic={is_public} />
      </span>
    </Link>
  );
}

/** Shown without competitions. A reader who may not create any is told that an invitation brings them. */
function NoCompetition({ canCreate, canDemonstrate }: { canCreate: boolean; canDemonstrate: boolean }) {
  return (
    <Empty
      title={canCreate ? m.competitions_empty() : m.competitions_none()}
      why={canCreate ? m.competitions_empty_why() : m.competitions_none_why()}
    >
      {canCreate && <ButtonLink to="/new-competition" look="go" label={m.create_competition()} />}
      {canDemonstrate && <OpenDemonstration />}
      <Link to={canCreate ? '/competitions/guide' : '/competitions/guide/referee'}>
        {canCreate ? m.guide() : m.guide_referee()}
      </Link>
    </Empty>
  );
}

/**
 * The deleted competitions that the reader can still restore; nothing if there are none, or if the list above shows its
 * own failure. They are read in any case: a read that is dropped would not count as a refused session (S10).
 */
function DeletedCompetitions({ isListFailing }: { isListFailing: boolean }) {
  const listed = useQuery(read(listCompetitions, { query: { deleted: 'true' } }));
  const { data } = listed;
  if (isListFailing) return null;
  if (!data) return <Reading of={listed} waiting={listed.isLoading && <MayCome />} />;
  if (data.competitions.length === 0) return null;
  return (
    <details className="fold below">
      <summary>
        {m.deleted_competitions()} <span className="soft numbers">{data.competitions.length}</span>
      </summary>
      <p className="soft">{m.deleted_competitions_why()}</p>
      <ul className="list">
        {data.competitions.map((competition) => (
          <DeletedCompetition key={competition.id} competition={competition} />
        ))}
      </ul>
    </details>
  );
}

function DeletedCompetition({ competition }: { competition: Competition }) {
  return (
    <Line
      as="li"
      className="card item"
      name={competition.name}
      facts={`${formatDay(competition.date)} · ${competition.location}`}
    >
      <ActionButton
        action={m.restore()}
        of={competition.name}
        act={() =>
          perform(restoreCompetition, {
            params: { id: competition.id },
            said: m.competition_restored({ name: competition.name }),
          })
        }
      />
    </Line>
  );
}
