import { setImmediate } from 'node:timers/promises';
import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import type { PublicNames } from '@dossard/contract/competitions/competition.schema.ts';
import { showNames } from '@dossard/contract/competitions/public.names.ts';
import { entryId } from '@dossard/contract/series/same.rider.rules.ts';
import { decidingPosition, lastRidden, rankClubs, type SeasonLine } from '@dossard/contract/series/standings.rules.ts';
import {
  type ClubStandings,
  type SeriesPreview,
  type Standing,
  type Standings,
  type StandingsQuery,
  standingsPageSize,
} from '@dossard/contract/series/standings.schema.ts';
import { explainClub, explainConcealed, explainLine } from '@dossard/contract/series/standings.words.ts';
import { pageOf } from '@dossard/contract/text/pages.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { isNameless } from '../../logged/logged.kinds.ts';
import type { Column } from '../identity/season.columns.ts';
import { columnsOf, type GroupRider, type SeasonPerson } from './season.groups.ts';
import type { Season } from './season.ts';
import { columnKey, listedColumn, listedCompetition } from './series.store.ts';

/** Returns the groups of a season that match a query. */
export const groupsFor = ({ groups }: Season, { category, gender }: StandingsQuery): Group[] =>
  groups.filter(
    (group) =>
      (gender === undefined || group.gender === gender) &&
      (category === undefined || groupKey({ ...group, category }) === groupKey(group)),
  );

/** Builds the standings of the groups that match a query, group by group; all lines, or those of a page. */
export async function writeStandings(season: Season, query: StandingsQuery): Promise<Standings> {
  const groups = groupsFor(season, query);
  const { discipline } = query;
  const read = await Promise.all(groups.map((group) => listShown(season, group, discipline)));
  const lengths = read.map(({ length }) => length);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const { from, to, next } = pageOf(query.page, standingsPageSize, total);
  const standings: Standing[] = [];
  let before = 0;
  for (const [at, group] of groups.entries()) {
    const page = { from: Math.max(from - before, 0), to: Math.max(to - before, 0) };
    standings.push(...(await writeGroup(season, group, { discipline, ...page })));
    before += lengths[at] ?? 0;
    // A thousand riders take long: let others have their turn.
    await setImmediate();
  }
  const columns = columnsOf(season.columns, discipline);
  return { standings, total, next, competitions: competitionsOf(columns), columns: columns.map(listedColumn) };
}

const keyAt = (columns: readonly Column[], position: number) => {
  const column = columns[position];
  if (!column) throw new Error(`There is no column ${position}.`);
  return columnKey(column);
};

/** Formats the competitions among columns. */
export const competitionsOf = (columns: readonly Column[]) =>
  columns.flatMap(({ counted }) => (counted ? [listedCompetition(counted)] : []));

/** Builds the standings of one group of a season, or the lines of it between two positions. */
export async function writeGroup(
  season: Season,
  group: Group,
  { discipline, from = 0, to }: { discipline?: string | undefined; from?: number; to?: number } = {},
): Promise<Standing[]> {
  const shown = await listShown(season, group, discipline);
  const { rule } = season.series;
  const columns = columnsOf(season.columns, discipline);
  const positions = { last: lastRidden(shown.map(({ line }) => line)), deciding: decidingPosition(columns, rule) };
  const groupAt = season.groups.indexOf(group);
  return shown.slice(from, to).map(({ line, above }, at) => {
    const index = from + at;
    const { person, entries } = line.rider;
    const hidden = hidesName(season, person);
    const alsoIn = (season.groupsOf.get(person) ?? []).filter((one) => one !== group);
    const isConcealed = concealsResults(season, person);
    const shownAbove = above && !concealsResults(season, above.rider.person) ? above : undefined;
    return {
      id: hidden ? `line-${groupAt}-${index}` : lineIdOf(line.rider),
      ...group,
      ...pick(line, 'rank', 'total_points', 'bonus_points', 'starts'),
      ...namesOf(season, person),
      club: clubOf(line.rider),
      guest: line.rider.guest,
      decided_by: isConcealed ? null : line.decided_by,
      results: (isConcealed ? [] : line.results).map((result, position) => ({
        ...keyAt(columns, position),
        dossard: hidden || !columns[position]?.counted ? null : (entries.get(position)?.number ?? null),
        ...result,
      })),
      also_in: alsoIn,
      why: isConcealed
        ? explainConcealed()
        : explainLine(line, { above: shownAbove, ...positions, rule, columns, group, alsoIn }),
    };
  });
}

