import { previewSeries, updateSeries } from '@dossard/contract/series/series.endpoints.ts';
import {
  columnId,
  defaultSeriesRule,
  type Series,
  type SeriesRule,
  seriesTieSchema,
  seriesUpdateSchema,
} from '@dossard/contract/series/series.schema.ts';
import type { SeriesPreview } from '@dossard/contract/series/standings.schema.ts';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useContext } from 'react';
import { callApi } from '../../api/client.ts';
import { EditForm } from '../../changes/edit.form.tsx';
import { useMergedEdit } from '../../changes/merged.edit.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { fullName } from '../../riders/rider.words.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { FormState } from '../../ui/fields/form.state.ts';
import { OrderedChoices } from '../../ui/fields/ordered.choices.tsx';
import { checkValues } from '../../ui/fields/problems.ts';
import { NumberField, ParagraphField, SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { Tick } from '../../ui/fields/tick.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Table } from '../../ui/parts/table.tsx';
import {
  formatPoints,
  formatPointsByGroup,
  formatRenamed,
  parsePoints,
  parsePointsByGroup,
  parseRenamed,
} from './series.fields.ts';
import styles from './series.module.css';

const dnfWords = { last: m.series_dnf_last, 0: m.series_dnf_none, as_ranked: m.series_dnf_as_ranked };
const guestWords = {
  removed: m.series_guests_removed,
  kept: m.series_guests_kept,
  day_only: m.series_guests_day_only,
};
const tieWords = {
  best_result: m.series_tie_best_result,
  wins: m.series_tie_wins,
  last_competition: m.series_tie_last_competition,
  deciding_result: m.series_tie_deciding_result,
};

/** Name, season and rule of a series; previews what a changed rule moves before it is saved (T1–T8, T13). */
export function SettingsCard({ series }: { series: Series }) {
  const edit = useMergedEdit(settingsOf(series));
  const { rule } = edit.initial;
  const { formProps } = useCheckedForm({
    schema: seriesUpdateSchema,
    values: readSettings,
    send: (body) =>
      edit.attempt({ ...edit.seen, ...body } as typeof edit.seen, () =>
        perform(updateSeries, {
          params: { seriesId: series.id },
          body: { ...body, seen: edit.seen },
          said: m.series_saved(),
        }),
      ),
    onDone: (saved) => {
      edit.restart(settingsOf(saved));
      previewing.reset();
    },
  });
  const previewing = usePreview(series.id, formProps.ref);
  return (
    <EditForm
      {...formProps}
      edit={edit}
      initial={fieldsOf(edit.initial)}
      end={{ action: m.series_save_rule() }}
      className="card panel"
      aria-label={m.series_rule()}
    >
      <h2>{m.series_rule()}</h2>
      <div className={`fields ${styles.fields}`}>
        <TextField name="name" label={m.field_name()} />
        <TextField name="season" label={m.series_season()} />
        <TextField name="rule.points" label={m.series_points()} hint={m.series_points_hint()} inputMode="numeric" />
        <NumberField name="rule.beyond" min={0} label={m.series_beyond()} />
      </div>
      <RarerFields series={series} rule={rule} />
      <Button action={m.series_preview()} onClick={() => previewing.mutate()} aria-disabled={previewing.isPending} />
      {previewing.error && <FailureAlert error={previewing.error} />}
      {previewing.data && <Preview preview={previewing.data} />}
    </EditForm>
  );
}

interface RarerFieldsProps {
  series: Series;
  rule: SeriesRule;
}

/** What many trophies do without; closed until the rule or the season has some of it. */
function RarerFields({ series: { columns }, rule }: RarerFieldsProps) {
  const { problems } = useContext(FormState);
  const { points, beyond, ...usual } = defaultSeriesRule;
  const isUsed = Object.entries(usual).some(
    ([name, value]) => JSON.stringify(rule[name as keyof SeriesRule]) !== JSON.stringify(value),
  );
  const isWrong = Object.keys(problems).some((path) => Object.keys(usual).includes(path.split('.')[1] ?? ''));
  return (
    <details className="fold" open={isUsed || isWrong || columns.some(({ result_id }) => result_id !== null)}>
      <summary>{m.series_rule_more()}</summary>
      <div className="stack">
        <div className="fields">
          <SelectField name="rule.dnf" label={m.series_dnf()} words={dnfWords} />
          <NumberField name="rule.best" label={m.series_best()} hint={m.series_best_hint()} />
          <NumberField name="rule.drop" min={0} label={m.series_drop()} hint={m.series_drop_hint()} />
          <NumberField name="rule.minimum_starts" min={0} label={m.series_minimum_starts()} />
          <SelectField name="rule.guests" label={m.series_guests()} hint={m.series_guests_hint()} words={guestWords} />
          <NumberField name="rule.clubs" label={m.series_clubs()} hint={m.series_clubs_hint()} />
          <NumberField
            name="rule.minimum_disciplines"
            label={m.series_minimum_disciplines()}
            hint={m.series_minimum_disciplines_hint()}
          />
          <NumberField name="rule.bonus" min={0} label={m.series_bonus()} hint={m.series_bonus_hint()} />
          <SelectField
            name="rule.deciding_id"
            label={m.series_deciding()}
            hint={m.series_deciding_hint()}
            empty={m.series_deciding_none()}
            options={columns.map((column) => [columnId(column), column.name])}
          />
        </div>
        <Tick name="rule.licensed_only" label={m.series_licensed_only()} defaultChecked={rule.licensed_only} />
        <ParagraphField
          name="rule.points_by_group"
          label={m.series_points_by_group()}
          hint={m.series_points_by_group_hint()}
        />
        <OrderedChoices
          name="rule.ties"
          legend={m.tie_breaks()}
          hint={m.series_ties_hint()}
          options={seriesTieSchema.options}
          words={tieWords}
          initial={rule.ties}
        />
        <ParagraphField name="rule.renamed" label={m.series_renamed()} hint={m.series_renamed_hint()} />
      </div>
    </details>
  );
}

/** Computes what the rule in the form would change; the form marks its problems instead if it has some. */
function usePreview(seriesId: number, form: RefObject<HTMLFormElement | null>) {
  return useMutation({
    mutationFn: async () => {
      const { data } = checkValues(readSettings(new FormData(form.current ?? undefined)), seriesUpdateSchema);
      // Problems are marked when the form is sent.
      if (!data?.rule) {
        form.current?.requestSubmit();
        return null;
      }
      return callApi(previewSeries, { params: { seriesId: seriesId }, body: { rule: data.rule } });
    },
  });
}

/** Which riders the rule in the form would move. */
function Preview({ preview: { moves, unchanged } }: { preview: SeriesPreview }) {
  if (moves.length === 0) return <Alert kind="note" title={m.series_preview_none()} />;
  return (
    <section className="sideways" aria-label={m.series_preview()} aria-live="polite">
      <p>
        {m.series_preview_moves({ count: moves.length })} {m.series_preview_unchanged({ count: unchanged })}
      </p>
      <Table
        headings={{ group: m.series_group(), name: m.name_of_rider(), rank: m.rank(), points: m.points() }}
        rows={moves}
        keyOf={({ id, category }) => `${id} ${category}`}
        cells={(one) => ({
          group: `${one.category} ${one.gender}`,
          name: fullName(one) || m.standings_nameless(),
          rank: `${one.rank_before ?? '–'} → ${one.rank_after ?? '–'}`,
          points: `${one.points_before} → ${one.points_after}`,
        })}
      />
    </section>
  );
}

/** Returns the settings that this form changes. */
const settingsOf = ({ name, season, rule }: Series) => ({ name, season, rule });

/** Returns settings as the initial values of the fields. */
const fieldsOf = ({ rule, ...settings }: ReturnType<typeof settingsOf>) => ({
  ...settings,
  ...Object.fromEntries(Object.entries(rule).map(([name, value]) => [`rule.${name}`, value])),
  'rule.points': formatPoints(rule.points),
  'rule.points_by_group': formatPointsByGroup(rule.points_by_group),
  'rule.renamed': formatRenamed(rule.renamed),
});

/** Numbers that the rule does without where the field is empty. */
const optionalNumbers = ['best', 'drop', 'minimum_starts', 'clubs', 'minimum_disciplines', 'deciding_id'];

/** Reads the form in the shape that is sent. */
function readSettings(fields: FormData): object {
  const dnf = fields.get('rule.dnf');
  return {
    name: fields.get('name'),
    season: fields.get('season'),
    rule: {
      points: parsePoints(String(fields.get('rule.points') ?? '')),
      beyond: Number(fields.get('rule.beyond') || 0),
      points_by_group: parsePointsByGroup(String(fields.get('rule.points_by_group') ?? '')),
      dnf: dnf === '0' ? 0 : dnf,
      guests: fields.get('rule.guests'),
      ties: fields.getAll('rule.ties'),
      renamed: parseRenamed(String(fields.get('rule.renamed') ?? '')),
      bonus: Number(fields.get('rule.bonus') || 0),
      licensed_only: fields.has('rule.licensed_only'),
      ...Object.fromEntries(
        optionalNumbers.map((name) => [name, fields.get(`rule.${name}`) ? Number(fields.get(`rule.${name}`)) : null]),
      ),
    },
  };
}
