import { groupKey } from '@dossard/contract/categories/group.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { GroupField } from '../../riders/group.field.tsx';
import { listGroups } from '../../riders/rider.order.ts';
import { fullName } from '../../riders/rider.tsx';
import { formatTime } from '../../text/formats.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { SelectField } from '../../ui/fields/text.field.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { PrintedGroup } from '../rankings/print.list.tsx';
import { Certificates } from './certificates.tsx';
import { PaperHead } from './paper.head.tsx';
import { PrintCard, type PrintProps } from './print.card.tsx';
import styles from './print.module.css';
import { type GroupRanking, listPodium, listRanked, readRankings } from './rankings.ts';

/** Results, the speaker's podium sheet, and certificates, as the rankings are now. */
export function ResultsCard({ competition, riders, onPrint }: PrintProps) {
  const [key, setKey] = useState('');
  const [who, setWho] = useState<'all' | 'podium'>('all');
  const groups = listGroups(riders);
  const reading = useMutation({
    mutationFn: () =>
      readRankings(
        competition.id,
        groups.filter((group) => key === '' || groupKey(group) === key),
      ),
  });
  // No retry here: the client already retries where that is safe.
  const print = (draw: (rankings: GroupRanking[]) => ReactNode) =>
    reading.mutate(undefined, { onSuccess: (rankings) => onPrint(draw(rankings)) });
  const certified = (rankings: GroupRanking[]) =>
    rankings.map(({ group, entries, result }) => ({
      group,
      result,
      entries: who === 'all' ? listRanked(entries) : listPodium(entries),
    }));
  const disabled = groups.length === 0 || reading.isPending;
  return (
    <PrintCard
      title={m.results()}
      why={m.print_results_why()}
      buttons={
        <>
          {reading.error && <FailureAlert error={reading.error} />}
          <Button
            look="go"
            disabled={disabled}
            onClick={() => print((rankings) => <ResultLists competition={competition} rankings={rankings} />)}
          >
            {m.print_results()}
          </Button>
          <Button
            disabled={disabled}
            onClick={() => print((rankings) => <PodiumSheet competition={competition} rankings={rankings} />)}
          >
            {m.print_podium()}
          </Button>
          <Button
            disabled={disabled}
            onClick={() =>
              print((rankings) => <Certificates competition={competition} rankings={certified(rankings)} />)
            }
          >
            {m.print_certificates()}
          </Button>
        </>
      }
    >
      <GroupField name="result_group" groups={groups} value={key} empty={m.filter_any()} onChange={setKey} />
      <SelectField
        name="certificates_for"
        label={m.print_certificates_for()}
        value={who}
        onChange={({ target }) => setWho(target.value === 'podium' ? 'podium' : 'all')}
        words={{ all: m.print_certificates_all, podium: m.print_certificates_podium }}
      />
    </PrintCard>
  );
}

/** Who is on the podium, group by group, for the speaker: the third first. */
function PodiumSheet({ competition, rankings }: { competition: Competition; rankings: readonly GroupRanking[] }) {
  const { groupWord } = useGenderWords();
  return (
    <div className={styles.sheet}>
      <PaperHead competition={competition} title={m.print_podium()} />
      {rankings.map(({ group, entries }) => (
        <section key={groupWord(group)} className={styles.podium}>
          <h2>{groupWord(group)}</h2>
          <table>
            <tbody>
              {listPodium(entries)
                .reverse()
                .map((entry) => (
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
      <PaperHead competition={competition} title={m.results()} />
      <p>{m.print_as_of({ time: formatTime(Date.now(), 'minute') })}</p>
      {rankings.map((ranking) => (
        <PrintedGroup key={groupKey(ranking.group)} {...ranking} heldWords={m.result_held_from_public} />
      ))}
    </div>
  );
}
