import type { HistoryValues } from '@dossard/contract/history/history.schema.ts';
import { say } from '@dossard/contract/language/language.ts';
import { getLocale } from '@dossard/contract/language/locale.ts';
import { m as words } from '@dossard/contract/paraglide/messages.js';
import type { Row } from '@dossard/contract/places/exchange.schema.ts';
import {
  createPlaceCode,
  decideConflict,
  endPlace,
  getPlace,
  givePlace,
  moveHome,
} from '@dossard/contract/places/place.endpoints.ts';
import type { Comparison, Place, PlaceConflict } from '@dossard/contract/places/place.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { formatField } from '../../changes/change.words.ts';
import { competitionPage, type PageOf } from '../../desk/competition.desk.tsx';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { PageLink } from '../../desk/page.link.tsx';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { read } from '../../queries/read.ts';
import { fullName } from '../../riders/rider.words.tsx';
import { formatAgo, formatMoment } from '../../text/formats.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { GuideLink } from '../../ui/failure/guide.link.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { Table } from '../../ui/parts/table.tsx';
import { CodeCard } from './code.card.tsx';
import { JoinCard } from './join.card.tsx';

/** How often the state of the other installation is polled, in milliseconds. */
const placeMs = 3_000;

/**
 * A competition shared with another installation: which one is home, what is still to be sent, and what needs a
 * decision (Y1–Y8).
 */
const PlacesPage: PageOf = competitionPage({ page: 'places', waiting: 12 }, () => (
  <div className="stack">
    <p className="soft">
      {m.two_places_why()} <GuideLink section="two-places" />
    </p>
    <PlaceState />
  </div>
));
export default PlacesPage;

function PlaceState() {
  const { id } = usePageCompetition();
  const known = useQuery(read(getPlace, { params: { id } }, { refetchInterval: placeMs }));
  return (
    <Reading of={known} waiting={12} showsAge>
      {({ place }) => (
        <>
          {place && <Shared place={place} now={known.dataUpdatedAt} />}
          {(place === null || place.ended !== null) && <Alone />}
        </>
      )}
    </Reading>
  );
}

/** The two ways to share a competition that exists only in this installation. */
function Alone() {
  const params = { id: usePageCompetition().id };
  return (
    <div className="tiles">
      <JoinCard
        title={m.place_give()}
        why={m.place_give_why()}
        action={m.place_give_action()}
        send={(body) => perform(givePlace, { params, body })}
      />
      <CodeCard
        title={m.place_show_code()}
        why={m.place_show_code_why()}
        ask={() => callApi(createPlaceCode, { params })}
      />
    </div>
  );
}

function Shared({ place, now }: { place: Place; now: number }) {
  const { ended, other_name: name, is_home: isHome, comparison } = place;
  if (ended !== null)
    return <Alert kind="note" title={(ended === 'here' ? m.place_ended_here : m.place_ended_there)({ name })} />;
  const ahead = formatClockWarning(place);
  const trouble = formatTrouble(place);
  return (
    <>
      <Card
        title={isHome ? m.home_is_here() : m.home_is_there({ name })}
        why={isHome ? m.home_is_here_why({ name }) : m.home_is_there_why({ name })}
      >
        <p className="name" role="status">
          {formatSyncState(place, now)}
        </p>
        {place.suspended && (
          <Alert kind="problem" title={m.place_suspended_here()}>
            <PageLink page="relations" label={m.relations()} />
          </Alert>
        )}
        {trouble && <Alert kind="problem" title={trouble} />}
        {ahead && <Alert kind="warning" title={ahead} />}
        {comparison && comparison.differs.length > 0 && (
          <Alert kind="problem" title={m.place_differs()}>
            <ul>
              {comparison.differs.map((part) => (
                <li key={`${part.table} ${part.hour}`}>{formatDifference(part)}</li>
              ))}
            </ul>
          </Alert>
        )}
        <div className="desk-actions">
          <MoveHome place={place} />
          <EndPlace place={place} />
        </div>
      </Card>
      {place.conflicts.length > 0 && <Conflicts name={name} conflicts={place.conflicts} />}
    </>
  );
}

