import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { shareAddress } from '../../device/reach.ts';
import { m } from '../../paraglide/messages.js';
import type { Reader, rankingPage } from '../../queries/ranking.queries.ts';
import { Bib, Rank } from '../../riders/rider.tsx';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { formatAddress } from '../../text/search.text.ts';
import { CopyField, OnlyHere } from '../../ui/parts/copy.field.tsx';
import { FollowStar } from './follow.star.tsx';
import styles from './followed.list.module.css';
import { type FollowedRider, placesWon, serialiseFollowed, storeStandings, toggleFollowed } from './followed.riders.ts';
import type { RiderPlace } from './rider.place.ts';

interface Props {
  competitionId: number;
  reader: Reader;
  riders: readonly FollowedRider[];
  /** The query of a page; imported here, the start page would load it too. */
  query: typeof rankingPage;
  onFind: (place: RiderPlace) => void;
}

/** The riders that the reader follows, above every page of the competition's ranking. */
export default function FollowedList({ riders, ...props }: Props) {
  const headingId = useId();
  const [sharing, setSharing] = useState(false);
  const link = formatAddress(`${shareAddress()}/public/competitions/${props.competitionId}/live-ranking`, {
    follow: serialiseFollowed(riders, false),
  });
  return (
    <section aria-labelledby={headingId} className={`card ${styles.followed} numbers no-print`}>
      <div className={styles.head}>
        <h2 id={headingId}>{m.followed_riders()}</h2>
        <button
          type="button"
          className="button button-quiet"
          aria-expanded={sharing}
          onClick={() => setSharing(!sharing)}
        >
          {m.share()}
        </button>
      </div>
      {sharing && (
        <div>
          <CopyField label={m.followed_link()} text={link} />
          <OnlyHere link={link} />
        </div>
      )}
      <ul className={`plain ${styles.riders}`}>
        {riders.map((rider) => (
          <Followed key={rider.dossard} {...props} rider={rider} />
        ))}
      </ul>
    </section>
  );
}

/** A followed rider, also of a group that the page does not show; by their bib until its ranking has come. */
function Followed({ competitionId, reader, rider, query, onFind }: Omit<Props, 'riders'> & { rider: FollowedRider }) {
  const { dossard, category, gender, seen } = rider;
  const page = seen?.page ?? 1;
  const { groupWord } = useGenderWords();
  // As seldom as beside a live stream: the groups on the page are read more often if need be.
  const { data } = useQuery(query({ competitionId, reader, category, gender, page, live: true }));
  const entry = data?.rankings.find((one) => one.dossard === dossard);
  useEffect(() => {
    if (entry) storeStandings(competitionId, page, [entry]);
  }, [competitionId, page, entry]);
  const name = (entry && fullName(entry)) || m.rider_by_bib({ dossard });
  return (
    <li>
      <Rank rank={seen?.rank ?? null} />
      <Bib dossard={dossard} />
      <button
        type="button"
        className={`bare ${styles.find}`}
        onClick={() => onFind({ dossard, category, gender, page })}
      >
        <strong>{name}</strong> <span className="soft small">{groupWord({ category, gender })}</span>{' '}
        <Change won={placesWon(competitionId, rider)} />
      </button>
      <strong className={styles.points}>{seen?.rank == null ? '–' : seen.total_points}</strong>
      <FollowStar rider={name} followed onToggle={() => toggleFollowed(competitionId, rider)} />
    </li>
  );
}

/** How many ranks a rider gained or lost since the reader last looked. */
function Change({ won }: { won: number | undefined }) {
  if (won === undefined) return null;
  const words = won === 0 ? m.places_same() : won > 0 ? m.places_won({ count: won }) : m.places_lost({ count: -won });
  return (
    <span className={styles.change} data-won={Math.sign(won)} title={words}>
      <span aria-hidden="true">{won === 0 ? '=' : `${won > 0 ? '▲' : '▼'} ${Math.abs(won)}`}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}
