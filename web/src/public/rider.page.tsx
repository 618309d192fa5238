import type { PageData, PublicPage } from '@dossard/contract/pages/public.page.ts';
import { clockOf } from '@dossard/contract/starts/start.times.ts';
import styles from '../features/rankings/ranking.module.css';
import RiderDetail from '../features/rankings/rider.detail.tsx';
import { m } from '../paraglide/messages.js';
import { ResultNote } from '../riders/result.note.tsx';
import { Bib, Rank } from '../riders/rider.tsx';
import { fullName, GenderWords, useGenderWords } from '../riders/rider.words.tsx';
import { formatStatus } from '../riders/status.words.ts';
import { formatDay, joinFacts } from '../text/formats.ts';
import { formatAddress } from '../text/search.text.ts';
import { PageFoot, PageHead } from '../ui/frame/page.frame.tsx';
import { ReaderMenu } from '../ui/frame/reader.choices.tsx';
import { Alert } from '../ui/parts/alert.tsx';
import { Fact } from '../ui/parts/fact.tsx';
import { ScriptWords } from './frame.words.tsx';
import { addressOf } from './public.address.ts';
import pageStyles from './rider.page.module.css';

type RiderScreen = Extract<PublicPage, { name: 'rider' }>;

interface Props {
  page: RiderScreen;
  data: PageData;
}

/**
 * The page of one rider, which needs no account: place, points and runs. Rendered only by the server: `rider.entry.ts`
 * swaps in changes, and lets the browser follow the rider.
 */
export function RiderPage({ page, data }: Props) {
  const { competition, rider, pushKey } = data;
  return (
    <>
      <PageHead>
        <ReaderMenu />
      </PageHead>
      <main className={`page ${pageStyles.page}`} id="main" data-competition={page.competitionId}>
        {competition === undefined && <p role="status">{m.loading()}</p>}
        {competition === null && (
          <Alert kind="problem" title={m.rider_page_none()}>
            <a href="/">{m.to_start()}</a>
          </Alert>
        )}
        {competition && (
          <GenderWords youth={competition.youth_words}>
            <Head page={page} data={data} />
            {data.result && (rider || data.result.held) && <ResultNote result={data.result} />}
            {!rider && !data.result?.held && <Alert kind="note" title={m.rider_page_none()} />}
            {rider && <Figures rider={rider} />}
            {pushKey && <Follow page={page} pushKey={pushKey} />}
            {rider && (
              <section aria-labelledby="runs">
                <h2 id="runs">{m.runs()}</h2>
                <RiderDetail competitionId={page.competitionId} dossard={page.dossard} live={false} waiting={null} />
              </section>
            )}
            <p className={pageStyles.age}>
              <span data-age data-stale-class={styles.stale} data-live-class={styles.live}>
                {'\u00a0'}
              </span>
            </p>
            <p className={pageStyles.links}>
              <a href={rankingAddress(page, rider)} data-key="ranking">
                {m.full_ranking()}
              </a>
            </p>
          </GenderWords>
        )}
      </main>
      <PageFoot />
      <ScriptWords more={followWords()} />
    </>
  );
}

const rankingAddress = ({ competitionId }: RiderScreen, rider: PageData['rider']) =>
  formatAddress(`/public/competitions/${competitionId}/live-ranking`, rider ? { category: rider.category } : {});

function Head({ page: { dossard }, data: { competition, rider } }: Props) {
  const { groupWord } = useGenderWords();
  const bib = m.rider_by_bib({ dossard });
  return (
    <div className={pageStyles.head}>
      <Bib dossard={dossard} size="large" />
      <div>
        <h1 translate="no">{(rider && fullName(rider.entry)) || bib}</h1>
        {rider && <p>{joinFacts(groupWord(rider), rider.entry.club)}</p>}
        {competition && <p className="soft">{`${competition.name} · ${formatDay(competition.date)}`}</p>}
      </div>
    </div>
  );
}

/** Place, points and number of runs; before the first run the time of the start, if that is planned (R18). */
function Figures({ rider: { entry } }: { rider: NonNullable<PageData['rider']> }) {
  const { rank, status, start_time, total_points, number_of_runs } = entry;
  const waits = number_of_runs === 0 && !status;
  return (
    <dl className={`${pageStyles.figures} numbers`} translate="no">
      {waits && start_time && <Fact data-row="start" name={m.participants_start()} value={clockOf(start_time)} />}
      <Fact data-row="rank" name={m.rank()} value={status ? formatStatus(status) : <Rank rank={rank} />} />
      <Fact data-row="points" name={m.points()} value={rank === null ? '–' : total_points} />
      {!(waits && start_time) && <Fact data-row="runs" name={m.runs()} value={number_of_runs} />}
    </dl>
  );
}

/** Lets the browser follow the rider; the script shows it in its place where the browser can, and removes it elsewhere. */
const Follow = ({ page, pushKey }: { page: RiderScreen; pushKey: string }) => (
  <div
    className={`${pageStyles.follow} no-print needs-scripts`}
    data-follow={pushKey}
    data-page={addressOf(page)}
    data-key="follow"
  >
    <button type="button" className="button" aria-pressed={false}>
      {m.follow_notify()}
    </button>
    <p role="status" className="soft">
      {m.follow_notify_why()}
    </p>
  </div>
);

/** The words of the script that follows (`following.ts`). */
const followWords = () => ({
  followWhy: m.follow_notify_why(),
  followOn: m.follow_notify_on(),
  followDenied: m.follow_notify_denied(),
  followFailed: m.follow_notify_failed(),
});
export type FollowWords = ReturnType<typeof followWords>;
