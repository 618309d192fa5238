import {
  createOutsideResult,
  deleteOutsideResult,
  listOutsideResults,
  updateOutsideResult,
} from '@dossard/contract/series/outside.result.endpoints.ts';
import { type OutsideResult, outsideResultInputSchema } from '@dossard/contract/series/outside.result.schema.ts';
import { updateSeriesCompetitions } from '@dossard/contract/series/series.endpoints.ts';
import {
  columnId,
  defaultDiscipline,
  disciplineSchema,
  type SeasonColumn,
  type Series,
} from '@dossard/contract/series/series.schema.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import * as z from 'zod/mini';
import { competitionOption, useManagedCompetitions } from '../../desk/managed.competitions.ts';
import { VisibilityLabel } from '../../desk/visibility.label.tsx';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { read } from '../../queries/read.ts';
import { formatDay, joinFacts } from '../../text/formats.ts';
import { ActionMenu } from '../../ui/dialogs/action.menu.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { OpenButton } from '../../ui/dialogs/open.button.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { useClose } from '../../ui/fields/form.state.ts';
import { NumberField, SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { Tick } from '../../ui/fields/tick.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { IconButton } from '../../ui/parts/icons.tsx';
import { OrderedList } from '../../ui/parts/ordered.list.tsx';
import { EraseRiderDialog, RanksDialog } from './ranks.dialog.tsx';
import { formatPoints, parsePoints } from './series.fields.ts';

/** The competitions and results from elsewhere of a series in order; each change is saved immediately. */
export function CompetitionsCard({ series }: { series: Series }) {
  const saving = useMutation({ mutationFn: (columns: readonly SeasonColumn[]) => saveColumns(series, columns) });
  const hidden = series.is_public ? series.competitions.filter(({ is_public }) => !is_public) : [];
  const hasDisciplines = series.columns.some(
    ({ result_id, discipline }) => result_id !== null || discipline !== defaultDiscipline,
  );
  return (
    <Card title={m.series_competitions()} why={m.series_competitions_why()}>
      {series.columns.length === 0 && <p>{m.series_competitions_none()}</p>}
      <OrderedList
        items={series.columns}
        keyOf={columnId}
        nameOf={columnName}
        disabled={saving.isPending}
        onOrder={(order) => saving.mutate(order)}
      >
        {(column) => (
          <Listed
            {...{ series, column, hasDisciplines }}
            disabled={saving.isPending}
            onRemove={() => saving.mutate(series.columns.filter((one) => one !== column))}
          />
        )}
      </OrderedList>
      {hidden.length > 0 && (
        <Alert kind="warning" title={m.series_hidden({ names: hidden.map(columnName).join(', ') })} />
      )}
      <AddCompetition
        series={series}
        disabled={saving.isPending}
        onAdd={(column) => saving.mutate([...series.columns, column])}
      />
      {saving.error && <FailureAlert error={saving.error} />}
      <div className="stack-close start">
        <OpenButton action={m.outside_add()} look="quiet">
          <OutsideForm seriesId={series.id} />
        </OpenButton>
        <span className="field-hint">{m.outside_add_hint()}</span>
      </div>
    </Card>
  );
}

/** A suspended private competition has no name here (X2). */
const columnName = ({ name }: { name: string }) => name || m.relation_private();

interface AddProps {
  series: Series;
  disabled: boolean;
  onAdd: (column: SeasonColumn) => void;
}

/** Adds a competition that the reader administers. */
function AddCompetition({ series, disabled, onAdd }: AddProps) {
  const others = useManagedCompetitions().filter(({ id }) => series.competitions.every((one) => one.id !== id));
  return (
    <SelectField
      name="added"
      label={m.series_add_competition()}
      hint={m.series_add_competition_hint()}
      value=""
      disabled={disabled || others.length === 0}
      onValue={(value) => {
        const added = others.find(({ id }) => id === Number(value));
        if (!added) return;
        const { id, name, date } = added;
        onAdd({ competition_id: id, result_id: null, name, date, discipline: defaultDiscipline });
      }}
      empty={others.length === 0 ? m.series_no_other() : m.series_choose()}
      options={others.map(competitionOption)}
    />
  );
}

interface ListedProps {
  series: Series;
  column: SeasonColumn;
  /** Whether the season shows disciplines. */
  hasDisciplines: boolean;
  disabled: boolean;
  onRemove: () => void;
}

function Listed({ series, column, hasDisciplines, disabled, onRemove }: ListedProps) {
  const competition = series.competitions.find(({ id }) => id === column.competition_id);
  const name = columnName(column);
  const dialogOf = (what: OutsideDialogProps['what']) => <OutsideDialog {...{ series, column, what }} />;
  const actions = competition
    ? [{ label: m.discipline_change(), open: <DisciplineDialog {...{ series, column }} /> }]
    : [
        { label: m.outside_lists(), open: dialogOf('lists') },
        { label: m.outside_edit(), open: dialogOf('settings') },
        { label: m.outside_erase(), open: dialogOf('erase') },
        { label: m.outside_delete(), open: dialogOf('delete'), isDanger: true },
      ];
  return (
    <span className="row apart grow">
      <span>
        <span className="name">{name}</span>
        <span className="soft">
          {joinFacts(formatDay(column.date), hasDisciplines && column.discipline, competition?.location)}
        </span>
        {competition?.suspended && <span className="soft">{m.series_suspended()}</span>}
      </span>
      <span className="row">
        {competition ? (
          <VisibilityLabel isPublic={competition.is_public} />
        ) : (
          <OpenButton action={m.outside_lists()} of={name}>
            {dialogOf('lists')}
          </OpenButton>
        )}
        {hasDisciplines && <ActionMenu what={name} actions={actions} />}
        {competition && (
          <IconButton
            icon="bin"
            label={m.series_remove_competition({ name })}
            aria-disabled={disabled}
            onClick={() => !disabled && onRemove()}
          />
        )}
      </span>
    </span>
  );
}

interface OutsideDialogProps {
  series: Series;
  column: SeasonColumn;
  what: 'settings' | 'lists' | 'erase' | 'delete';
}

/** What may be done with a result from elsewhere. */
function OutsideDialog({ series, column, what }: OutsideDialogProps) {
  const results = useQuery(read(listOutsideResults, { params: { seriesId: series.id } }));
  const close = useClose();
  const result = results.data?.results.find(({ id }) => id === column.result_id);
  if (!result)
    return (
      <Dialog title={column.name} onClose={close}>
        <Reading of={results} waiting={6} />
      </Dialog>
    );
  const props = { seriesId: series.id, result };
  if (what === 'settings') return <OutsideForm {...props} />;
  if (what === 'erase') return <EraseRiderDialog {...props} />;
  if (what === 'lists') return <RanksDialog {...props} />;
  const params = { seriesId: series.id, resultId: result.id };
  return (
    <ConfirmDialog
      title={m.outside_delete_sure({ name: result.name })}
      action={m.outside_delete()}
      danger
      act={() => perform(deleteOutsideResult, { params, said: m.series_saved() })}
      why={m.outside_delete_why()}
    />
  );
}

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
}

