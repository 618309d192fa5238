import { youthWordsSchema } from '@dossard/contract/categories/gender.words.ts';
import { updateCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import {
  type Competition,
  competitionUpdateSchema,
  departedRefereesSchema,
  publicNamesSchema,
} from '@dossard/contract/competitions/competition.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { ConflictNote } from '../../changes/conflict.note.tsx';
import { useMergedEdit } from '../../changes/merged.edit.ts';
import { m } from '../../paraglide/messages.js';
import { storeCompetition } from '../../queries/competition.queries.ts';
import { SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { FormEnd } from '../../ui/forms/form.end.tsx';
import { toast } from '../../ui/parts/toast.ts';
import { CompetitionFields } from './competition.fields.tsx';
import { LapsFields, readLaps } from './laps.fields.tsx';
import { TieBreaks } from './tie.breaks.tsx';

const namesWords = { full: m.public_names_full, initials: m.public_names_initials, bib: m.public_names_bib };
const youthNames = { women_men: m.youth_women_men, girls_boys: m.youth_girls_boys };
const departedNames = { full: m.public_names_full, initials: m.public_names_initials };
const countedWords = { all: m.counted_all, best_per_zone: m.counted_best_per_zone };

/** The settings of a competition: its description, which runs count, and how the public sees names. */
export function SettingsForm({ competition }: { competition: Competition }) {
  const queryClient = useQueryClient();
  const edit = useMergedEdit(settingsOf(competition));
  const { formProps, problems, sending } = useCheckedForm({
    schema: competitionUpdateSchema,
    values: (fields) => ({
      ...Object.fromEntries(fields),
      ranking_rule: { runs: fields.get('runs'), tie_breaks: fields.getAll('tie_breaks') },
      names_until: fields.get('names_until') || null,
      ...readLaps(fields),
    }),
    send: (body) =>
      edit.attempt({ ...edit.seen, ...body }, () =>
        callApi(updateCompetition, { params: { id: competition.id }, body: { ...body, seen: edit.seen } }),
      ),
    onDone: async (changed) => {
      edit.restart(settingsOf(changed));
      await storeCompetition(queryClient, changed);
      toast('settings', m.settings_saved());
    },
  });
  return (
    <form {...formProps} className="card panel">
      <h2>{m.settings()}</h2>
      <CompetitionFields key={`fields ${edit.conflicts}`} problems={problems} initial={edit.initial} />
      <SelectField
        key={`runs ${edit.conflicts}`}
        name="runs"
        label={m.field_counted_runs()}
        problem={problems['ranking_rule.runs']}
        defaultValue={edit.initial.ranking_rule.runs}
      >
        {Object.entries(countedWords).map(([value, label]) => (
          <option key={value} value={value}>
            {label()}
          </option>
        ))}
      </SelectField>
      <TieBreaks
        key={`tie_breaks ${edit.conflicts}`}
        initial={edit.initial.ranking_rule.tie_breaks}
        problem={problems['ranking_rule.tie_breaks']}
      />
      <LapsFields
        key={`laps ${edit.conflicts}`}
        competitionId={competition.id}
        initial={edit.initial}
        problem={problems.laps}
      />
      <SelectField
        key={`public_names ${edit.conflicts}`}
        name="public_names"
        label={m.field_public_names()}
        hint={m.public_names_hint()}
        problem={problems.public_names}
        defaultValue={edit.initial.public_names}
      >
        {publicNamesSchema.options.map((value) => (
          <option key={value} value={value}>
            {namesWords[value]()}
          </option>
        ))}
      </SelectField>
      <SelectField
        key={`youth_words ${edit.conflicts}`}
        name="youth_words"
        label={m.field_youth_words()}
        hint={m.field_youth_words_hint()}
        problem={problems.youth_words}
        defaultValue={edit.initial.youth_words}
      >
        {youthWordsSchema.options.map((value) => (
          <option key={value} value={value}>
            {youthNames[value]()}
          </option>
        ))}
      </SelectField>
      <TextField
        key={`names_until ${edit.conflicts}`}
        name="names_until"
        type="date"
        label={m.field_names_until()}
        hint={m.field_names_until_hint()}
        problem={problems.names_until}
        defaultValue={edit.initial.names_until ?? ''}
      />
      <SelectField
        key={`departed_referees ${edit.conflicts}`}
        name="departed_referees"
        label={m.field_departed_referees()}
        hint={m.field_departed_referees_hint()}
        problem={problems.departed_referees}
        defaultValue={edit.initial.departed_referees}
      >
        {departedRefereesSchema.options.map((value) => (
          <option key={value} value={value}>
            {departedNames[value]()}
          </option>
        ))}
      </SelectField>
      <ConflictNote before={edit.before} now={edit.seen} />
      <FormEnd sending={sending} />
    </form>
  );
}

/** Returns the settings that this form changes. */
function settingsOf(competition: Competition) {
  const { name, date, location, description, organizer, contact } = competition;
  const { ranking_rule, public_names, names_until, youth_words, laps = null, laps_of_groups = [] } = competition;
  const { departed_referees = 'full' } = competition;
  return {
    name,
    date,
    location,
    description,
    organizer,
    contact,
    ranking_rule,
    public_names,
    names_until,
    youth_words,
    departed_referees,
    laps,
    laps_of_groups: laps_of_groups.map(({ category, gender, laps }) => ({ category, gender, laps })),
  };
}
