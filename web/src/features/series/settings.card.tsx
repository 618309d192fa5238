import { previewSeries, updateSeries } from '@dossard/contract/series/series.endpoints.ts';
import {
  type Series,
  type SeriesUpdate,
  seriesTieSchema,
  seriesUpdateSchema,
} from '@dossard/contract/series/series.schema.ts';
import type { SeriesPreview } from '@dossard/contract/series/standings.schema.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { callApi } from '../../api/client.ts';
import { ConflictNote } from '../../changes/conflict.note.tsx';
import { useMergedEdit } from '../../changes/merged.edit.ts';
import { m } from '../../paraglide/messages.js';
import { storeSeries } from '../../queries/series.queries.ts';
import { riderName } from '../../riders/rider.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { OrderedChoices } from '../../ui/fields/ordered.choices.tsx';
import { checkValues } from '../../ui/fields/problems.ts';
import { ParagraphField, SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { FormEnd } from '../../ui/forms/form.end.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { toast } from '../../ui/parts/toast.ts';
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
const guestWords = { removed: m.series_guests_removed, kept: m.series_guests_kept };
const tieWords = {
  best_result: m.series_tie_best_result,
  wins: m.series_tie_wins,
  last_competition: m.series_tie_last_competition,
};

/** Name, season and rule of a series; previews what a changed rule moves before it is saved (T1–T8, T13). */
export function SettingsCard({ series }: { series: Series }) {
  const queryClient = useQueryClient();
  const edit = useMergedEdit(settingsOf(series));
  const { rule } = edit.initial;
  const form = useRef<HTMLFormElement>(null);
  const { formProps, problems, sending } = useCheckedForm({
    schema: seriesUpdateSchema,
    values: readSettings,
    send: (body) =>
      edit.attempt({ ...edit.seen, ...body } as typeof edit.seen, () =>
        callApi(updateSeries, { params: { seriesId: series.id }, body: { ...body, seen: edit.seen } }),
      ),
    onDone: async (saved) => {
      edit.restart(settingsOf(saved));
      previewing.reset();
      await storeSeries(queryClient, saved);
      toast('series', m.series_saved());
    },
  });
  const previewing = useMutation({
    mutationFn: async () => {
      const { data } = checkValues(readSettings(new FormData(form.current ?? undefined)), seriesUpdateSchema);
      // Problems are marked when the form is sent.
      if (!data?.rule) {
        form.current?.requestSubmit();
        return null;
      }
      return callApi(previewSeries, { params: { seriesId: series.id }, body: { rule: data.rule } });
    },
  });
  const { ref: checkedRef, ...ofForm } = formProps;
  return (
    <form
      {...ofForm}
      ref={(element) => {
        checkedRef.current = element;
        form.current = element;
      }}
      className="card panel"
      aria-label={m.series_rule()}
    >
      <h2>{m.series_rule()}</h2>
      <div key={edit.conflicts} className={styles.fields}>
        <TextField name="name" label={m.field_name()} problem={problems.name} defaultValue={edit.initial.name} />
        <TextField
          name="season"
          label={m.series_season()}
          problem={problems.season}
          defaultValue={edit.initial.season}
        />
        <TextField
          name="points"
          label={m.series_points()}
          hint={m.series_points_hint()}
          problem={problemUnder(problems, 'rule.points')}
          inputMode="numeric"
          defaultValue={formatPoints(rule.points)}
        />
        <TextField
          name="beyond"
          type="number"
          min={0}
          label={m.series_beyond()}
          problem={problems['rule.beyond']}
          defaultValue={rule.beyond}
        />
        <SelectField name="dnf" label={m.series_dnf()} problem={problems['rule.dnf']} defaultValue={String(rule.dnf)}>
          {Object.entries(dnfWords).map(([value, label]) => (
            <option key={value} value={value}>
              {label()}
            </option>
          ))}
        </SelectField>
        <TextField
          name="best"
          type="number"
          min={1}
          label={m.series_best()}
          hint={m.series_best_hint()}
          problem={problems['rule.best']}
          defaultValue={rule.best ?? ''}
        />
        <TextField
          name="drop"
          type="number"
          min={0}
          label={m.series_drop()}
          hint={m.series_drop_hint()}
          problem={problems['rule.drop']}
          defaultValue={rule.drop ?? ''}
        />
        <TextField
          name="minimum_starts"
          type="number"
          min={0}
          label={m.series_minimum_starts()}
          problem={problems['rule.minimum_starts']}
          defaultValue={rule.minimum_starts ?? ''}
        />
        <SelectField
          name="guests"
          label={m.series_guests()}
          hint={m.series_guests_hint()}
          problem={problems['rule.guests']}
          defaultValue={rule.guests}
        >
          {Object.entries(guestWords).map(([value, label]) => (
            <option key={value} value={value}>
              {label()}
            </option>
          ))}
        </SelectField>
        <TextField
          name="clubs"
          type="number"
          min={1}
          label={m.series_clubs()}
          hint={m.series_clubs_hint()}
          problem={problems['rule.clubs']}
          defaultValue={rule.clubs ?? ''}
        />
      </div>
      <details
        key={`tables ${edit.conflicts}`}
        className={styles.joined}
        open={rule.points_by_group.length > 0 || problemUnder(problems, 'rule.points_by_group') !== undefined}
      >
        <summary>{m.series_own_points()}</summary>
        <ParagraphField
          name="points_by_group"
          label={m.series_points_by_group()}
          hint={m.series_points_by_group_hint()}
          problem={problemUnder(problems, 'rule.points_by_group')}
          defaultValue={formatPointsByGroup(rule.points_by_group)}
        />
      </details>
      <OrderedChoices
        key={`ties ${edit.conflicts}`}
        name="ties"
        legend={m.tie_breaks()}
        hint={m.series_ties_hint()}
        options={seriesTieSchema.options}
        words={tieWords}
        initial={rule.ties}
        problem={problems['rule.ties']}
      />
      <ParagraphField
        key={`renamed ${edit.conflicts}`}
        name="renamed"
        label={m.series_renamed()}
        hint={m.series_renamed_hint()}
        problem={problemUnder(problems, 'rule.renamed')}
        defaultValue={formatRenamed(rule.renamed)}
      />
      <ConflictNote before={edit.before} now={edit.seen} />
      <div>
        <button
          type="button"
          className="button"
          onClick={() => previewing.mutate()}
          aria-disabled={previewing.isPending}
        >
          {m.series_preview()}
        </button>
      </div>
      {previewing.error && <FailureAlert error={previewing.error} />}
      {previewing.data && <Preview preview={previewing.data} />}
      <FormEnd sending={sending} action={m.series_save_rule()} />
    </form>
  );
}

const problemUnder = (problems: Readonly<Record<string, string>>, path: string) =>
  Object.entries(problems).find(([name]) => name === path || name.startsWith(`${path}.`))?.[1];

/** Which riders the rule in the form would move. */
function Preview({ preview: { moves, unchanged } }: { preview: SeriesPreview }) {
  if (moves.length === 0) return <Alert kind="note" title={m.series_preview_none()} />;
  return (
    <section className={styles.preview} aria-label={m.series_preview()} aria-live="polite">
      <p>
        {m.series_preview_moves({ count: moves.length })} {m.series_preview_unchanged({ count: unchanged })}
      </p>
      <table className="numbers">
        <thead>
          <tr>
            <th scope="col">{m.series_group()}</th>
            <th scope="col">{m.name_of_rider()}</th>
            <th scope="col">{m.rank()}</th>
            <th scope="col">{m.points()}</th>
          </tr>
        </thead>
        <tbody>
          {moves.map((one) => (
            <tr key={`${one.id} ${one.category}`}>
              <td>
                {one.category} {one.gender}
              </td>
              <td>{riderName(one) || m.standings_nameless()}</td>
              <td>
                {one.rank_before ?? '–'} → {one.rank_after ?? '–'}
              </td>
              <td>
                {one.points_before} → {one.points_after}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Returns the settings that this form changes. */
const settingsOf = ({ name, season, rule }: Series) => ({ name, season, rule });

const numberOrNull = (value: FormDataEntryValue | null) => (value === null || value === '' ? null : Number(value));

/** Reads the form in the shape that is sent. */
function readSettings(fields: FormData): SeriesUpdate | object {
  const dnf = fields.get('dnf');
  return {
    name: fields.get('name'),
    season: fields.get('season'),
    rule: {
      points: parsePoints(String(fields.get('points') ?? '')),
      beyond: Number(fields.get('beyond') || 0),
      points_by_group: parsePointsByGroup(String(fields.get('points_by_group') ?? '')),
      dnf: dnf === '0' ? 0 : dnf,
      best: numberOrNull(fields.get('best')),
      drop: numberOrNull(fields.get('drop')),
      minimum_starts: numberOrNull(fields.get('minimum_starts')),
      guests: fields.get('guests'),
      clubs: numberOrNull(fields.get('clubs')),
      ties: fields.getAll('ties'),
      renamed: parseRenamed(String(fields.get('renamed') ?? '')),
    },
  };
}
