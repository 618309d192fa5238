import { competitionPage, type PageOf } from '../../desk/competition.desk.tsx';
import { m } from '../../paraglide/messages.js';
import styles from './ranking.module.css';
import { type Addressed, Rankings } from './ranking.page.tsx';

/** The ranking for members, public or not: always includes the last recorded run. */
export const MemberRankingPage: PageOf<Omit<Addressed, 'competitionId'>> = competitionPage(
  { page: 'live-ranking', waiting: <div className={`${styles.wait} skeleton`} /> },
  ({ competition, search, onSearch }) => (
    <Rankings
      competitionId={competition.id}
      {...{ competition, search, onSearch }}
      reader="member"
      heldWords={m.result_held_from_public}
    />
  ),
);
