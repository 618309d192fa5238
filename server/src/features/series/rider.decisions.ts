import {
  type Decision,
  entriesByLicence,
  entryId,
  findPerson,
  groupRiders,
  haveOneColumn,
  joinEntries,
  joinedBy,
  type Key,
  type Person,
  pairsOf,
  proposeSame,
  splitEntry,
} from '@dossard/contract/series/same.rider.rules.ts';
import type { EntryKey, RiderDecision, SeriesEntry, SeriesRiders } from '@dossard/contract/series/series.schema.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { findNames } from '../../access/account.store.ts';
import { recordChange } from '../../audit/audit.log.ts';
import type { Write } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { usableIds } from '../identity/counted.competitions.ts';
import { addDecisions, listDecisions, raiseSeries, removeDecisions } from '../identity/decision.store.ts';
import { listColumns, listSeasonEntries } from '../identity/season.columns.ts';
import { lockSeries } from './series.actions.ts';
import { columnKey } from './series.store.ts';

/**
 * Gets the riders of a series from their entries and the decisions about them. As in the standings, entries of hidden
 * competitions still join their riders; `columns` contains those that are neither deleted nor suspended (X2).
 */
export async function getSeriesRiders(db: Database, seriesId: number) {
  const all = await listColumns(db, seriesId);
  const usable = await usableIds(
    db,
    all.flatMap(({ counted }) => counted ?? []),
  );
  const columns = all.filter(
    ({ id, counted }) => !counted || (counted.competition.deleted_at === null && usable.has(id)),
  );
  const entries = await listSeasonEntries(db, seriesId, all);
  const decisions = await listDecisions(db, seriesId);
  return { columns, all, decisions, entries, persons: groupRiders(entries, decisions) };
}
type SeriesFacts = Awaited<ReturnType<typeof getSeriesRiders>>;

const actions = { same: 'join', different: 'dismiss', alone: 'split', guest: 'guest' } as const;

/** Returns the function that formats the entries of a rider in the shown columns. */
function describeWith({ columns, entries, decisions }: SeriesFacts) {
  const byLicence = entriesByLicence(entries, decisions);
  const byId = new Map(columns.map((column) => [column.id, column]));
  return (person: Person): SeriesEntry[] => {
    const listed = person.entries.filter(({ column_id }) => byId.has(column_id));
    return listed.flatMap((entry) => {
      const column = byId.get(entry.column_id);
      if (!column) return [];
      return [
        {
          ...columnKey(column),
          dossard: column.counted ? entry.number : null,
          row: column.counted ? null : entry.number,
          competition_name: column.name,
          ...pick(entry, 'category', 'gender', 'first_name', 'last_name', 'club'),
          joined_by: joinedBy(entry, { ...person, entries: listed }, byLicence),
        },
      ];
    });
  };
}

/** Lists riders who may be one (T9). */
function propose(facts: SeriesFacts) {
  const describe = describeWith(facts);
  return proposeSame(facts.persons, facts.decisions)
    .map(({ persons, ambiguous }) => ({
      entries: persons.flatMap((person) => describe(person).slice(0, 1)),
      ambiguous,
    }))
    .filter(({ entries }) => entries.length > 1);
}

/** Lists riders of a series who may be one (T9). */
export const listProposals = async (db: Database, id: number) => propose(await getSeriesRiders(db, id));

/** Lists which entries are one rider and why, which may be, and who decided (T9). */
export async function listRiders(db: Database, id: number): Promise<SeriesRiders> {
  const facts = await getSeriesRiders(db, id);
  const { decisions, persons, all } = facts;
  const describe = describeWith(facts);
  const deciders = await findNames(
    db,
    decisions.flatMap(({ decided_by }) => decided_by ?? []),
  );
  const outside = new Set(all.flatMap((column) => (column.counted ? [] : [column.id])));
  const keyOf = ({ column_id, number }: Key): EntryKey =>
    outside.has(column_id) ? { result_id: column_id, row: number } : { competition_id: column_id, dossard: number };
  return {
    riders: persons
      .map((person) => ({ guest: person.guest, entries: describe(person) }))
      .filter(({ entries, guest }) => entries.length > 1 || (guest && entries.length > 0)),
    proposals: propose(facts),
    decided: decisions.map(({ kind, a, b, decided_by, decided_at }) => ({
      action: actions[kind],
      entries: entryId(a) === entryId(b) ? [keyOf(a)] : [keyOf(a), keyOf(b)],
      by: (decided_by !== null && deciders.get(decided_by)) || null,
      at: decided_at,
    })),
  };
}

const entryKey = (key: EntryKey): Key =>
  'result_id' in key
    ? { column_id: key.result_id, number: key.row }
    : { column_id: key.competition_id, number: key.dossard };

/** Stores a person's decision about riders. Throws `participant_not_found` for an entry that is not in the series. */
export async function decideRiders(
  write: Write,
  seriesId: number,
  { action, entries }: RiderDecision,
): Promise<SeriesRiders> {
  await lockSeries(write.tx, seriesId);
  const { columns, persons, decisions } = await getSeriesRiders(write.tx, seriesId);
  const listed = new Set(columns.map(({ id }) => id));
  const find = (key: Key) => {
    const person = findPerson(persons, key);
    const entry = person?.entries.find((one) => entryId(one) === entryId(key));
    if (!person || !entry || !listed.has(entry.column_id)) throw new Refusal('participant_not_found');
    return { person, entry };
  };
  const [first, ...others] = entries.map(entryKey).map(find);
  if (!first) throw new Refusal('participant_not_found');
  const { person, entry } = first;
  const change = { added: [] as Decision[], removed: [] as Decision[] };
  if (action === 'join' || action === 'dismiss') {
    if (others.length === 0)
      throw new Refusal('invalid_request', {
        problems: [{ path: 'entries', code: 'too_few', values: { minimum: 2 } }],
      });
    const pairs = pairsOf([first, ...others]).filter(([one, other]) => one.person !== other.person);
    if (action === 'join' && pairs.some(([one, other]) => haveOneColumn(one.person, other.person)))
      throw new Refusal('invalid_request', { problems: [{ path: 'entries', code: 'same_competition' }] });
    if (action === 'join') Object.assign(change, joinEntries(entries.map(entryKey), persons, decisions));
    if (action === 'dismiss')
      change.added.push(
        ...pairs.map(([one, other]): Decision => ({ kind: 'different', a: one.entry, b: other.entry })),
      );
  }
  if (action === 'split') Object.assign(change, splitEntry(entry, persons, decisions));
  if (action === 'guest' && !person.guest) change.added.push({ kind: 'guest', a: entry, b: entry });
  if (action === 'no_guest') {
    const ids = new Set(person.entries.map(entryId));
    change.removed.push(...decisions.filter((one) => one.kind === 'guest' && ids.has(entryId(one.a))));
  }
  await removeDecisions(write.tx, seriesId, change.removed);
  await addDecisions(write, seriesId, change.added);
  await raiseSeries(write.tx, [seriesId]);
  const after = { action, entries };
  await recordChange(write, { action: 'update', subject: 'series_rider', key: seriesId, after });
  return listRiders(write.tx, seriesId);
}
