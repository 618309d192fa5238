import {
  type Decision,
  entriesByLicence,
  entryId,
  groupRiders,
  joinEntries,
  joinedBy,
  type Person,
  proposeSame,
  splitEntry,
} from '@dossard/contract/series/same.rider.rules.ts';
import type { EntryKey, RiderDecision, SeriesEntry, SeriesRiders } from '@dossard/contract/series/series.schema.ts';
import { inArray } from 'drizzle-orm';
import { recordChange } from '../../audit/audit.log.ts';
import type { Write } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { users } from '../../tables/account.tables.ts';
import { listCounted, usableIds } from '../identity/counted.competitions.ts';
import { addDecisions, listDecisions, listEntries, raiseSeries, removeDecisions } from '../identity/decision.store.ts';
import { lockSeries } from './series.actions.ts';

/**
 * Gets the riders of a series from their entries and the decisions about them. As in the standings, entries of hidden
 * competitions still join their riders; `competitions` contains those that are neither deleted nor suspended (X2).
 */
async function getSeriesRiders(db: Database, seriesId: number) {
  const counted = await listCounted(db, seriesId);
  const usable = await usableIds(db, counted);
  const all = counted.map(({ competition }) => competition);
  const competitions = all.filter(({ id, deleted_at }) => deleted_at === null && usable.has(id));
  const entries = (await Promise.all(all.map(({ id }) => listEntries(db, id)))).flat();
  const decisions = await listDecisions(db, seriesId);
  return { competitions, decisions, entries, persons: groupRiders(entries, decisions) };
}

const actions = { same: 'join', different: 'dismiss', alone: 'split', guest: 'guest' } as const;

/** Lists which entries are one rider and why, which may be, and who decided (T9). */
export async function listRiders(db: Database, id: number): Promise<SeriesRiders> {
  const { competitions, decisions, entries, persons } = await getSeriesRiders(db, id);
  const byLicence = entriesByLicence(entries, decisions);
  const names = new Map(competitions.map(({ id: one, name }) => [one, name]));
  const describe = (person: Person) => {
    const listed = person.entries.filter(({ competition_id }) => names.has(competition_id));
    return listed.map(
      (entry): SeriesEntry => ({
        competition_id: entry.competition_id,
        dossard: entry.dossard,
        competition_name: names.get(entry.competition_id) ?? '',
        category: entry.category,
        gender: entry.gender,
        first_name: entry.first_name,
        last_name: entry.last_name,
        club: entry.club,
        joined_by: joinedBy(entry, { ...person, entries: listed }, byLicence),
      }),
    );
  };
  const deciders = await namesOfUsers(
    db,
    decisions.flatMap(({ decided_by }) => decided_by ?? []),
  );
  return {
    riders: persons
      .map((person) => ({ guest: person.guest, entries: describe(person) }))
      .filter(({ entries, guest }) => entries.length > 1 || (guest && entries.length > 0)),
    proposals: proposeSame(persons, decisions)
      .map(({ persons: pair, ambiguous }) => ({
        entries: pair.flatMap((person) => describe(person).slice(0, 1)),
        ambiguous,
      }))
      .filter(({ entries }) => entries.length === 2),
    decided: decisions.map(({ kind, a, b, decided_by, decided_at }) => ({
      action: actions[kind],
      entries: entryId(a) === entryId(b) ? [a] : [a, b],
      by: (decided_by !== null && deciders.get(decided_by)) || null,
      at: decided_at,
    })),
  };
}

async function namesOfUsers(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: users.id, first_name: users.first_name, last_name: users.last_name })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]));
  return new Map(found.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`]));
}

/** Stores a person's decision about riders. Throws `participant_not_found` for an entry that is not in the series. */
export async function decideRiders(
  write: Write,
  seriesId: number,
  { action, entries: [a, b] }: RiderDecision,
): Promise<SeriesRiders> {
  await lockSeries(write.tx, seriesId);
  const { competitions, persons, decisions } = await getSeriesRiders(write.tx, seriesId);
  const listed = new Set(competitions.map(({ id }) => id));
  const find = (key: EntryKey | undefined) => {
    const person = key && persons.find(({ entries }) => entries.some((one) => entryId(one) === entryId(key)));
    const entry = person?.entries.find((one) => key && entryId(one) === entryId(key));
    if (!person || !entry || !listed.has(entry.competition_id)) throw new Refusal('participant_not_found');
    return { person, entry };
  };
  const { person, entry } = find(a);
  const own = { competition_id: entry.competition_id, dossard: entry.dossard };
  const change = { added: [] as Decision[], removed: [] as Decision[] };
  if (action === 'join' || action === 'dismiss') {
    if (!b)
      throw new Refusal('invalid_request', {
        problems: [{ path: 'entries', code: 'too_few', values: { minimum: 2 } }],
      });
    const other = find(b);
    const isOne = other.person === person;
    if (action === 'join' && !isOne) Object.assign(change, joinEntries(own, b, persons, decisions));
    if (action === 'dismiss' && !isOne) change.added.push({ kind: 'different', a: own, b });
  }
  if (action === 'split') Object.assign(change, splitEntry(entry, persons, decisions));
  if (action === 'guest' && !person.guest) change.added.push({ kind: 'guest', a: own, b: own });
  if (action === 'no_guest') {
    const ids = new Set(person.entries.map(entryId));
    change.removed.push(...decisions.filter((one) => one.kind === 'guest' && ids.has(entryId(one.a))));
  }
  await removeDecisions(write.tx, seriesId, change.removed);
  await addDecisions(write, seriesId, change.added);
  await raiseSeries(write.tx, [seriesId]);
  const after = { action, entries: b ? [a, b] : [a] };
  await recordChange(
    { ...write, competition_id: 0 },
    { action: 'update', subject: 'series_rider', key: seriesId, after },
  );
  return listRiders(write.tx, seriesId);
}
