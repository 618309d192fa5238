import { createOutsideResult, updateOutsideResult } from '@dossard/contract/series/outside.result.endpoints.ts';
import { type OutsideResult, outsideResultInputSchema } from '@dossard/contract/series/outside.result.schema.ts';
import { updateSeriesCompetitions } from '@dossard/contract/series/series.endpoints.ts';
import {
  columnId,
  defaultDiscipline,
  disciplineSchema,
  type SeasonColumn,
  type Series,
} from '@dossard/contract/series/series.schema.ts';
import { useId } from 'react';
import * as z from 'zod/mini';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { NumberField, TextField } from '../../ui/fields/text.field.tsx';
import { Tick } from '../../ui/fields/tick.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';
import { formatPoints, parsePoints } from './series.fields.ts';

const offered = ['TR', 'XC', 'XCE', 'DH', 'Enduro'];

function DisciplineField({ initial }: { initial: string }) {
  const list = useId();
  return (
    <>
      <TextField
        name="discipline"
        label={m.discipline()}
        hint={m.discipline_hint()}
        defaultValue={initial}
        list={list}
        autoComplete="off"
      />
      <datalist id={list}>
        {offered.map((discipline) => (
          <option key={discipline} value={discipline} />
        ))}
      </datalist>
    </>
  );
}

interface OutsideFormProps {
  seriesId: number;
  /** Absent for a new one. */
  result?: OutsideResult | undefined;
  onClose: () => void;
}

/** Adds a result from elsewhere, or changes its settings (T15). */
export function OutsideForm({ seriesId, result, onClose }: OutsideFormProps) {
  const { formProps } = useCheckedForm({
    schema: outsideResultInputSchema,
    values: (fields) => ({
      name: fields.get('name'),
      date: fields.get('date'),
      discipline: fields.get('discipline'),
      points: fields.get('points') ? parsePoints(String(fields.get('points'))) : null,
      weight: Number(fields.get('weight') || 1),
      always_counts: fields.has('always_counts'),
    }),
    send: async (body) => {
      const said = m.outside_saved();
      if (!result) await perform(createOutsideResult, { params: { seriesId }, body, said });
      else {
        const params = { seriesId, resultId: result.id };
        const { id, groups, ...seen } = result;
        await perform(updateOutsideResult, { params, body: { ...body, seen }, said });
      }
    },
    onDone: onClose,
  });
  return (
    <FormDialog title={result ? m.outside_edit() : m.outside_new()} of={formProps} onClose={onClose}>
      <TextField name="name" label={m.field_name()} defaultValue={result?.name} autoComplete="off" />
      <div className="fields">
        <TextField name="date" type="date" label={m.field_date()} defaultValue={result?.date} />
        <DisciplineField initial={result?.discipline ?? defaultDiscipline} />
      </div>
      <TextField
        name="points"
        label={m.outside_points()}
        hint={m.outside_points_hint()}
        inputMode="numeric"
        defaultValue={result?.points ? formatPoints(result.points) : ''}
      />
      <NumberField name="weight" max={100} label={m.outside_weight()} defaultValue={result?.weight ?? 1} />
      <Tick name="always_counts" label={m.outside_always()} defaultChecked={result?.always_counts ?? false} />
    </FormDialog>
  );
}

const disciplineFormSchema = z.object({ discipline: disciplineSchema });

interface DisciplineDialogProps {
  series: Series;
  column: SeasonColumn;
  onClose: () => void;
}

/** Changes the discipline of a competition in its season. */
export function DisciplineDialog({ series, column, onClose }: DisciplineDialogProps) {
  const { formProps } = useCheckedForm({
    schema: disciplineFormSchema,
    send: ({ discipline }) =>
      saveColumns(
        series,
        series.columns.map((one) => (columnId(one) === columnId(column) ? { ...one, discipline } : one)),
      ),
    onDone: onClose,
  });
  return (
    <FormDialog title={column.name} of={formProps} onClose={onClose}>
      <DisciplineField initial={column.discipline} />
    </FormDialog>
  );
}

/** Saves the columns in this order, with their disciplines; the competitions are those that were shown. */
export const saveColumns = (series: Series, columns: readonly SeasonColumn[]) =>
  perform(updateSeriesCompetitions, {
    params: { seriesId: series.id },
    body: { columns: columns.map(columnInput), seen: { competition_ids: series.competitions.map(({ id }) => id) } },
    said: m.series_saved(),
  });

const columnInput = ({ competition_id, result_id, discipline }: SeasonColumn) =>
  competition_id === null ? { result_id: result_id ?? 0 } : { competition_id, discipline };
