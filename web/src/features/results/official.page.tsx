import { exportOfficialList, getOfficialJson } from '@dossard/contract/results/result.endpoints.ts';
import type { PublishedList } from '@dossard/contract/results/result.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { addressOf } from '../../api/attempt.ts';
import { isGone } from '../../api/denied.ts';
import { laterPart } from '../../device/later.part.ts';
import { m } from '../../paraglide/messages.js';
import { publicCompetition } from '../../queries/competition.queries.ts';
import { type ListChoice, officialList } from '../../queries/result.queries.ts';
import { fullName, GenderWords } from '../../riders/rider.words.tsx';
import { formatDay, formatFullMoment } from '../../text/formats.ts';
import { OpenButton } from '../../ui/dialogs/open.button.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { PageFrame } from '../../ui/frame/page.frame.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { DeviceTime } from '../../ui/parts/device.time.tsx';
import type { ListSearch } from './list.search.ts';
import { listNotes, OfficialTable, Outcomes, TieBreaks, useTitle } from './official.list.tsx';
import styles from './results.module.css';
import '../../ui/frame/kit.css';
import { compareLists, type RiderChange } from '@dossard/contract/results/list.changes.ts';
import { Card } from '../../ui/parts/card.tsx';

/* A separate chunk: most readers print nothing. */
const OfficialPaper = laterPart(() => import('./official.paper.tsx'), 'OfficialPaper');

/** An official list for the public: the ranking, and the changes since the previous revision (E3, E4). */
export default function PublicListPage({ competitionId, search }: { competitionId: number; search: ListSearch }) {
  const { data: competition } = useQuery(publicCompetition(competitionId));
  const { category, gender, revision } = search;
  const isKnown = !Number.isNaN(competitionId);
  const isNamed = isKnown && category !== undefined && gender !== undefined && revision !== undefined;
  return (
    <PageFrame>
      <main className="page">
        {isKnown && (
          <p className="no-print above">
            <Link
              to="/public/competitions/$competitionId/live-ranking"
              params={{ competitionId: String(competitionId) }}
              search={{ category }}
            >
              ← {m.full_ranking()}
            </Link>
          </p>
        )}
        <h1>{m.result_list()}</h1>
        <GenderWords youth={competition?.youth_words}>
          {isNamed ? (
            <OfficialList choice={{ competitionId, reader: 'public', category, gender, revision }} />
          ) : (
            <Alert kind="problem" title={m.official_not_found()} />
          )}
        </GenderWords>
      </main>
    </PageFrame>
  );
}

/** An official list with the names that its reader may see, to print and sign. */
export function OfficialList({ choice }: { choice: ListChoice }) {
  const read = useQuery(officialList(choice));
  if (isGone(read.error)) return <Alert kind="problem" title={m.official_not_found()} />;
  return (
    <Reading of={read} waiting={16}>
      {(data) => (
        <div className="stack below">
          <ListHead choice={choice} published={data} />
          {data.names.some(({ erased }) => erased) && <Alert kind="note" title={m.official_erased_why()} />}
          <OfficialTable published={data} />
          <TieBreaks list={data.list} />
          <Outcomes published={data} />
          <ListChanges choice={choice} published={data} />
          <Proof choice={choice} published={data} />
        </div>
      )}
    </Reading>
  );
}

function ListHead({ choice, published }: { choice: ListChoice; published: PublishedList }) {
  const { competitionId, category, gender, revision, reader } = choice;
  const { revisions, list } = published;
  const { competition, published_at } = list;
  const params = { id: competitionId, category, gender, revision };
  const notes = listNotes(published);
  return (
    <Card title={useTitle(published)}>
      <p>
        {competition.name} · {competition.location} · {formatDay(competition.date)}
        <br />
        <DeviceTime>{m.official_published({ time: formatFullMoment(published_at) })}</DeviceTime>
      </p>
      {notes && <p>{notes}</p>}
      {revisions > revision && (
        <Alert kind="warning" title={m.official_later()}>
          <Link
            to={
              reader === 'public'
                ? '/public/competitions/$competitionId/results'
                : '/competitions/$competitionId/results'
            }
            params={{ competitionId: String(competitionId) }}
            search={{ category, gender, revision: revisions }}
          >
            {m.official_later_open({ revision: revisions })}
          </Link>
        </Alert>
      )}
      <div className="desk-actions no-print">
        <OpenButton action={m.official_print()} look="go">
          <OfficialPaper published={published} />
        </OpenButton>
        {reader === 'member' && (
          <a className="button" href={addressOf(exportOfficialList, { params })} download>
            {m.export_results()}
          </a>
        )}
      </div>
    </Card>
  );
}

