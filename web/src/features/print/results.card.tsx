import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import { doorNames } from '@dossard/contract/runs/doors.ts';
import { type ReactNode, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { readRanking } from '../../queries/ranking.queries.ts';
import { readAllPages } from '../../queries/whole.ranking.ts';
import { GroupField } from '../../riders/group.field.tsx';
import type { ResultFacts } from '../../riders/result.note.tsx';
import { listGroups } from '../../riders/rider.order.ts';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { formatDay, formatTime } from '../../text/formats.ts';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { SelectField } from '../../ui/fields/text.field.tsx';
import { PrintedGroup } from '../rankings/print.list.tsx';
import { ListHead, PrintCard, type PrintProps } from './print.card.tsx';
import styles from './print.module.css';

/** Results, the speaker's podium sheet, and certificates, as the rankings are now. */
export function ResultsCard({ competition, riders, onPrint }: PrintProps) {
  const [key, setKey] = useState('');
  const [who, setWho] = useState<'all' | 'podium'>('all');
  const groups = listGroups(riders);
  const print = (look: 'go' | false, action: string, draw: (rankings: GroupRanking[]) => ReactNode) => (
    <ActionButton
      {...{ look, action }}
      hindered={groups.length === 0}
      act={async () => {
        const chosen = groups.filter((group) => key === '' || groupKey(group) === key);
        onPrint(draw(await readRankings(competition.id, chosen)));
      }}
    />
  );
  const certified = (rankings: GroupRanking[]) =>
    rankings.map(({ group, entries, result }) => ({
      group,
      result,
      entries: who === 'all' ? listRanked(entries) : listPodium(entries),
    }));
  return (
    <PrintCard
      title={m.results()}
      why={m.print_results_why()}
      buttons={
        <>
          {print('go', m.print_results(), (rankings) => (
            <ResultLists competition={competition} rankings={rankings} />
          ))}
          {print(false, m.print_podium(), (rankings) => (
            <PodiumSheet competition={competition} rankings={rankings} />
          ))}
          {print(false, m.print_certificates(), (rankings) => (
            <Certificates competition={competition} rankings={certified(rankings)} />
          ))}
        </>
      }
    >
      <GroupField name="result_group" groups={groups} value={key} empty={m.filter_any()} onChange={setKey} />
      <SelectField
        name="certificates_for"
        label={m.print_certificates_for()}
        value={who}
        onValue={setWho}
        words={{ all: m.print_certificates_all, podium: m.print_certificates_podium }}
      />
    </PrintCard>
  );
}

/** Who is on the podium, in each group that has ranked riders, for the speaker: the third first. */
function PodiumSheet({ competition, rankings }: { competition: Competition; rankings: readonly GroupRanking[] }) {
  const { groupWord } = useGenderWords();
  const podiums = rankings
    .map(({ group, entries }) => ({ group, called: listPodium(entries).reverse() }))
    .filter(({ called }) => called.length > 0);
  return (
    <div className={styles.sheet}>
      <ListHead competition={competition} title={m.print_podium()} />
      {podiums.length === 0 && <p>{m.ranked_nobody()}</p>}
      {podiums.map(({ group, called }) => (
        <section key={groupWord(group)} className={styles.podium}>
          <h2>{groupWord(group)}</h2>
          <table>
            <tbody>
              {called.map((entry) => (
                <tr key={entry.dossard}>
                  <th scope="row">{entry.rank}</th>
                  <td className={styles.called}>{fullName(entry)}</td>
                  <td>{entry.club}</td>
                  <td className={styles.figure}>{m.rider_by_bib({ dossard: entry.dossard })}</td>
                  <td className={styles.figure}>{m.points_count({ count: entry.total_points })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
    </div>
  );
}

/** The whole ranking of each group, as it is now. */
function ResultLists({ competition, rankings }: { competition: Competition; rankings: readonly GroupRanking[] }) {
  return (
    <div className={styles.sheet}>
      <ListHead competition={competition} title={m.results()} />
      <p>{m.print_as_of({ time: formatTime(Date.now(), 'minute') })}</p>
      {rankings.map((ranking) => (
        <PrintedGroup key={groupKey(ranking.group)} {...ranking} heldWords={m.result_held_from_public} />
      ))}
    </div>
  );
}

/** A certificate for each ranked rider, one on each page. */
function Certificates({ competition, rankings }: { competition: Competition; rankings: readonly GroupRanking[] }) {
  const { groupWord } = useGenderWords();
  if (rankings.every(({ entries }) => entries.length === 0)) return <p>{m.ranked_nobody()}</p>;
  return rankings.flatMap(({ group, entries }) =>
    entries.map((entry) => (
      <article key={entry.dossard} className={styles.certificate}>
        <div className={styles.frame}>
          <p className={styles.organizer}>{competition.organizer}</p>
          <div className={styles.bars} aria-hidden="true">
            {doorNames.map((door) => (
              <span key={door} />
            ))}
          </div>
          <h1>{m.certificate()}</h1>
          <p>{m.certificate_awarded_to()}</p>
          <p className={styles.honoured}>{fullName(entry)}</p>
          {entry.club && <p>{entry.club}</p>}
          <p className={styles.place}>{m.ordinal_place({ count: entry.rank ?? 0 })}</p>
          <p>
            {groupWord(group)} · {m.points_count({ count: entry.total_points })}
          </p>
          <p className={styles.event}>{competition.name}</p>
          <p>
            {competition.location}, {formatDay(competition.date)}
          </p>
          <p className={styles.certified}>
            <span>{m.certificate_organizer()}</span>
            <span>{m.certificate_president()}</span>
          </p>
        </div>
      </article>
    )),
  );
}

interface GroupRanking {
  group: Group;
  entries: RankingEntry[];
  /** The state of the group's result. */
  result: ResultFacts;
}

/** The last rank on the podium. */
const lastOnPodium = 3;

/** Reads the whole rankings of groups, one after the other; groups without riders are left out. */
async function readRankings(competitionId: number, groups: readonly Group[]): Promise<GroupRanking[]> {
  const rankings: GroupRanking[] = [];
  for (const group of groups) {
    const { entries, ...result } = await readAllPages((paging) =>
      readRanking('member', competitionId, { ...group, ...paging }),
    );
    if (entries.length > 0) rankings.push({ group, entries, result });
  }
  return rankings;
}

/** Lists the riders on the podium, the first first; tied riders share a step (R7). */
const listPodium = (entries: readonly RankingEntry[]): RankingEntry[] =>
  entries.filter(({ rank }) => rank !== null && rank <= lastOnPodium);

/** Lists the riders who have a rank. */
const listRanked = (entries: readonly RankingEntry[]): RankingEntry[] => entries.filter(({ rank }) => rank !== null);
