import { distinctGroups, groupKey } from '@dossard/contract/categories/group.ts';
import { updateCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { type Competition, competitionUpdateSchema } from '@dossard/contract/competitions/competition.schema.ts';
import { type Laps, lapsOf } from '@dossard/contract/competitions/laps.ts';
import { tieBreakSchema } from '@dossard/contract/rankings/ranking.schema.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { countedWords, departedNames, namesWords, youthNames } from '../../changes/change.words.ts';
import { EditForm } from '../../changes/edit.form.tsx';
import { useMergedEdit } from '../../changes/merged.edit.ts';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { rankedGroups } from '../../queries/zone.queries.ts';
import { groupNumbers } from '../../riders/group.numbers.ts';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { tieBreakWords } from '../../riders/tie.words.ts';
import { OrderedChoices } from '../../ui/fields/ordered.choices.tsx';
import { SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { Tick } from '../../ui/fields/tick.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';
import { CompetitionFields } from './competition.fields.tsx';
import { readStartPlan, StartPlanFields } from './start.plan.fields.tsx';

type Settings = ReturnType<typeof settingsOf>;

interface Props {
  /** Reads the fields of this form; the other settings stay as they are. */
  read: (fields: FormData) => object;
  children: (initial: Settings) => ReactNode;
}

/** A form of some settings of a competition, which saves them alone. */
function SettingsForm({ read, children }: Props) {
  const { competition } = usePageCompetition();
  const edit = useMergedEdit(settingsOf(competition));
  const { name, date, location, description, organizer, contact } = edit.initial;
  const { formProps } = useCheckedForm({
    schema: competitionUpdateSchema,
    values: (fields) => ({ name, date, location, description, organizer, contact, ...read(fields) }),
    send: (body) =>
      edit.attempt({ ...edit.seen, ...body }, () =>
        perform(updateCompetition, {
          params: { id: competition.id },
          body: { ...body, seen: edit.seen },
          said: m.settings_saved(),
        }),
      ),
    onDone: (changed) => edit.restart(settingsOf(changed)),
  });
  return (
    <EditForm {...formProps} edit={edit} className="stack">
      {children(edit.initial)}
    </EditForm>
  );
}

/** What describes a competition. */
export const DescriptionForm = () => (
  <SettingsForm read={(fields) => Object.fromEntries(fields)}>{() => <CompetitionFields />}</SettingsForm>
);

/** Which runs count, and the criteria that decide between equal points, in order (R4–R6, R14, R15). */
export const RankingRuleForm = () => (
  <SettingsForm
    read={(fields) => ({
      ranking_rule: { runs: fields.get('ranking_rule.runs'), tie_breaks: fields.getAll('ranking_rule.tie_breaks') },
    })}
  >
    {({ ranking_rule }) => (
      <>
        <SelectField
          name="ranking_rule.runs"
          label={m.field_counted_runs()}
          defaultValue={ranking_rule.runs}
          words={countedWords}
        />
        <OrderedChoices
          name="ranking_rule.tie_breaks"
          legend={m.tie_breaks()}
          hint={m.tie_breaks_hint()}
          options={tieBreakSchema.options}
          words={tieBreakWords}
          initial={ranking_rule.tie_breaks}
        />
      </>
    )}
  </SettingsForm>
);

/** How many runs each rider has in each zone. */
export const LapsForm = () => (
  <SettingsForm read={readLaps}>{(initial) => <LapsFields initial={initial} />}</SettingsForm>
);

/** Whether a list needs all runs of its group checked on paper (E13); folded until it is wanted. */
export const CheckedForm = () => (
  <details className="fold">
    <summary>
      {m.field_official_needs_checked()}{' '}
      <span className="soft">· {formatYesNo(usePageCompetition().competition.official_needs_checked)}</span>
    </summary>
    <SettingsForm read={(fields) => ({ official_needs_checked: fields.has('official_needs_checked') })}>
      {({ official_needs_checked }) => (
        <>
          <p className="soft">{m.field_official_needs_checked_why()}</p>
          <Tick
            name="official_needs_checked"
            label={m.field_official_needs_checked()}
            defaultChecked={official_needs_checked}
          />
        </>
      )}
    </SettingsForm>
  </details>
);

const formatYesNo = (is = false) => (is ? m.conflict_yes() : m.conflict_no());

/** When riders start (R18). */
export const StartPlanForm = () => (
  <SettingsForm read={readStartPlan}>
    {({ start_plan }) => (
      <>
        <p className="soft">{m.starts_why()}</p>
        <StartPlanFields plan={start_plan} />
      </>
    )}
  </SettingsForm>
);

/** How the public sees names, and how runs name judges who left. */
export const NamesForm = () => (
  <SettingsForm read={(fields) => ({ ...Object.fromEntries(fields), names_until: fields.get('names_until') || null })}>
    {() => (
      <>
        <SelectField
          name="public_names"
          label={m.field_public_names()}
          hint={m.public_names_hint()}
          words={namesWords}
        />
        <SelectField
          name="youth_words"
          label={m.field_youth_words()}
          hint={m.field_youth_words_hint()}
          words={youthNames}
        />
        <TextField name="names_until" type="date" label={m.field_names_until()} hint={m.field_names_until_hint()} />
        <SelectField
          name="departed_referees"
          label={m.field_departed_referees()}
          hint={m.field_departed_referees_hint()}
          words={departedNames}
        />
      </>
    )}
  </SettingsForm>
);

/** Returns the settings that these forms change. */
function settingsOf({ id, role, is_public, is_away, broken, ...settings }: Competition) {
  const { laps = null, laps_of_groups = [], departed_referees = 'full' } = settings;
  const { official_needs_checked = false, start_plan = null } = settings;
  return { ...settings, laps, laps_of_groups, departed_referees, official_needs_checked, start_plan };
}

const lapCounts = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((count) => [count, String(count)] as const);
const laps = groupNumbers('laps of ');

/** How many runs each rider has in each zone, and the groups with a different number (P1). */
function LapsFields({ initial }: { initial: Laps }) {
  const { groupWord } = useGenderWords();
  const { data } = useQuery(rankedGroups(usePageCompetition().id));
  const others = initial.laps_of_groups ?? [];
  const groups = distinctGroups([...(data?.categories_and_genders ?? []), ...others]);
  return (
    <>
      <SelectField
        name="laps"
        label={m.field_laps()}
        hint={m.field_laps_hint()}
        defaultValue={initial.laps ?? ''}
        empty={m.laps_unset()}
        options={lapCounts}
      />
      {groups.length > 0 && (
        <details className="fold" open={others.length > 0}>
          <summary>{m.field_laps_of_groups()}</summary>
          {groups.map((group) => (
            <SelectField
              key={groupKey(group)}
              name={laps.nameOf(group)}
              label={groupWord(group)}
              defaultValue={lapsOf({ laps: null, laps_of_groups: others }, group) ?? ''}
              empty={m.laps_as_all()}
              options={lapCounts}
            />
          ))}
        </details>
      )}
    </>
  );
}

/** Reads the laps from the form, in the shape that is sent. */
function readLaps(fields: FormData): { laps: number | null; laps_of_groups: object[] } {
  const laps_of_groups = laps
    .read(fields)
    .flatMap(({ value, ...group }) => (value === null ? [] : [{ ...group, laps: value }]));
  return { laps: Number(fields.get('laps')) || null, laps_of_groups };
}