/**
 * Lists the lines that the audience may see, each with the one above it. In the standings of one discipline a concealed
 * total would be that of few results, so the line is left out (T11).
 */
export async function listShown(season: Season, group: Group, discipline: string | undefined) {
  const lines = await season.lines(group, discipline);
  return lines
    .map((line, index) => ({ line, above: lines[index - 1] }))
    .filter(({ line }) => discipline === undefined || !concealsResults(season, line.rider.person));
}

/** Identifies a line by its first entry in the group. */
function lineIdOf({ entries }: GroupRider): string {
  const [first] = [...entries].sort(([a], [b]) => a - b).map(([, entry]) => entry);
  return first ? entryId(first) : '';
}

const strictness: readonly PublicNames[] = ['full', 'initials', 'bib'];

/** Returns the strictest naming among a rider's columns. */
function strictestOf({ names }: Season, { entries }: SeasonPerson): PublicNames {
  const shown = entries.map(({ column_id }) => names.get(column_id));
  return strictness.findLast((one) => shown.includes(one)) ?? 'bib';
}

/**
 * Names a rider as the strictest of their competitions does: otherwise a name hidden by one could be found through the
 * others. A rider erased in one of them has no name at all (T11).
 */
function namesOf(season: Season, person: SeasonPerson) {
  const last = person.entries.at(-1);
  return person.erased || !last ? { first_name: '', last_name: '' } : showNames(last, strictestOf(season, person));
}

/**
 * Whether a rider's name is hidden from the public. Then the bib is hidden too, because it would reveal the name in the
 * ranking of another competition.
 */
const hidesName = (season: Season, person: SeasonPerson): boolean =>
  season.audience === 'public' && (person.erased || strictestOf(season, person) !== 'full');

/**
 * Whether the results of a line are hidden from the public: a competition that names its riders more openly than the
 * line would give the name away by the rank (T11).
 */
function concealsResults(season: Season, person: SeasonPerson): boolean {
  if (!hidesName(season, person)) return false;
  const shown = person.erased ? strictness.length : strictness.indexOf(strictestOf(season, person));
  return person.entries.some(
    (entry) => !isNameless(entry) && strictness.indexOf(season.names.get(entry.column_id) ?? 'full') < shown,
  );
}

/** Returns the club of the rider's last entry in the group; an erased rider has none (T11). */
function clubOf({ entries, person }: GroupRider): string | null {
  if (person.erased) return null;
  return [...entries].sort(([a], [b]) => b - a)[0]?.[1].club ?? null;
}

/** Builds the ranking of clubs over all groups (T8). */
export async function writeClubs(season: Season, discipline?: string): Promise<ClubStandings> {
  const { standings } = await writeStandings(season, { discipline });
  const clubs = rankClubs(standings, season.series.rule.clubs).map((line) => ({
    ...pick(line, 'rank', 'club', 'total_points'),
    riders: line.riders.map(({ rider, counted }) => ({
      ...pick(rider, 'id', 'category', 'gender', 'first_name', 'last_name', 'total_points'),
      counted,
    })),
    why: explainClub(line),
  }));
  return { clubs, total: clubs.length, next: null };
}

/** Lists the lines that differ between two computations of a season. */
export async function compareSeasons(before: Season, after: Season): Promise<SeriesPreview> {
  const [old, proposed] = [await linesOf(before), await linesOf(after)];
  const keys = [...new Set([...proposed.keys(), ...old.keys()])];
  const all = keys.map((key) => {
    const [was, is] = [old.get(key), proposed.get(key)];
    const one = is ?? was;
    if (!one) throw new Error('A line of standings is neither before nor after.');
    return {
      ...one.group,
      id: lineIdOf(one.line.rider),
      ...namesOf(after, one.line.rider.person),
      rank_before: was?.line.rank ?? null,
      rank_after: is?.line.rank ?? null,
      points_before: was?.line.total_points ?? 0,
      points_after: is?.line.total_points ?? 0,
    };
  });
  const moves = all.filter((one) => one.rank_before !== one.rank_after || one.points_before !== one.points_after);
  return { moves, unchanged: all.length - moves.length };
}

async function linesOf(season: Season) {
  const found = new Map<string, { group: Group; line: SeasonLine<GroupRider> }>();
  for (const group of season.groups)
    for (const line of await season.lines(group)) found.set(`${line.rider.key} ${groupKey(group)}`, { group, line });
  return found;
}
