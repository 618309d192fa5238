import { type Group, isSameGroup } from '../categories/group.ts';
import type { RiderStatus } from '../rankings/rider.status.ts';
import { foldLetters } from '../text/search.words.ts';
import { disciplineKey, type SeriesRule } from './series.schema.ts';
import type { SeriesResult, Standing, StandingCriterion } from './standings.schema.ts';

/* How the columns of a season are added up (T1–T8, T13–T16), as pure functions: rankings are input, not computed here. */

/** What the rules know of a column: a competition, or a result from elsewhere (T15). */
export interface ScoredColumn {
  id: number;
  /** `YYYY-MM-DD`. */
  date: string;
  discipline: string;
  /** Points by rank of its own; null for those of the rule. */
  points: readonly number[] | null;
  /** What its points are multiplied by. */
  weight: number;
  /** Whether it is never dropped. */
  always_counts: boolean;
}

/** What a competition counts for: the points of the rule, once. */
export const asRule: Pick<ScoredColumn, 'points' | 'weight' | 'always_counts'> = {
  points: null,
  weight: 1,
  always_counts: false,
};

/** A rider's place in the ranking of their group in one column. */
export interface RankedStart {
  /** Null for an unranked rider. */
  rank: number | null;
  status: RiderStatus | null;
  /** Whether the rider has runs. */
  rode: boolean;
}

/** A rider of a group with their place in each column, by its position in the season. */
export interface SeasonRider {
  /** The sort key of riders whom nothing else separates. */
  key: string;
  /** Whether the rider is a guest of another league, or without the licence that the rule asks for (T5). */
  guest: boolean;
  places: ReadonlyMap<number, RankedStart>;
}

/** A rider's result in one column. */
export type SeasonResult = Omit<SeriesResult, 'competition_id' | 'result_id' | 'dossard'>;

export interface SeasonLine<R extends SeasonRider = SeasonRider>
  extends Pick<Standing, 'rank' | 'total_points' | 'bonus_points' | 'starts' | 'decided_by'> {
  rider: R;
  /** Number of different disciplines with a start (T16). */
  disciplines: number;
  /** One for each column. */
  results: SeasonResult[];
}

/** Whether a rider started: with runs, or DNF or DSQ without one; never with DNS. */
const hasStarted = ({ status, rode }: RankedStart): boolean =>
  status !== 'dns' && (rode || status === 'dnf' || status === 'dsq');

/** Finds the group's own points (T13). */
export const findPointsOf = ({ points_by_group }: SeriesRule, group: Group) =>
  points_by_group.find((one) => isSameGroup(one, group))?.points;

/** Returns the rule for a group, with its own points if any (T13). */
export const ruleOfGroup = (rule: SeriesRule, group: Group): SeriesRule => ({
  ...rule,
  points: findPointsOf(rule, group) ?? rule.points,
});

/** Returns the points of a rank (T1). */
export const pointsOfRank = (rank: number, { points, beyond }: Pick<SeriesRule, 'points' | 'beyond'>): number =>
  points[rank - 1] ?? beyond;

/** Returns the rule for a column, with its own points if any (T15). */
const ruleOfColumn = (rule: SeriesRule, { points }: ScoredColumn): SeriesRule =>
  points === null ? rule : { ...rule, points: [...points] };

/** Returns the points of a place, with the rank of the last of the group; null if nobody is ranked (T1, T2). */
export function pointsOfPlace({ rank, status }: RankedStart, lastRank: number | null, rule: SeriesRule): number {
  if (status === 'dnf' && rule.dnf !== 'as_ranked') {
    return rule.dnf === 'last' && lastRank !== null ? pointsOfRank(lastRank, rule) : 0;
  }
  if (status !== null && status !== 'dnf') return 0;
  return rank === null ? 0 : pointsOfRank(rank, rule);
}

/** Returns the rank after riders with the given ranks are removed (T5). */
export const moveUp = (rank: number, removed: readonly number[]): number =>
  rank - removed.filter((one) => one < rank).length;

/** Returns how many of a number of columns count, at least one (T3). */
export function countedOf(columns: number, { best, drop }: Pick<SeriesRule, 'best' | 'drop'>): number {
  const kept = Math.min(best ?? columns, columns - (drop ?? 0));
  return Math.min(columns, Math.max(1, kept));
}

/**
 * Compares results by the order in which they are dropped: without a start, then fewer points, then the worse rank
 * (T3).
 */
function compareDropped(a: SeasonResult, b: SeasonResult): number {
  return (
    Number(a.started) - Number(b.started) ||
    a.points - b.points ||
    (b.rank ?? Number.MAX_SAFE_INTEGER) - (a.rank ?? Number.MAX_SAFE_INTEGER)
  );
}