/** Who decided, and, for who wants to check it, the list's SHA-256 and the head of the history's chain (H4). */
function Proof({ choice, published }: { choice: ListChoice; published: PublishedList }) {
  const { competitionId, category, gender, revision } = choice;
  const { list, sha256, jury } = published;
  const params = { id: competitionId, category, gender, revision };
  return (
    <>
      {jury.length > 0 && <p>{[m.results_jury(), ...jury].join(' · ')}</p>}
      <details className="fold no-print">
        <summary>{m.official_proof()}</summary>
        <div className="stack">
          <div className="desk-actions">
            <a
              className="button"
              href={addressOf(getOfficialJson, { params })}
              download={`${category}-${gender}-${revision}.json`}
            >
              {m.official_json()}
            </a>
            <Link to="/verify" search={{ sha256 }} className="button button-quiet">
              {m.official_verify()}
            </Link>
          </div>
          <dl className={`facts ${styles.facts}`}>
            <dt>SHA-256</dt>
            <dd className={styles.hash}>{sha256}</dd>
            <dt>{m.official_chain()}</dt>
            <dd className={styles.hash}>
              {list.chain.length}:{list.chain.sha256}
            </dd>
          </dl>
        </div>
      </details>
    </>
  );
}

/** The changes since the previous revision (E3). */
function ListChanges({ choice, published }: { choice: ListChoice; published: PublishedList }) {
  const revision = choice.revision - 1;
  const read = useQuery(officialList({ ...choice, revision }));
  if (revision === 0) return null;
  return (
    <Card title={m.official_changes({ revision })}>
      <Reading of={read} waiting={<p className="soft">{m.loading()}</p>}>
        {(earlier) => <Changes earlier={earlier} published={published} />}
      </Reading>
    </Card>
  );
}

function Changes({ earlier, published }: { earlier: PublishedList; published: PublishedList }) {
  const names = new Map([...earlier.names, ...published.names].map((name) => [name.dossard, name]));
  const former = listRenamed(earlier, published);
  const changes = new Map(compareLists(earlier.list, published.list).map((change) => [change.dossard, change]));
  const zones = new Map([...earlier.list.zones, ...published.list.zones].map(({ id, name }) => [id, name] as const));
  const dossards = [...new Set([...changes.keys(), ...former.keys()])];
  if (dossards.length === 0) return <p>{m.official_same()}</p>;
  return (
    <ul className="bullets numbers">
      {dossards.map((dossard) => {
        const name = names.get(dossard);
        const [change, was] = [changes.get(dossard), former.get(dossard)];
        return (
          <li key={dossard}>
            <strong>{[m.rider_by_bib({ dossard }), name && fullName(name)].filter(Boolean).join(' ')}</strong>{' '}
            {[was && m.official_name_change({ name: was }), ...(change ? describe(change, zones) : [])]
              .filter(Boolean)
              .join(' · ')}
          </li>
        );
      })}
    </ul>
  );
}

/** Lists the former names of riders whose name is another one now, by bib; erased names are none. */
function listRenamed(earlier: PublishedList, published: PublishedList): Map<number, string> {
  const shown = ({ names }: PublishedList) => names.filter(({ erased }) => !erased);
  const now = new Map(shown(published).map((name) => [name.dossard, fullName(name)]));
  const before = shown(earlier).map((name) => [name.dossard, fullName(name)] as const);
  return new Map(before.filter(([dossard, name]) => (now.get(dossard) ?? name) !== name));
}

function describe({ before, after, runs }: RiderChange, zones: ReadonlyMap<number, string>): string[] {
  const lines: string[] = [];
  if (!before) lines.push(m.official_new_rider());
  if (!after) lines.push(m.official_gone_rider());
  if (before && after && before.rank !== after.rank)
    lines.push(m.official_rank_change({ from: before.rank ?? '–', to: after.rank ?? '–' }));
  if (before && after && before.total_points !== after.total_points)
    lines.push(m.official_points_change({ from: before.total_points, to: after.total_points }));
  for (const { run_number: number, zone_id, before: was, after: is } of runs) {
    const zone = zones.get(zone_id) ?? '';
    if (was && is) lines.push(m.official_run_changed({ number, zone, from: was.points, to: is.points }));
    else if (is) lines.push(m.official_run_added({ number, zone, points: is.points }));
    else if (was) lines.push(m.official_run_removed({ number, zone, points: was.points }));
  }
  return lines;
}
