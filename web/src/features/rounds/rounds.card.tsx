import { groupKey } from '@dossard/contract/categories/group.ts';
import { takeOverRiders, updateFollows } from '@dossard/contract/rounds/round.endpoints.ts';
import {
  type Follows,
  followsInputSchema,
  type TakenOutcome,
  type TakenRider,
} from '@dossard/contract/rounds/round.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { competitionOption, useManagedCompetitions } from '../../desk/managed.competitions.ts';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { resultsOf } from '../../queries/result.queries.ts';
import { followsOf } from '../../queries/round.queries.ts';
import { groupNumbers } from '../../riders/group.numbers.ts';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { groupItems } from '../../text/group.items.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { OpenButton } from '../../ui/dialogs/open.button.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { useProblem } from '../../ui/fields/form.state.ts';
import { NumberField, SelectField } from '../../ui/fields/text.field.tsx';
import { Form, FormEnd, useCheckedForm } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Table } from '../../ui/parts/table.tsx';

/** Chooses the previous round this one and how many of each group qualify, and takes them over (R16). */
export function RoundsCard() {
  const read = useQuery(followsOf(usePageCompetition().id));
  const { data } = read;
  return (
    <section className="stack" aria-labelledby="rounds-title">
      <h3 id="rounds-title">{m.rounds()}</h3>
      <p className="soft">{m.rounds_why()}</p>
      <Reading of={read} waiting={4} />
      {data?.suspended && <Alert kind="warning" title={m.rounds_suspended()} />}
      {data && <FollowsForm key={data.competition_id} follows={data} />}
      {data && data.groups.length > 0 && (
        <OpenButton action={m.rounds_take_over()} look="go">
          <TakeOverDialog />
        </OpenButton>
      )}
    </section>
  );
}

function FollowsForm({ follows }: { follows: Follows }) {
  const { id } = usePageCompetition();
  const [chosen, setChosen] = useState(follows.competition_id);
  const { formProps } = useCheckedForm({
    schema: followsInputSchema,
    values: (fields) => ({
      competition_id: chosen,
      groups:
        chosen === null
          ? []
          : firsts.read(fields).flatMap(({ value, ...group }) => (value === null ? [] : [{ ...group, first: value }])),
    }),
    send: (body) => perform(updateFollows, { params: { id }, body, said: m.rounds_saved() }),
  });
  return (
    <Form {...formProps} className="stack">
      <Choice follows={follows} chosen={chosen} onChoose={setChosen} />
      {chosen !== null && <FirstFields key={chosen} competitionId={chosen} follows={follows} />}
      <FormEnd action={m.rounds_save()} />
    </Form>
  );
}

interface ChoiceProps {
  follows: Follows;
  chosen: number | null;
  onChoose: (id: number | null) => void;
}

/** The competitions that this one can follow: those that the reader manages, except this one. */
function Choice({ follows, chosen, onChoose }: ChoiceProps) {
  const page = usePageCompetition();
  const others = useManagedCompetitions().filter(({ id }) => id !== page.id);
  const options = new Map<number, string>(others.map(competitionOption));
  const { competition_id: followed, competition_name, suspended } = follows;
  if (followed !== null && !options.has(followed))
    options.set(followed, competition_name ?? (suspended ? m.relation_private() : m.rounds_gone()));
  return (
    <SelectField
      name="competition_id"
      label={m.round_follows()}
      value={chosen ?? ''}
      onValue={(id) => onChoose(id === '' ? null : Number(id))}
      empty={m.rounds_none()}
      options={[...options]}
    />
  );
}

const firsts = groupNumbers('first of ');

/** How many riders of each group qualify; an empty field means none. */
function FirstFields({ competitionId, follows }: { competitionId: number; follows: Follows }) {
  const problem = useProblem('groups');
  const { groupWord } = useGenderWords();
  const read = useQuery(resultsOf(competitionId));
  const { data } = read;
  if (!data) return <Reading of={read} waiting={4} />;
  const firstOf = (key: string) => follows.groups.find((group) => groupKey(group) === key)?.first;
  return (
    <fieldset className="fields">
      <legend className="field-label">{m.rounds_first()}</legend>
      {data.groups.length === 0 && <p className="soft">{m.rounds_no_groups()}</p>}
      {data.groups.map((group) => (
        <NumberField
          key={groupKey(group)}
          name={firsts.nameOf(group)}
          label={groupWord(group)}
          max={1000}
          defaultValue={competitionId === follows.competition_id ? (firstOf(groupKey(group)) ?? '') : ''}
        />
      ))}
      <span className="field-problem">{problem}</span>
    </fieldset>
  );
}

/** Previews the riders who qualified in the previous round, and takes them over (R16). */
function TakeOverDialog() {
  const { id } = usePageCompetition();
  const params = { id };
  const read = useQuery({
    queryKey: ['take-over', id],
    queryFn: () => callApi(takeOverRiders, { params, body: { dry_run: true } }),
    gcTime: 0,
  });
  const { data } = read;
  return (
    <ConfirmDialog
      title={m.rounds_take_over()}
      action={m.rounds_take_over_now({ count: data?.added ?? 0 })}
      hindered={!data || data.riders.length === 0}
      act={() => perform(takeOverRiders, { params, body: { dry_run: false }, said: m.rounds_taken_over() })}
    >
      <Reading of={read} waiting={4}>
        {({ riders }) => (riders.length === 0 ? <p>{m.ranked_nobody()}</p> : <Plan riders={riders} />)}
      </Reading>
    </ConfirmDialog>
  );
}

/** The riders group by group, in start order. */
function Plan({ riders }: { riders: readonly TakenRider[] }) {
  const { groupWord } = useGenderWords();
  return groupItems(riders, groupKey).map(([key, ofGroup]) => (
    <Table
      key={key}
      caption={groupWord(ofGroup[0])}
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
            {fullName(rider)}
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
