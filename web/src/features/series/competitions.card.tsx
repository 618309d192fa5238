import { mayInCompetition } from '@dossard/contract/access/permissions.ts';
import { updateSeriesCompetitions } from '@dossard/contract/series/series.endpoints.ts';
import type { Series, SeriesCompetition } from '@dossard/contract/series/series.schema.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { VisibilityLabel } from '../../desk/visibility.label.tsx';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { myCompetitions } from '../../queries/competition.queries.ts';
import { perform } from '../../queries/perform.ts';
import { formatDay } from '../../text/formats.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { SelectField } from '../../ui/fields/text.field.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { IconButton } from '../../ui/parts/icons.tsx';
import { OrderedList } from '../../ui/parts/ordered.list.tsx';

/** The competitions of a series in the order of the season; each change is saved immediately. */
export function CompetitionsCard({ series }: { series: Series }) {
  const { data: reader } = useQuery(profile());
  const { data: mine } = useQuery(myCompetitions());
  const saving = useMutation({
    mutationFn: (competitions: readonly { id: number }[]) =>
      perform(
        updateSeriesCompetitions,
        {
          params: { seriesId: series.id },
          body: { competition_ids: idsOf(competitions), seen: { competition_ids: idsOf(series.competitions) } },
        },
        { said: m.series_saved() },
      ),
  });
  const others = (mine?.competitions ?? []).filter(
    ({ id, role }) =>
      series.competitions.every((one) => one.id !== id) && mayInCompetition(reader ?? null, role, 'manage_competition'),
  );
  const hidden = series.is_public ? series.competitions.filter(({ is_public }) => !is_public) : [];
  return (
    <Card title={m.series_competitions()} why={m.series_competitions_why()}>
      {series.competitions.length === 0 && <p>{m.series_competitions_none()}</p>}
      <OrderedList
        items={series.competitions}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        disabled={saving.isPending}
        onOrder={(order) => saving.mutate(order)}
      >
        {(competition) => (
          <Listed
            competition={competition}
            disabled={saving.isPending}
            onRemove={() => saving.mutate(series.competitions.filter(({ id }) => id !== competition.id))}
          />
        )}
      </OrderedList>
      {hidden.length > 0 && <Alert kind="warning" title={m.series_hidden({ names: hidden.map(nameOf).join(', ') })} />}
      <SelectField
        name="added"
        label={m.series_add_competition()}
        hint={m.series_add_competition_hint()}
        value=""
        disabled={saving.isPending || others.length === 0}
        onChange={({ target }) => {
          const added = others.find(({ id }) => id === Number(target.value));
          if (added) saving.mutate([...series.competitions, added]);
        }}
        empty={others.length === 0 ? m.series_no_other() : m.series_choose()}
        options={others.map(({ id, name, date }) => [id, `${name} · ${formatDay(date)}`])}
      />
      {saving.error && <FailureAlert error={saving.error} />}
    </Card>
  );
}

/** A suspended private competition has no name here (X2). */
const nameOf = ({ name }: Pick<SeriesCompetition, 'name'>) => name || m.relation_private();

const idsOf = (competitions: readonly { id: number }[]) => competitions.map(({ id }) => id);

interface ListedProps {
  competition: Series['competitions'][number];
  disabled: boolean;
  onRemove: () => void;
}

function Listed({ competition, disabled, onRemove }: ListedProps) {
  const { date, location, is_public, suspended } = competition;
  const name = nameOf(competition);
  return (
    <span className="row apart grow">
      <span>
        <span className="name">{name}</span>
        <span className="soft">{[formatDay(date), location].filter(Boolean).join(' · ')}</span>
        {suspended && <span className="soft">{m.series_suspended()}</span>}
      </span>
      <VisibilityLabel isPublic={is_public} />
      <IconButton
        icon="bin"
        label={m.series_remove_competition({ name })}
        aria-disabled={disabled}
        onClick={() => !disabled && onRemove()}
      />
    </span>
  );
}
