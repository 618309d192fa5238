import { mayInCompetition } from '@dossard/contract/access/permissions.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { updateFollows } from '@dossard/contract/rounds/round.endpoints.ts';
import { type Follows, followsInputSchema } from '@dossard/contract/rounds/round.schema.ts';
import { groupKey } from '@dossard/contract/zones/graduation.rules.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { myCompetitions } from '../../queries/competition.queries.ts';
import { resultsOf } from '../../queries/result.queries.ts';
import { followsOf } from '../../queries/round.queries.ts';
import { storeAnswer } from '../../queries/store.answer.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { formatDay } from '../../text/formats.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { FormEnd } from '../../ui/forms/form.end.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { toast } from '../../ui/parts/toast.ts';
import { Waiting } from '../../ui/parts/waiting.tsx';
import styles from './rounds.module.css';
import { TakeOverDialog } from './take.over.dialog.tsx';

/** Chooses the previous round this one and how many of each group qualify, and takes them over (R16). */
export function RoundsCard({ competition }: { competition: Competition }) {
  const { data, error, refetch } = useQuery(followsOf(competition.id));
  const [isTaking, setIsTaking] = useState(false);
  return (
    <section className="card panel" aria-labelledby="rounds-title">
      <h2 id="rounds-title">{m.rounds()}</h2>
      <p className="soft">{m.rounds_why()}</p>
      {error && !data && <FailureAlert error={error} retry={() => void refetch()} />}
      {!error && !data && <Waiting className={styles.waiting} />}
      {data?.suspended && <Alert kind="warning" title={m.rounds_suspended()} />}
      {data && <FollowsForm key={data.competition_id} competitionId={competition.id} follows={data} />}
      {data && data.groups.length > 0 && (
        <div>
          <button type="button" className="button button-go" onClick={() => setIsTaking(true)}>
            {m.rounds_take_over()}
          </button>
        </div>
      )}
      {isTaking && <TakeOverDialog competitionId={competition.id} onClose={() => setIsTaking(false)} />}
    </section>
  );
}

function FollowsForm({ competitionId, follows }: { competitionId: number; follows: Follows }) {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState(follows.competition_id);
  const { formProps, problems, sending } = useCheckedForm({
    schema: followsInputSchema,
    values: (fields) => ({ competition_id: chosen, groups: chosen === null ? [] : readFirsts(fields) }),
    send: (body) => callApi(updateFollows, { params: { id: competitionId }, body }),
    onDone: async (saved) => {
      await storeAnswer(queryClient, followsOf(competitionId), saved);
      await queryClient.invalidateQueries({ queryKey: ['ranking'] });
      toast('rounds', m.rounds_saved());
    },
  });
  return (
    <form {...formProps} className={styles.form}>
      <Choice competitionId={competitionId} follows={follows} chosen={chosen} onChoose={setChosen} />
      {chosen !== null && (
        <FirstFields key={chosen} competitionId={chosen} follows={follows} problem={problems.groups} />
      )}
      <FormEnd sending={sending} action={m.rounds_save()} />
    </form>
  );
}

interface ChoiceProps {
  competitionId: number;
  follows: Follows;
  chosen: number | null;
  onChoose: (id: number | null) => void;
}

/** The competitions that this one can follow: those that the reader manages, except this one. */
function Choice({ competitionId, follows, chosen, onChoose }: ChoiceProps) {
  const { data: reader } = useQuery(profile());
  const { data } = useQuery(myCompetitions());
  const others = (data?.competitions ?? []).filter(
    (one) => one.id !== competitionId && mayInCompetition(reader ?? null, one.role, 'manage_competition'),
  );
  const isListed = others.some(({ id }) => id === follows.competition_id);
  return (
    <SelectField
      name="competition_id"
      label={m.round_follows()}
      value={chosen ?? ''}
      onChange={({ target }) => onChoose(target.value === '' ? null : Number(target.value))}
    >
      <option value="">{m.rounds_none()}</option>
      {follows.competition_id !== null && !isListed && (
        <option value={follows.competition_id}>
          {follows.competition_name ?? (follows.suspended ? m.relation_private() : m.rounds_gone())}
        </option>
      )}
      {others.map(({ id, name, date }) => (
        <option key={id} value={id}>
          {name} · {formatDay(date)}
        </option>
      ))}
    </SelectField>
  );
}

const fieldPrefix = 'first of ';

/** How many riders of each group qualify; an empty field means none. */
function FirstFields({
  competitionId,
  follows,
  problem,
}: {
  competitionId: number;
  follows: Follows;
  problem: string | undefined;
}) {
  const { groupWord } = useGenderWords();
  const { data, error } = useQuery(resultsOf(competitionId));
  if (error) return <FailureAlert error={error} />;
  if (!data) return <Waiting className={styles.waiting} />;
  const firstOf = (key: string) => follows.groups.find((group) => groupKey(group) === key)?.first;
  return (
    <fieldset className={styles.groups}>
      <legend className="field-label">{m.rounds_first()}</legend>
      {data.groups.length === 0 && <p className="soft">{m.rounds_no_groups()}</p>}
      {data.groups.map((group) => (
        <TextField
          key={groupKey(group)}
          name={fieldPrefix + JSON.stringify([group.category, group.gender])}
          label={groupWord(group)}
          type="number"
          inputMode="numeric"
          min={1}
          max={1000}
          defaultValue={competitionId === follows.competition_id ? (firstOf(groupKey(group)) ?? '') : ''}
        />
      ))}
      <span className="field-problem">{problem}</span>
    </fieldset>
  );
}

/** Reads how many of each group qualify, in the shape that is sent. */
const readFirsts = (fields: FormData): object[] =>
  [...fields].flatMap(([name, value]) => {
    if (!name.startsWith(fieldPrefix) || value === '') return [];
    const [category, gender] = JSON.parse(name.slice(fieldPrefix.length));
    return [{ category, gender, first: Number(value) }];
  });