/**
 * Moves home to the other installation, or takes it here. Taking needs a stronger confirmation: nobody there is asked.
 */
function MoveHome({ place: { is_home: isHome, can_give: canGive, other_name: name } }: { place: Place }) {
  const { id } = usePageCompetition();
  const to = isHome ? 'there' : 'here';
  const isHindered = isHome && !canGive;
  return (
    <ConfirmButton
      title={isHome ? m.home_give_sure({ name }) : m.home_take_sure()}
      action={isHome ? m.home_give() : m.home_take()}
      hindered={isHindered}
      {...(!isHome && {
        understood: { label: m.home_take_understood(), missing: m.home_take_missing() },
        danger: true,
      })}
      act={() =>
        perform(moveHome, {
          params: { id },
          body: { to },
          said: isHome ? m.home_given({ name }) : m.home_taken(),
        })
      }
    >
      {isHindered ? (
        <p>{m.home_give_later({ name })}</p>
      ) : (
        <p>{isHome ? m.home_give_why({ name }) : m.home_take_why({ name })}</p>
      )}
    </ConfirmButton>
  );
}

/** Ends the sharing, after confirming that each installation continues alone. */
function EndPlace({ place: { other_name: name } }: { place: Place }) {
  const { id } = usePageCompetition();
  return (
    <ConfirmButton
      look="quiet"
      title={m.place_end_sure({ name })}
      action={m.place_end()}
      danger
      understood={{ label: m.place_end_understood(), missing: m.place_end_missing() }}
      act={() => perform(endPlace, { params: { id } })}
      why={m.place_end_why({ name })}
    />
  );
}

/** Clock differences above this are shown, in seconds. */
const clockSec = 60;

/** Formats in one sentence how far both installations are synchronised; `now` in milliseconds. */
function formatSyncState(
  { other_name: name, last_contact, to_send, to_receive, comparison }: Place,
  now: number,
): string {
  if (last_contact === null) return m.place_never_heard({ name });
  const ago = formatAgo(Math.max(0, (now - Date.parse(last_contact)) / 1000));
  if (to_send > 0 || to_receive > 0) return m.place_behind({ name, ago, send: to_send, receive: to_receive });
  if (!comparison || comparison.differs.length > 0) return m.place_even({ name, ago });
  return m.place_equal({ name, ago, runs: comparison.runs });
}

/** Formats a warning that the clocks differ so much that times mislead; undefined if they do not. */
function formatClockWarning({ other_name: name, clock_ahead_sec }: Place): string | undefined {
  if (clock_ahead_sec === null || Math.abs(clock_ahead_sec) <= clockSec) return undefined;
  const minutes = Math.round(Math.abs(clock_ahead_sec) / 60);
  return (clock_ahead_sec > 0 ? m.place_clock_ahead : m.place_clock_behind)({ name, minutes });
}

/** Formats the reason why nothing is exchanged; undefined if there is none. */
function formatTrouble({ other_name: name, trouble }: Place): string | undefined {
  if (trouble === null) return undefined;
  const words = { version: m.place_trouble_version, rows: m.place_trouble_rows, suspended: m.place_trouble_suspended };
  return words[trouble]({ name });
}

const tables: Record<string, () => string> = {
  runs: m.runs,
  participants: m.participants,
  zones: m.zones,
  graduations: m.graduations,
  settings: m.settings,
  results: m.results,
  lists: m.results,
  ties: m.place_ties,
  unresolved_runs: m.unresolved_runs,
};

/** Formats what differs between the installations. */
function formatDifference({ table, hour }: Comparison['differs'][number]): string {
  const what = tables[table]?.() ?? table;
  return hour === null ? what : m.place_differs_hour({ what, hour: formatMoment(hour) });
}

