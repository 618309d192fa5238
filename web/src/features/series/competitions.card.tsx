import { deleteOutsideResult, listOutsideResults } from '@dossard/contract/series/outside.result.endpoints.ts';
import { columnId, defaultDiscipline, type SeasonColumn, type Series } from '@dossard/contract/series/series.schema.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { competitionOption, useManagedCompetitions } from '../../desk/managed.competitions.ts';
import { VisibilityLabel } from '../../desk/visibility.label.tsx';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { read } from '../../queries/read.ts';
import { formatDay, joinFacts } from '../../text/formats.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { SelectField } from '../../ui/fields/text.field.tsx';
import { ActionMenu } from '../../ui/parts/action.menu.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { IconButton } from '../../ui/parts/icons.tsx';
import { OrderedList } from '../../ui/parts/ordered.list.tsx';
import { DisciplineDialog, OutsideForm, saveColumns } from './outside.forms.tsx';
import { EraseRiderDialog, RanksDialog } from './ranks.dialog.tsx';

/** What is open for one column, or for a new result. */
interface Opened {
  what: 'settings' | 'lists' | 'erase' | 'delete' | 'discipline';
  column?: SeasonColumn;
}

/** The competitions and results from elsewhere of a series in order; each change is saved immediately. */
export function CompetitionsCard({ series }: { series: Series }) {
  const [opened, setOpened] = useState<Opened>();
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
            onOpen={(what) => setOpened({ what, column })}
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
        <Button action={m.outside_add()} look="quiet" onClick={() => setOpened({ what: 'settings' })} />
        <span className="field-hint">{m.outside_add_hint()}</span>
      </div>
      {opened && <OpenedDialog {...{ series, opened }} onClose={() => setOpened(undefined)} />}
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
  onOpen: (what: Opened['what']) => void;
  onRemove: () => void;
}

function Listed({ series, column, hasDisciplines, disabled, onOpen, onRemove }: ListedProps) {
  const competition = series.competitions.find(({ id }) => id === column.competition_id);
  const name = columnName(column);
  const actions = competition
    ? [{ label: m.discipline_change(), act: () => onOpen('discipline') }]
    : [
        { label: m.outside_lists(), act: () => onOpen('lists') },
        { label: m.outside_edit(), act: () => onOpen('settings') },
        { label: m.outside_erase(), act: () => onOpen('erase') },
        { label: m.outside_delete(), act: () => onOpen('delete'), isDanger: true },
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
          <Button action={m.outside_lists()} onClick={() => onOpen('lists')} of={name} />
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

function OpenedDialog({ series, opened, onClose }: { series: Series; opened: Opened; onClose: () => void }) {
  const results = useQuery(read(listOutsideResults, { params: { seriesId: series.id } }));
  const { what, column } = opened;
  if (!column) return <OutsideForm seriesId={series.id} onClose={onClose} />;
  if (what === 'discipline') return <DisciplineDialog {...{ series, column, onClose }} />;
  const result = results.data?.results.find(({ id }) => id === column.result_id);
  if (!result)
    return (
      <Dialog title={column.name} onClose={onClose}>
        <Reading of={results} waiting={6} />
      </Dialog>
    );
  const props = { seriesId: series.id, result, onClose };
  if (what === 'settings') return <OutsideForm {...props} />;
  if (what === 'erase') return <EraseRiderDialog {...props} />;
  if (what === 'lists') return <RanksDialog {...props} />;
  const params = { seriesId: series.id, resultId: result.id };
  return (
    <ConfirmDialog
      title={m.outside_delete_sure({ name: result.name })}
      action={m.outside_delete()}
      danger
      onClose={onClose}
      act={() => perform(deleteOutsideResult, { params, said: m.series_saved() })}
      why={m.outside_delete_why()}
    />
  );
}
