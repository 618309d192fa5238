import { categoryKey } from '@dossard/contract/categories/category.schema.ts';
import { compareGroups, type Group, groupKey } from '@dossard/contract/categories/group.ts';
import { licenceKey } from '@dossard/contract/participants/licence.key.ts';
import { entryId, groupRiders, type Person, type SeasonEntry } from '@dossard/contract/series/same.rider.rules.ts';
import { disciplineKey, type SeriesRule } from '@dossard/contract/series/series.schema.ts';
import {
  type RankedStart,
  rankSeasonGroup,
  ruleOfGroup,
  type SeasonLine,
  type SeasonRider,
} from '@dossard/contract/series/standings.rules.ts';
import { isNameless } from '../../logged/logged.kinds.ts';
import type { StoredDecision } from '../identity/decision.store.ts';
import { entryOfRow, type OutsideRow } from '../identity/outside.rows.ts';
import type { Column } from '../identity/season.columns.ts';
import type { Audience } from '../rankings/ranking.answers.ts';
import type { ListedEntry } from './listed.riders.ts';
import type { SeasonSources } from './season.sources.ts';

/** A rider of the season with the entries that the audience may see. */
export interface SeasonPerson extends Person {
  /** Whether the rider was erased in any competition, hidden ones included (T11). */
  erased: boolean;
}

/** A rider of a group with their entries there. */
export interface GroupRider extends SeasonRider {
  person: SeasonPerson;
  /** The rider's entries in this group, by the position of the column. */
  entries: Map<number, SeasonEntry>;
}

/** The riders and groups of a season. */
export interface SeasonGroups {
  groups: Group[];
  /** The other groups in which a rider has a line in the standings. */
  groupsOf: ReadonlyMap<SeasonPerson, readonly Group[]>;
  /** Computes the lines of one of `groups`, over all columns or those of a discipline (T15). */
  lines(group: Group, discipline?: string): Promise<SeasonLine<GroupRider>[]>;
}

interface Facts {
  rule: SeriesRule;
  /** The columns that the audience may see. */
  columns: readonly Column[];
  /** The entries of all columns, including those hidden from the audience. */
  entries: ListedEntry[];
  /** The rows of results from elsewhere. */
  outside: readonly OutsideRow[];
  decisions: StoredDecision[];
  /** As whom the season reads a competition. */
  audienceOf: (competitionId: number) => Audience;
  now: Date;
}

/** Groups the entries of a season into riders, and these into groups whose lines are computed on demand. */
export function groupSeason(
  { rule, columns: all, entries, outside, decisions, audienceOf, now }: Facts,
  sources: SeasonSources,
): SeasonGroups {
  const visible = new Set(all.map(({ id }) => id));
  const shown = entries.filter(({ column_id }) => visible.has(column_id));
  const persons = personsIn(entries, { decisions, visible, rule });
  const personOf = new Map(persons.flatMap((person) => person.entries.map((one) => [entryId(one), person] as const)));
  const groupOf = groupsBy(rule);
  const groups = sortGroups(new Set(shown.map(groupOf)));
  const groupsOf = new Map(persons.map((person) => [person, sortGroups(new Set(person.entries.map(groupOf)))]));

  const outsidePlaces = new Map(outside.map((row) => [entryId(entryOfRow(row)), placeOfRow(row)]));

  async function readPlaces({ counted }: Column, entries: readonly ListedEntry[]) {
    if (counted) return sources.readPlaces(counted.competition, entries, audienceOf(counted.competition.id), now);
    return (entry: ListedEntry) => outsidePlaces.get(entryId(entry));
  }

  async function lines(group: Group, discipline?: string): Promise<SeasonLine<GroupRider>[]> {
    const columns = columnsOf(all, discipline);
    const ofGroup = shown.filter((entry) => groupOf(entry) === group);
    const read = await Promise.all(
      columns.map(async (column, position) => {
        const entries = ofGroup.filter(({ column_id }) => column_id === column.id);
        return { position, entries, placeOf: await readPlaces(column, entries) };
      }),
    );
    const riders = new Map<SeasonPerson, GroupRider & { places: Map<number, RankedStart> }>();
    for (const { position, entries, placeOf } of read) {
      for (const entry of entries) {
        const person = personOf.get(entryId(entry));
        const place = placeOf(entry);
        if (!person || !place) continue;
        const { id: key, guest } = person;
        const rider = riders.get(person) ?? {
          key,
          guest,
          person,
          entries: new Map(),
          places: new Map<number, RankedStart>(),
        };
        riders.set(person, rider);
        rider.places.set(position, place);
        rider.entries.set(position, entry);
      }
    }
    const ofDiscipline = discipline === undefined ? rule : { ...rule, minimum_disciplines: null, minimum_starts: null };
    return rankSeasonGroup([...riders.values()], columns, ruleOfGroup(ofDiscipline, group));
  }

  return { groups, groupsOf, lines };
}

const placeOfRow = ({ rank, status }: OutsideRow): RankedStart => ({ rank, status, rode: status !== 'dns' });

/** Returns the columns of a discipline, or all. */
export const columnsOf = (columns: readonly Column[], discipline: string | undefined): readonly Column[] =>
  discipline === undefined
    ? columns
    : columns.filter((column) => disciplineKey(column.discipline) === disciplineKey(discipline));

/**
 * Names the columns of a discipline, or all, however the discipline is spelled; all count by another rule than those of
 * the only one (T16).
 */
export const columnsKey = (columns: readonly Column[], discipline: string | undefined): string =>
  `${discipline === undefined ? 'all' : 'of'} ${columnsOf(columns, discipline).map(({ id }) => id)}`;

/**
 * Groups the entries of all columns into riders before hiding some: a hidden competition neither splits a rider nor
 * reveals an erased name (T9, T11). An erased rider's licence is unknown, and was there (T5).
 */
function personsIn(
  entries: readonly SeasonEntry[],
  { decisions, visible, rule }: Pick<Facts, 'decisions' | 'rule'> & { visible: ReadonlySet<number> },
): SeasonPerson[] {
  return groupRiders(entries, decisions).flatMap((person) => {
    const shown = person.entries.filter(({ column_id }) => visible.has(column_id));
    if (shown.length === 0) return [];
    const erased = person.entries.some(isNameless);
    const isLicensed = erased || person.entries.some(({ licence }) => licenceKey(licence) !== undefined);
    return [{ ...person, entries: shown, erased, guest: person.guest || (rule.licensed_only && !isLicensed) }];
  });
}

/**
 * Returns a function that finds the group in which an entry counts (T7), with one object per group, however it is
 * spelled.
 */
function groupsBy({ renamed }: SeriesRule): (entry: Group) => Group {
  const aliases = new Map(renamed.map(({ category, counts_as }) => [categoryKey(category), counts_as]));
  const bySpelling = new Map<string, Group>();
  const byKey = new Map<string, Group>();
  return ({ category, gender }) => {
    // Thousands of entries have few spellings, and comparing spellings is slow, so results are cached.
    const spelling = `${gender} ${category}`;
    const known = bySpelling.get(spelling);
    if (known) return known;
    const counted = { category: aliases.get(categoryKey(category)) ?? category, gender };
    const group = byKey.get(groupKey(counted)) ?? counted;
    byKey.set(groupKey(counted), group);
    bySpelling.set(spelling, group);
    return group;
  };
}

/** Sorts groups in the usual order. */
const sortGroups = (groups: ReadonlySet<Group>): Group[] => [...groups].sort(compareGroups);