interface ConflictsProps {
  /** The other installation. */
  name: string;
  conflicts: readonly PlaceConflict[];
}

/** Changes that the other installation made after home had moved here, to accept or ignore. */
function Conflicts({ name, conflicts }: ConflictsProps) {
  return (
    <Card title={m.conflicts_title({ count: conflicts.length })} why={m.conflicts_why({ name })}>
      <ul className="lines">
        {conflicts.map((conflict) => (
          <Conflict key={conflict.id} name={name} conflict={conflict} />
        ))}
      </ul>
    </Card>
  );
}

function Conflict({ name, conflict }: { name: string; conflict: PlaceConflict }) {
  const { id } = usePageCompetition();
  const decide = (take: 'ours' | 'theirs') =>
    perform(decideConflict, { params: { id, conflict: conflict.id }, body: { take } });
  const [theirs, ours] = [conflict.theirs as Row, conflict.ours as Row | null];
  return (
    <li className="stack-close">
      <h3>{nameRow(theirs)}</h3>
      <p className="soft">{m.conflict_made({ time: formatMoment(conflict.made_at) })}</p>
      <Table
        headings={{ field: m.detail(), here: m.conflict_here(), there: name }}
        named="field"
        rows={listDifferences(ours, theirs)}
        keyOf={({ field }) => field}
        cells={(difference) => difference}
      />
      <div className="desk-actions">
        <ActionButton action={m.conflict_keep()} act={() => decide('ours')} />
        <ActionButton action={m.conflict_take()} act={() => decide('theirs')} />
      </div>
    </li>
  );
}

/** Formats the name of a row that was changed in two installations. */
function nameRow(row: Row): string {
  switch (row.kind) {
    case 'settings':
      return m.settings();
    case 'zone':
      return m.conflict_zone({ name: row.name });
    case 'participant':
      return m.conflict_rider({ dossard: row.dossard, name: fullName(row) });
    case 'run':
    case 'unresolved_run':
      return m.conflict_run({ dossard: row.dossard });
    case 'result':
    case 'list':
      return m.conflict_result({ group: `${row.category} ${row.gender}` });
    case 'tie':
      return m.conflict_tie({ group: `${row.category} ${row.gender}` });
    case 'conflict':
      return row.id;
  }
}

/** Fields that are not compared. */
const notCompared = new Set(['kind', 'version', 'zone', 'deleted', 'theirs']);

/** Lists the differences between a row here and the same row there; a missing row differs in its presence. */
function listDifferences(ours: Row | null, theirs: Row) {
  const [here, there] = [flatten(ours), flatten(theirs)];
  const presence = { field: m.conflict_presence(), here: formatPresence(ours), there: formatPresence(theirs) };
  const names = Object.keys(there).filter(
    (name) => !notCompared.has(name) && formatValue(name, here[name]) !== formatValue(name, there[name]),
  );
  const fields = names.map((name) => ({
    field: labelOf(name),
    here: formatValue(name, here[name]),
    there: formatValue(name, there[name]),
  }));
  return presence.here === presence.there ? fields : [presence, ...(ours ? fields : [])];
}

const formatPresence = (row: Row | null): string =>
  row === null || ('deleted' in row && row.deleted) ? m.conflict_absent() : m.conflict_present();

/** Returns the fields of a row; those of settings are nested one level deeper. */
const flatten = (row: Row | null): Record<string, unknown> =>
  row?.kind === 'settings' ? row.fields : { ...(row as Record<string, unknown> | null) };

/** Formats a field as a heading: its word without the article, capitalised. */
function labelOf(name: string): string {
  const word = say(words.field_name, { field: name }, getLocale()).replace(/^(le |la |les |l’)/, '');
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const formatValue = (name: string, value: unknown): string =>
  typeof value === 'object' && value !== null
    ? JSON.stringify(value)
    : formatField(name, (value ?? null) as HistoryValues[string]);
