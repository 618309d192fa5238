import { CompetitionDesk } from '../../desk/competition.desk.tsx';
import { m } from '../../paraglide/messages.js';
import styles from './ranking.module.css';
import { type Addressed, Rankings } from './ranking.page.tsx';

/** The ranking for members, public or not: always includes the last recorded run. */
export function MemberRankingPage({ competitionId, search, onSearch }: Addressed) {
  return (
    <CompetitionDesk
      competitionId={competitionId}
      page="live-ranking"
      waiting={<div className={`${styles.wait} skeleton`} />}
    >
      {(competition) => (
        <Rankings
          {...{ competition, competitionId, search, onSearch }}
          reader="member"
          heldWords={m.result_held_from_public}
        />
      )}
    </CompetitionDesk>
  );
}
