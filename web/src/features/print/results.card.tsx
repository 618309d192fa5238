import { groupKey } from '@dossard/contract/zones/graduation.rules.ts';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { listGroups } from '../../riders/rider.order.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { SelectField } from '../../ui/fields/text.field.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Certificates } from './certificates.tsx';
import { GroupField } from './group.field.tsx';
import { PodiumSheet } from './podium.sheet.tsx';
import { PrintCard, type PrintProps } from './print.card.tsx';
import { type GroupRanking, listPodium, listRanked, readRankings } from './rankings.ts';
import { ResultLists } from './result.lists.tsx';

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
      <GroupField name="result_group" groups={groups} value={key} onChange={setKey} />
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