function markDropped(results: readonly SeasonResult[], columns: readonly ScoredColumn[], rule: SeriesRule): void {
  const dropped = results.length - countedOf(results.length, rule);
  const droppable = results.filter((_, position) => !columns[position]?.always_counts);
  for (const result of droppable.sort(compareDropped).slice(0, dropped)) result.dropped = true;
}

const notStarted = (status: RiderStatus | null): SeasonResult => ({
  rank: null,
  points: 0,
  status,
  started: false,
  dropped: false,
});

/** Computes each rider's result in the column at this position, after removing guests if required (T1, T2, T5). */
function resultsOf(
  riders: readonly SeasonRider[],
  out: readonly SeasonRider[],
  position: number,
  { column, rule }: { column: ScoredColumn; rule: SeriesRule },
): Map<string, SeasonResult> {
  const ofGuests = out.flatMap(({ places }) => places.get(position)?.rank ?? []);
  const removed = rule.guests === 'removed' ? ofGuests : [];
  const placed = riders.flatMap(({ key, places }) => {
    const place = places.get(position);
    return place ? [{ key, place, rank: place.rank === null ? null : moveUp(place.rank, removed) }] : [];
  });
  const ranks = [...placed.flatMap(({ rank }) => rank ?? []), ...(rule.guests === 'day_only' ? ofGuests : [])];
  const lastRank = ranks.length === 0 ? null : Math.max(...ranks);
  const ofColumn = ruleOfColumn(rule, column);
  return new Map(
    placed.map(({ key, place, rank }) => {
      const { status } = place;
      const points = column.weight * pointsOfPlace({ ...place, rank }, lastRank, ofColumn);
      return [key, hasStarted(place) ? { rank, points, status, started: true, dropped: false } : notStarted(status)];
    }),
  );
}

const noRank = Number.MAX_SAFE_INTEGER;
/** Compares two results: more points, then the better rank; a DNF has no rank to compare. Negative puts `a` first. */
function compareResults(a: SeasonResult | undefined, b: SeasonResult | undefined): number {
  const rankOf = (result: SeasonResult | undefined) => (result?.status === 'dnf' ? noRank : (result?.rank ?? noRank));
  return (b?.points ?? 0) - (a?.points ?? 0) || rankOf(a) - rankOf(b);
}

/** Returns the best single result of a line. */
export function bestOf({ results }: Pick<SeasonLine, 'results'>): SeasonResult | undefined {
  let best = results[0];
  for (const result of results) if (compareResults(result, best) < 0) best = result;
  return best;
}

/** Counts the columns that a line won; a DNF is never a win. */
export const winsOf = ({ results }: Pick<SeasonLine, 'results'>): number =>
  results.filter(({ rank, status }) => rank === 1 && status !== 'dnf').length;

/** A line with the values that break its ties. */
interface Measured {
  line: SeasonLine;
  best: SeasonResult | undefined;
  wins: number;
  last: SeasonResult | undefined;
  deciding: SeasonResult | undefined;
}

const comparisons: Record<Exclude<StandingCriterion, 'tied'>, (a: Measured, b: Measured) => number> = {
  total_points: (a, b) => b.line.total_points - a.line.total_points,
  best_result: (a, b) => compareResults(a.best, b.best),
  wins: (a, b) => b.wins - a.wins,
  last_competition: (a, b) => compareResults(a.last, b.last),
  deciding_result: (a, b) => compareResults(a.deciding, b.deciding),
};

/** Returns the position of the last column in which anybody of the group started; -1 for none. */
export const lastRidden = (lines: readonly Pick<SeasonLine, 'results'>[]): number =>
  Math.max(-1, ...lines.map(({ results }) => results.map(({ started }) => started).lastIndexOf(true)));

/** Returns the position of the column that decides ties; -1 for none (T6). */
export const decidingPosition = (columns: readonly ScoredColumn[], { deciding_id }: SeriesRule): number =>
  columns.findIndex(({ id }) => id === deciding_id);

/** Whether a line has enough starts for a rank, at least one (T4), in enough disciplines (T16). */
const isClassified = (
  { starts, disciplines }: SeasonLine,
  { minimum_starts, minimum_disciplines }: SeriesRule,
): boolean => starts >= Math.max(1, minimum_starts ?? 1) && disciplines >= (minimum_disciplines ?? 0);

/**
 * Adds up a season for the riders of one group (T1–T6, T15, T16). Tied riders share a rank, in the order of their keys, and the
 * next rank is skipped; those without enough starts follow without a rank. The order of the input does not matter.
 */
