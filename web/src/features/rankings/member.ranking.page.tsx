import { competitionPage, type PageOf } from '../../desk/competition.desk.tsx';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { m } from '../../paraglide/messages.js';
import styles from './ranking.module.css';
import { type Addressed, Rankings } from './ranking.page.tsx';

/** The ranking for members, public or not: always includes the last recorded run. */
const MemberRankingPage: PageOf<Omit<Addressed, 'competitionId'>> = competitionPage(
  { page: 'live-ranking', waiting: <div className={`${styles.wait} skeleton`} /> },
  (address) => {
    const { id, competition } = usePageCompetition();
    return (
      <Rankings
        {...address}
        competitionId={id}
        competition={competition}
        reader="member"
        heldWords={m.result_held_from_public}
      />
    );
  },
);
export default MemberRankingPage;
