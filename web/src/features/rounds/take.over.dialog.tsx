import { takeOverRiders } from '@dossard/contract/rounds/round.endpoints.ts';
import type { TakenOutcome, TakenRider } from '@dossard/contract/rounds/round.schema.ts';
import { groupKey } from '@dossard/contract/zones/graduation.rules.ts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { riderName } from '../../riders/rider.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Skeleton } from '../../ui/parts/skeleton.tsx';
import { Table } from '../../ui/parts/table.tsx';

interface Props {
  competitionId: number;
  onClose: () => void;
}

/** Previews the riders who qualified in the previous round, and takes them over (R16). */
export function TakeOverDialog({ competitionId, onClose }: Props) {
  const params = { id: competitionId };
  const { data, error } = useQuery({
    queryKey: ['take-over', competitionId],
    queryFn: () => callApi(takeOverRiders, { params, body: { dry_run: true } }),
    gcTime: 0,
  });
  return (
    <ConfirmDialog
      onClose={onClose}
      title={m.rounds_take_over()}
      action={m.rounds_take_over_now({ count: data?.added ?? 0 })}
      hindered={!data || data.riders.length === 0}
      act={() => perform(takeOverRiders, { params, body: { dry_run: false } }, { said: m.rounds_taken_over() })}
    >
      {error && <FailureAlert error={error} />}
      {!error && !data && <Skeleton height={4} />}
      {data?.riders.length === 0 && <p>{m.rounds_nobody()}</p>}
      {data && <Plan riders={data.riders} />}
    </ConfirmDialog>
  );
}

/** The riders group by group, in start order. */
function Plan({ riders }: { riders: readonly TakenRider[] }) {
  const { groupWord } = useGenderWords();
  const groups = new Map<string, TakenRider[]>();
  for (const rider of riders) groups.set(groupKey(rider), [...(groups.get(groupKey(rider)) ?? []), rider]);
  return [...groups].map(([key, ofGroup]) => (
    <Table
      key={key}
      caption={ofGroup[0] && groupWord(ofGroup[0])}
      isCaptionShown
      headings={{ place: m.print_start_place(), bib: m.dossard(), rider: m.rider(), rank: m.rank() }}
      named="bib"
      rows={ofGroup}
      keyOf={({ dossard }) => dossard}
      cells={(rider) => ({
        place: rider.start_position ?? '–',
        bib: rider.dossard,
        rider: (
          <>
            {riderName(rider)}
            {outcomeWords[rider.outcome] && <span className="soft"> · {outcomeWords[rider.outcome]?.()}</span>}
          </>
        ),
        rank: rider.rank,
      })}
    />
  ));
}

const outcomeWords: Partial<Record<TakenOutcome, () => string>> = {
  present: m.rounds_present,
  withdrawn: m.rounds_withdrawn,
  bib_taken: m.rounds_bib_taken,
};
