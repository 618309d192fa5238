import type { Group } from '@dossard/contract/categories/group.ts';
import type { PageData, PublicPage } from '@dossard/contract/pages/public.page.ts';
import { firstCategory } from '@dossard/contract/rankings/ranking.choice.ts';
import { rankingPageSize } from '@dossard/contract/rankings/ranking.schema.ts';
import { GenderChoice } from '../features/rankings/group.choice.tsx';
import styles from '../features/rankings/ranking.module.css';
import { RankingTable } from '../features/rankings/ranking.section.tsx';
import RiderDetail from '../features/rankings/rider.detail.tsx';
import { m } from '../paraglide/messages.js';
import { ResultNote } from '../riders/result.note.tsx';
import { GenderWords, useGenderWords } from '../riders/rider.words.tsx';
import { formatDay } from '../text/formats.ts';
import { formatAddress } from '../text/search.text.ts';
import { Embedded } from '../ui/frame/embedded.tsx';
import { Alert } from '../ui/parts/alert.tsx';
import { PageLinks } from '../ui/parts/page.links.tsx';
import { ScriptWords } from './frame.words.tsx';
import own from './framed.ranking.module.css';
import { addressOf } from './public.address.ts';

type FramedPage = Extract<PublicPage, { name: 'ranking' }>;
type Shown = NonNullable<PageData['rankings']>[number];

interface Props {
  page: FramedPage;
  data: PageData;
}

/**
 * The ranking in a frame of another site, rendered only by the server: `frame.entry.ts` adds what only the device
 * knows, and swaps in changes.
 */
export function FramedRanking({ page, data }: Props) {
  const { competition } = data;
  return (
    <Embedded
      whole={`/public/competitions/${page.competitionId}/live-ranking`}
      words={m.full_ranking()}
      competitionId={page.competitionId}
    >
      <main className={`page ${styles.wide}`} id="main">
        {competition === undefined && <p role="status">{m.loading()}</p>}
        {competition === null && (
          <Alert kind="problem" title={m.competition_not_public()}>
            <a href="/" target="_blank" rel="noreferrer">
              {m.to_start()}
            </a>
          </Alert>
        )}
        {competition && (
          <>
            <div className="above">
              <h1>{competition.name}</h1>
              <p className="soft">{`${formatDay(competition.date)} · ${competition.location}`}</p>
            </div>
            <GenderWords youth={competition.youth_words}>
              <Groups {...{ page, data }} />
            </GenderWords>
          </>
        )}
      </main>
      <ScriptWords />
    </Embedded>
  );
}

function Groups({ page, data: { groups, rankings = [], rider } }: Props) {
  const { groupWord } = useGenderWords();
  const category = page.category ?? (groups && firstCategory(groups));
  if (!groups || category === undefined) return <Alert kind="note" title={m.ranking_no_zones()} />;
  return (
    <>
      <Choice page={page} category={category} groups={groups.categories_and_genders} />
      {rankings.length === 0 && <Alert kind="note" title={m.ranking_no_group()} />}
      <div className={styles.sections} data-sections={rankings.length}>
        {rankings.map((shown) => (
          <Section
            key={shown.group.gender}
            title={groupWord(shown.group)}
            {...{ page, shown }}
            rider={rider?.gender === shown.group.gender ? rider : undefined}
          />
        ))}
      </div>
    </>
  );
}

/** Encodes a text as in addresses of rankings, where a text that looks like a number is quoted. */
const addressText = (category: string) => new URLSearchParams(formatAddress('', { category })).get('category') ?? '';

/** The choice of group: a form that scripts submit immediately. */
function Choice({ page, category, groups }: { page: FramedPage; category: string; groups: readonly Group[] }) {
  const categories = [...new Set(groups.map((group) => group.category))];
  return (
    <form method="get" className={styles.choice} data-choice>
      <input type="hidden" name="embed" value="1" />
      <label className={styles.category}>
        <span className="visually-hidden">{m.category()}</span>
        <select className="input" name="category" defaultValue={addressText(category)} data-key="category">
          {categories.map((one) => (
            <option key={one} value={addressText(one)}>
              {one}
            </option>
          ))}
        </select>
      </label>
      <GenderChoice category={category} chosen={page.gender} />
      <noscript>
        <button type="submit" className="button">
          {m.frame_show()}
        </button>
      </noscript>
    </form>
  );
}

interface SectionProps {
  page: FramedPage;
  title: string;
  shown: Shown;
  rider: PageData['rider'];
}

function Section({ page, title, shown: { group, ranking, page: number }, rider }: SectionProps) {
  const id = `group-${group.gender}`;
  const pages = Math.ceil(ranking.total / rankingPageSize);
  return (
    <section aria-labelledby={id} data-key={id}>
      <div className={styles.title}>
        <h2 id={id}>{title}</h2>
        <button
          type="button"
          className={`button button-quiet needs-scripts ${own.refresh}`}
          aria-label={m.refresh_ranking({ ranking: title })}
          data-refresh
          data-key={`refresh-${group.gender}`}
        >
          ↻
        </button>
      </div>
      <div className={`soft small ${own.foot}`}>
        <span data-age data-stale-class={styles.stale} data-live-class={styles.live}>
          {'\u00a0'}
        </span>
        {!ranking.held && <span>{m.riders({ count: ranking.total })}</span>}
      </div>
      <ResultNote
        result={ranking}
        link={
          <a
            href={listAddress(page, group, ranking.revision ?? 0)}
            target="_blank"
            rel="noreferrer"
            data-key={`list-${group.gender}`}
          >
            {m.result_list()}
          </a>
        }
      />
      {ranking.rankings.length === 0 && !ranking.held && <p className="soft below">{m.ranking_empty()}</p>}
      {ranking.rankings.length > 0 && (
        <RankingTable
          title={title}
          page=""
          entries={ranking.rankings}
          opened={rider?.entry.dossard}
          onOpen={() => {}}
          competitionId={page.competitionId}
          detail={
            rider && (
              <RiderDetail
                competitionId={page.competitionId}
                dossard={rider.entry.dossard}
                live={false}
                waiting={null}
              />
            )
          }
        />
      )}
      <PageLinks
        label={m.pages_of({ ranking: title })}
        page={number}
        pages={pages}
        hrefOf={(other) =>
          addressOf({ ...page, rider: undefined, [group.gender === 'F' ? 'page_f' : 'page_h']: other })
        }
      />
    </section>
  );
}

const listAddress = ({ competitionId }: FramedPage, { category, gender }: Group, revision: number) =>
  `/public/competitions/${competitionId}/results?${new URLSearchParams({ category, gender, revision: String(revision) })}`;
