import type { Group } from '../categories/group.ts';
import { inBoth, type Language, say, type Words } from '../language/language.ts';
import { m } from '../paraglide/messages.js';
import { formatStatus } from '../rankings/rider.status.ts';
import type { SeriesRule } from './series.schema.ts';
import {
  bestOf,
  type ClubLine,
  type ClubRider,
  findPointsOf,
  type ScoredColumn,
  type SeasonLine,
  winsOf,
} from './standings.rules.ts';

/* Explains the ranks of standings. The texts contain no names, so that they can be public. */

/** Explains a line whose results are hidden (T11). */
export const explainConcealed = (): Words => inBoth((language) => say(m.season_concealed, {}, language));

/**
 * Explains a line of the standings: the counted and dropped results, and the criterion that put it below the one above
 * (T1–T7, T13).
 */
export function explainLine(
  line: SeasonLine,
  {
    above,
    last,
    deciding,
    rule,
    columns,
    group,
    alsoIn,
  }: {
    above: SeasonLine | undefined;
    /** The positions of the last ridden column, and of the one that decides ties. */
    last: number;
    deciding: number;
    rule: SeriesRule;
    columns: readonly ScoredColumn[];
    group: Group;
    alsoIn: readonly Group[];
  },
): Words {
  return inBoth((language) =>
    [
      explainSum(line, language),
      explainOwnPoints(line, { group, rule, columns }, language),
      explainDropped(line, language),
      ...explainStatuses(line, rule, language),
      explainOrder(line, above, { last, deciding, rule }, language),
      explainGroups(alsoIn, language),
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
  );
}

function explainSum({ results, total_points, bonus_points }: SeasonLine, language: Language): string {
  const counted = results.filter(({ dropped, started }) => started && !dropped).map(({ points }) => points);
  if (counted.length === 0) return '';
  const sum = formatSum(bonus_points === 0 ? counted : [...counted, bonus_points], total_points);
  return say(m.season_sum, { sum, bonus: bonus_points }, language);
}

const formatSum = (counted: readonly number[], total: number) =>
  counted.length > 1 ? `${counted.join(' + ')} = ${total}` : String(total);

/** Explains why the same rank may be worth different points in two groups, unless all columns had their own (T13, T15). */
function explainOwnPoints(
  { results }: SeasonLine,
  { group, rule, columns }: { group: Group; rule: SeriesRule; columns: readonly ScoredColumn[] },
  language: Language,
): string {
  const usesRule = results.some(({ started }, at) => started && columns[at]?.points === null);
  return usesRule && findPointsOf(rule, group)
    ? say(m.season_own_points, { group: genderLetters(group) }, language)
    : '';
}

function explainDropped({ results }: SeasonLine, language: Language): string {
  const dropped = results.flatMap(({ dropped: isDropped, started, points }, index) =>
    isDropped ? [say(m.season_dropped_result, { started: `${started}`, points, number: index + 1 }, language)] : [],
  );
  return dropped.length === 0 ? '' : say(m.season_dropped, { results: dropped.join(', ') }, language);
}

function explainStatuses({ results }: SeasonLine, rule: SeriesRule, language: Language): string[] {
  return results.flatMap(({ status, points }, index) => {
    if (status === null || status === 'dns') return [];
    const isLast = status === 'dnf' && rule.dnf === 'last';
    const scored = isLast
      ? say(m.season_last_points, { points }, language)
      : say(m.season_points, { count: points }, language);
    return [say(m.season_status, { status: formatStatus(status, language), number: index + 1, scored }, language)];
  });
}

function explainOrder(
  line: SeasonLine,
  above: SeasonLine | undefined,
  { rule, ...positions }: { last: number; deciding: number; rule: SeriesRule },
  language: Language,
): string {
  if (line.rank === null) return explainUnranked(line, rule, language);
  if (!above || line.decided_by === null) return '';
  const [own, other] = valuesOf(line, above, positions);
  const less = above.total_points - line.total_points;
  return say(m.season_order, { decided_by: line.decided_by, less, own, other }, language);
}

/** Formats the deciding values of a line and of the one above it. */
function valuesOf(
  line: SeasonLine,
  above: SeasonLine,
  { last, deciding }: { last: number; deciding: number },
): [string, string] {
  const both = (value: (one: SeasonLine) => string): [string, string] => [value(line), value(above)];
  if (line.decided_by === 'wins') return both((one) => String(winsOf(one)));
  const position = line.decided_by === 'deciding_result' ? deciding : last;
  const resultOf = (one: SeasonLine) => (line.decided_by === 'best_result' ? bestOf(one) : one.results[position]);
  const points = both((one) => String(resultOf(one)?.points ?? 0));
  if (points[0] !== points[1]) return points;
  // If all later ranks are worth the same points, the rank decides.
  return both((one) => `${resultOf(one)?.points ?? 0} (${resultOf(one)?.rank ?? '–'})`);
}

function explainUnranked({ starts, disciplines }: SeasonLine, rule: SeriesRule, language: Language): string {
  const needed = Math.max(1, rule.minimum_starts ?? 1);
  if (starts < needed) return say(m.season_unranked, { count: starts, needed }, language);
  return say(m.season_few_disciplines, { count: disciplines, needed: rule.minimum_disciplines ?? 0 }, language);
}

const genderLetters = ({ category, gender }: Group) => `${category} ${gender}`;

const explainGroups = (alsoIn: readonly Group[], language: Language): string =>
  alsoIn.length === 0 ? '' : say(m.season_elsewhere, { groups: alsoIn.map(genderLetters).join(', ') }, language);

/** Explains a line of the ranking of clubs (T8). */
export function explainClub({ riders, total_points }: ClubLine<ClubRider>): Words {
  const counted = riders.filter((one) => one.counted).map(({ rider }) => rider.total_points);
  const sum = formatSum(counted, total_points);
  return inBoth((language) => say(m.season_club, { sum, count: counted.length, riders: riders.length }, language));
}
