import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import { isSamePerson } from '@dossard/contract/participants/same.person.rules.ts';
import type { SeasonEntry } from '@dossard/contract/series/same.rider.rules.ts';
import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { type Facts, sidesOf } from '../../logged/logged.entry.ts';
import { isNameless } from '../../logged/logged.kinds.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { groupResults, type ListedName, officialLists } from '../../tables/result.tables.ts';
import { isLatest } from '../declarations/declared.results.ts';
import { findHeldBibs, type HeldBib, rowsAbout } from '../history/held.bibs.ts';
import { selectLog } from '../history/log.store.ts';

/* Which riders the bibs of official lists are now: since then a bib may have got another rider (T10, J10). */

/** An entry with the group in which it counts. */
export interface ListedEntry extends SeasonEntry {
  /**
   * The bibs of the rider on the official list of the group, several after a merge, none if the list is without them;
   * undefined without a list.
   */
  listed_as?: readonly number[];
}

type RiderChange = Pick<
  typeof auditLog.$inferSelect,
  'id' | 'at' | 'link' | 'action' | 'subject' | 'subject_key' | 'before' | 'after'
>;

interface CurrentList extends Group {
  names: ListedName[];
  published_at: string;
  /** The last link of the chain before it; null if this installation did not publish it. */
  link: number | null;
}

/** Reads the latest list of each group that is official now, the latest one last. */
function listCurrent(db: Database, competitionId: number): Promise<CurrentList[]> {
  const { names, published_at, body, zone_ids } = officialLists;
  // Extracted in the database, because the lists contain every run too.
  const link = sql<number | null>`case when ${zone_ids} is null then (${body}::jsonb #>> '{chain,length}')::int end`;
  return db
    .select({ category: groupResults.category, gender: groupResults.gender, names, published_at, link })
    .from(groupResults)
    .innerJoin(officialLists, isLatest)
    .where(and(eq(groupResults.competition_id, competitionId), eq(groupResults.state, 'official')))
    .orderBy(asc(published_at));
}

/** Whether an entry of the log was written after a list. */
const isAfter = ({ link, at }: RiderChange, list: CurrentList): boolean =>
  list.link === null || link === null ? at > list.published_at : link > list.link;

/** Reads what was changed of riders since the earliest of these lists. */
async function listChanges(db: Database, competitionId: number, lists: readonly CurrentList[]): Promise<RiderChange[]> {
  if (lists.length === 0) return [];
  const links = lists.map((list) => list.link ?? 0);
  const isSince = or(isNull(auditLog.link), gt(auditLog.link, Math.min(...links)));
  const isOfRider = eq(auditLog.subject, 'participant');
  const changes = await selectLog(db, competitionId, isOfRider, isSince).orderBy(asc(auditLog.id));
  return changes.filter((change) => lists.some((list) => isAfter(change, list)));
}

/**
 * Returns the function that gives an entry the group in which it counts: that of the latest official list with the rider,
 * which may differ from the present one.
 */
export async function readListed(db: Database, competitionId: number): Promise<(entry: SeasonEntry) => ListedEntry> {
  const lists = await listCurrent(db, competitionId);
  const changes = await listChanges(db, competitionId, lists);
  const finders = lists.map((list) => ({
    list,
    find: finderIn(
      list,
      changes.filter((one) => isAfter(one, list)),
    ),
  }));
  return (entry) => {
    for (const { list, find } of finders.toReversed()) {
      const listed_as = find(entry);
      if (listed_as.length > 0) return { ...entry, category: list.category, gender: list.gender, listed_as };
    }
    const isOfficial = lists.some((list) => groupKey(list) === groupKey(entry));
    return isOfficial ? { ...entry, listed_as: [] } : entry;
  };
}

/** Returns the function that finds the bibs of a rider on a list, by what was changed of riders since. */
function finderIn({ names }: CurrentList, changes: readonly RiderChange[]): (rider: SeasonEntry) => number[] {
  const listed = new Map(names.map((one) => [one.dossard, one]));
  const rows = Map.groupBy(changes.flatMap(sidesOf).filter(isPerson), ({ dossard_number }) => Number(dossard_number));
  const moves = changes.filter(
    (change) => change.subject_key.includes('/') || sidesOf(change).some(({ moved_from }) => moved_from),
  );
  const moved = new Set(moves.flatMap(sidesOf).map(({ dossard_number }) => dossard_number));
  return (rider) => {
    const held = moved.has(rider.number)
      ? findHeldBibs(moves, rider.number).person.map((bib) => holderOf(bib, rowsIn(changes, bib), rider))
      : [holderOf({ dossard: rider.number, ...always }, rows.get(rider.number) ?? [], rider)];
    if (!held.every(({ first, last }) => isSamePerson(first, last))) return [];
    return held.flatMap(({ dossard, isFirst, first, last }) => {
      const found = listed.get(dossard);
      return found && isFirst && isListed(found, first, last) ? [dossard] : [];
    });
  };
}

type Person = Pick<SeasonEntry, 'first_name' | 'last_name' | 'licence'>;

const always = { since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

/** Lists the rows of the log about a bib while a rider is said to have had it. */
const rowsIn = (changes: readonly RiderChange[], bib: HeldBib): Person[] =>
  changes.flatMap((change) => Object.values(rowsAbout(change, [bib])).flat()).filter(isPerson);

/** Returns who had a bib at the beginning and at the end of that time. */
function holderOf({ dossard, since, until }: HeldBib, rows: readonly Person[], rider: Person) {
  const last = until === always.until ? rider : (rows.at(-1) ?? rider);
  return { dossard, isFirst: since === always.since, first: rows[0] ?? last, last };
}

const isPerson = (row: Facts): row is Facts & Person => row.first_name !== undefined;

/** Whether a list names a rider, by the licence that they had then; an erased rider has no name there. */
const isListed = ({ name }: ListedName, { licence }: Person, rider: Person): boolean =>
  name === null ? isNameless(rider) : isSamePerson({ ...name, licence }, rider);