/** Adds a result from elsewhere, or changes its settings (T15). */
function OutsideForm({ seriesId, result }: OutsideFormProps) {
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
  });
  return (
    <FormDialog title={result ? m.outside_edit() : m.outside_new()} of={formProps}>
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

/** Changes the discipline of a competition in its season. */
function DisciplineDialog({ series, column }: { series: Series; column: SeasonColumn }) {
  const { formProps } = useCheckedForm({
    schema: disciplineFormSchema,
    send: ({ discipline }) =>
      saveColumns(
        series,
        series.columns.map((one) => (columnId(one) === columnId(column) ? { ...one, discipline } : one)),
      ),
  });
  return (
    <FormDialog title={column.name} of={formProps}>
      <DisciplineField initial={column.discipline} />
    </FormDialog>
  );
}

/** Saves the columns in this order, with their disciplines; the competitions are those that were shown. */
const saveColumns = (series: Series, columns: readonly SeasonColumn[]) =>
  perform(updateSeriesCompetitions, {
    params: { seriesId: series.id },
    body: { columns: columns.map(columnInput), seen: { competition_ids: series.competitions.map(({ id }) => id) } },
    said: m.series_saved(),
  });

const columnInput = ({ competition_id, result_id, discipline }: SeasonColumn) =>
  competition_id === null ? { result_id: result_id ?? 0 } : { competition_id, discipline };