export function rankSeasonGroup<R extends SeasonRider>(
  entered: readonly R[],
  columns: readonly ScoredColumn[],
  rule: SeriesRule,
): SeasonLine<R>[] {
  const isOut = ({ guest }: R) => guest && rule.guests !== 'kept';
  const riders = entered.filter((rider) => !isOut(rider));
  const out = entered.filter(isOut);
  const byPosition = columns.map((column, position) => resultsOf(riders, out, position, { column, rule }));
  const lines = riders.map((rider): SeasonLine<R> => {
    const results = byPosition.map((of) => of.get(rider.key) ?? notStarted(null));
    markDropped(results, columns, rule);
    const ridden = columns.filter((_, position) => results[position]?.started);
    const bonus_points = rule.bonus * new Set(ridden.map(({ date }) => date)).size;
    const counted = results.reduce((sum, { points, dropped }) => sum + (dropped ? 0 : points), 0);
    return {
      rider,
      rank: null,
      total_points: counted + bonus_points,
      bonus_points,
      starts: ridden.length,
      disciplines: new Set(ridden.map(({ discipline }) => disciplineKey(discipline))).size,
      results,
      decided_by: null,
    };
  });
  return rankLines(lines, columns, rule);
}

const inNumbers = new Intl.Collator('en', { numeric: true });
const byKey = (a: SeasonLine, b: SeasonLine) => inNumbers.compare(a.rider.key, b.rider.key);

function rankLines<R extends SeasonRider>(
  lines: readonly SeasonLine<R>[],
  columns: readonly ScoredColumn[],
  rule: SeriesRule,
): SeasonLine<R>[] {
  const last = lastRidden(lines);
  const deciding = decidingPosition(columns, rule);
  const criteria = ['total_points', ...rule.ties] as const;
  const decide = (a: Measured, b: Measured) => criteria.find((one) => comparisons[one](a, b) !== 0);
  const compare = (a: Measured, b: Measured) => {
    const criterion = decide(a, b);
    return criterion ? comparisons[criterion](a, b) : byKey(a.line, b.line);
  };
  const ranked = lines
    .filter((line) => isClassified(line, rule))
    .map((line) => ({
      line,
      best: bestOf(line),
      wins: winsOf(line),
      last: line.results[last],
      deciding: line.results[deciding],
    }))
    .sort(compare);
  for (const [index, one] of ranked.entries()) {
    const above = ranked[index - 1];
    const criterion = above && decide(above, one);
    one.line.rank = above && !criterion ? above.line.rank : index + 1;
    one.line.decided_by = above ? (criterion ?? 'tied') : null;
  }
  const unranked = lines
    .filter((line) => !isClassified(line, rule))
    .sort((a, b) => b.total_points - a.total_points || byKey(a, b));
  return [...ranked.map(({ line }) => line), ...unranked];
}

/** A rider's contribution to their club. */
export type ClubRider = Pick<Standing, 'club' | 'rank' | 'total_points'>;

export interface ClubLine<R extends ClubRider> {
  rank: number;
  club: string;
  total_points: number;
  /** Best first. */
  riders: { rider: R; counted: boolean }[];
}

/** Normalises a club's name for comparison. */
export const clubKey = (club: string): string =>
  foldLetters(club)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Ranks clubs by the sum of their best riders, then by the best single one; unranked riders do not count (T8). */
export function rankClubs<R extends ClubRider>(riders: readonly R[], counted: number | null): ClubLine<R>[] {
  if (counted === null) return [];
  const clubs = new Map<string, R[]>();
  for (const rider of riders) {
    const key = rider.club === null || rider.rank === null ? '' : clubKey(rider.club);
    if (key !== '') clubs.set(key, [...(clubs.get(key) ?? []), rider]);
  }
  const lines = [...clubs.values()].map((members): ClubLine<R> => {
    const inOrder = [...members].sort((a, b) => b.total_points - a.total_points);
    const ofClub = inOrder.map((rider, index) => ({ rider, counted: index < counted }));
    const total_points = inOrder.slice(0, counted).reduce((sum, rider) => sum + rider.total_points, 0);
    return { rank: 0, club: inOrder[0]?.club ?? '', total_points, riders: ofClub };
  });
  const bestRider = (line: ClubLine<R>) => line.riders[0]?.rider.total_points ?? 0;
  const compare = (a: ClubLine<R>, b: ClubLine<R>) => b.total_points - a.total_points || bestRider(b) - bestRider(a);
  lines.sort((a, b) => compare(a, b) || a.club.localeCompare(b.club, 'fr'));
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1];
    line.rank = above && compare(above, line) === 0 ? above.rank : index + 1;
  }
  return lines;
}
