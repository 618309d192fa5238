import { useId, useState } from 'react';
import { shareAddress } from '../../device/installation.ts';
import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { Rank } from '../../riders/rank.tsx';
import { Bib } from '../../riders/rider.tsx';
import { formatAddress } from '../../text/search.text.ts';
import { ShareLink } from '../../ui/parts/share.link.tsx';
import { FollowStar } from './follow.star.tsx';
import styles from './followed.list.module.css';
import { type FollowedRider, placesWon, serialiseFollowed, toggleFollowed } from './followed.riders.ts';
import type { RiderPlace } from './rider.place.ts';

interface Props {
  competitionId: number;
  riders: readonly FollowedRider[];
  /** Names that the page has shown, by bib; riders without an entry are shown by their bib. */
  names: ReadonlyMap<number, string>;
  onFind: (place: RiderPlace) => void;
}

/** The riders that the reader follows, above every page of the competition's ranking. */
export default function FollowedList({ competitionId, riders, names, onFind }: Props) {
  const headingId = useId();
  const [sharing, setSharing] = useState(false);
  const { groupWord } = useGenderWords();
  const link = formatAddress(`${shareAddress()}/public/competitions/${competitionId}/live-ranking`, {
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
      {sharing && <ShareLink label={m.followed_link()} link={link} />}
      <ul className={styles.riders}>
        {riders.map((rider) => {
          const { dossard, category, gender, seen } = rider;
          const name = names.get(dossard) ?? m.rider_by_bib({ dossard });
          return (
            <li key={dossard}>
              <Rank rank={seen?.rank ?? null} />
              <Bib dossard={dossard} />
              <button
                type="button"
                className={styles.find}
                onClick={() => onFind({ dossard, category, gender, page: seen?.page ?? 1 })}
              >
                <strong>{name}</strong> <span className="soft">{groupWord({ category, gender })}</span>{' '}
                <Change won={placesWon(competitionId, rider)} />
              </button>
              <strong className={styles.points}>{seen?.rank == null ? '–' : seen.total_points}</strong>
              <FollowStar rider={name} followed onToggle={() => toggleFollowed(competitionId, rider)} />
            </li>
          );
        })}
      </ul>
    </section>
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
