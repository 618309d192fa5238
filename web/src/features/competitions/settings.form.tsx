import { updateCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import {
  type Competition,
  type CompetitionUpdate,
  competitionUpdateSchema,
  publicNamesSchema,
} from '@dossard/contract/competitions/competition.schema.ts';
import type { RankingRule } from '@dossard/contract/rankings/ranking.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { useCheckedForm } from '../../ui/checked.form.ts';
import { FormEnd } from '../../ui/form.end.tsx';
import { SelectField, TextField } from '../../ui/text.field.tsx';
import { toast } from '../../ui/toast.ts';
import { CompetitionFields } from './competition.fields.tsx';
import { competitionChanged } from './competition.queries.ts';
import { TieBreaks } from './tie.breaks.tsx';

const namesWords = { full: m.public_names_full, initials: m.public_names_initials, bib: m.public_names_bib };
const countedWords = { all: m.counted_all, best_per_zone: m.counted_best_per_zone };

/** What a competition says of itself, which runs count, and how riders are named to the public. */
export function SettingsForm({ competition }: { competition: Competition }) {
  const queryClient = useQueryClient();
  const shown = useRef(competition);
  const { formProps, problems, sending } = useCheckedForm({
    schema: competitionUpdateSchema,
    values: (fields) => ({
      ...Object.fromEntries(fields),
      ranking_rule: { runs: fields.get('runs'), tie_breaks: fields.getAll('tie_breaks') },
      names_until: fields.get('names_until') || null,
    }),
    send: (body) =>
      callApi(updateCompetition, { params: { id: competition.id }, body: onlyChanged(body, shown.current) }),
    onDone: async (changed) => {
      shown.current = changed;
      await competitionChanged(queryClient, changed);
      toast('settings', m.settings_saved());
    },
  });
  return (
    <form {...formProps} className="card panel">
      <h2>{m.settings()}</h2>
      <CompetitionFields problems={problems} initial={competition} />
      <SelectField
        name="runs"
        label={m.field_counted_runs()}
        problem={problems['ranking_rule.runs']}
        defaultValue={competition.ranking_rule.runs}
      >
        {Object.entries(countedWords).map(([value, say]) => (
          <option key={value} value={value}>
            {say()}
          </option>
        ))}
      </SelectField>
      <TieBreaks initial={competition.ranking_rule.tie_breaks} problem={problems['ranking_rule.tie_breaks']} />
      <SelectField
        name="public_names"
        label={m.field_public_names()}
        hint={m.public_names_hint()}
        problem={problems.public_names}
        defaultValue={competition.public_names}
      >
        {publicNamesSchema.options.map((value) => (
          <option key={value} value={value}>
            {namesWords[value]()}
          </option>
        ))}
      </SelectField>
      <TextField
        name="names_until"
        type="date"
        label={m.field_names_until()}
        hint={m.field_names_until_hint()}
        problem={problems.names_until}
        defaultValue={competition.names_until ?? ''}
      />
      <FormEnd sending={sending} />
    </form>
  );
}

/** Leaves out the rules that were not touched here, so that an old page does not undo what a colleague chose since. */
function onlyChanged(update: CompetitionUpdate, shown: Competition): CompetitionUpdate {
  const { ranking_rule, public_names, names_until, ...rest } = update;
  return {
    ...rest,
    ...(!isSameRule(ranking_rule, shown.ranking_rule) && { ranking_rule }),
    ...(public_names !== shown.public_names && { public_names }),
    ...(names_until !== shown.names_until && { names_until }),
  };
}

const isSameRule = (one: RankingRule | undefined, other: RankingRule) =>
  one?.runs === other.runs && one.tie_breaks.join() === other.tie_breaks.join();
