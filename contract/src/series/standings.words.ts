import type { Group } from '../categories/category.schema.ts';
import type { Language, Words } from '../language/language.ts';
import { statusWords } from '../rankings/rider.status.ts';
import type { SeriesRule } from './series.schema.ts';
import { bestOf, type ClubLine, type ClubRider, hasOwnPoints, type SeasonLine, winsOf } from './standings.rules.ts';

/* Explains the ranks of standings. The texts contain no names, so that they can be public. */

/** Builds a sentence in both languages. */
const inBoth = (write: (language: Language) => string): Words => ({ fr: write('fr'), en: write('en') });

const pick = (language: Language, fr: string, en: string) => (language === 'fr' ? fr : en);
const plural = (count: number, word: string) => `${count} ${word}${count > 1 ? 's' : ''}`;

/** Explains a line whose results are hidden (T11). */
export const concealedLine: Words = {
  fr: 'Le nom est masqué dans une de ces compétitions : seul le total est montré.',
  en: 'The name is hidden in one of these competitions: only the total is shown.',
};

/**
 * Explains a line of the standings: the counted and dropped results, and the criterion that put it below the one above
 * (T1–T7, T13).
 */
export function explainLine(
  line: SeasonLine,
  {
    above,
    last,
    rule,
    group,
    alsoIn,
  }: { above: SeasonLine | undefined; last: number; rule: SeriesRule; group: Group; alsoIn: readonly Group[] },
): Words {
  return inBoth((language) =>
    [
      explainSum(line, language),
      explainOwnPoints(group, rule, language),
      explainDropped(line, language),
      ...explainStatuses(line, rule, language),
      explainOrder(line, above, last, rule, language),
      explainGroups(alsoIn, language),
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
  );
}

function explainSum({ results, total_points }: SeasonLine, language: Language): string {
  const counted = results.filter(({ dropped, started }) => started && !dropped).map(({ points }) => points);
  if (counted.length === 0) return '';
  const sum = counted.length > 1 ? `${counted.join(' + ')} = ${total_points}` : String(total_points);
  return pick(language, `${sum} points.`, `${sum} points.`);
}

/** Explains why the same rank may be worth different points in two groups (T13). */
const explainOwnPoints = (group: Group, rule: SeriesRule, language: Language): string =>
  hasOwnPoints(rule, group)
    ? pick(
        language,
        `Barème propre à ${genderLetters(group)}.`,
        `${genderLetters(group)} has a table of points of its own.`,
      )
    : '';

function explainDropped({ results }: SeasonLine, language: Language): string {
  const dropped = results.flatMap(({ dropped: isDropped, started, points }, index) =>
    isDropped ? [{ number: index + 1, started, points }] : [],
  );
  if (dropped.length === 0) return '';
  const each = dropped.map(({ number, started, points }) =>
    started
      ? pick(language, `${points} (épreuve ${number})`, `${points} (competition ${number})`)
      : pick(language, `non parti (épreuve ${number})`, `no start (competition ${number})`),
  );
  return pick(language, `Écarté\u00a0: ${each.join(', ')}.`, `Dropped: ${each.join(', ')}.`);
}

function explainStatuses({ results }: SeasonLine, rule: SeriesRule, language: Language): string[] {
  return results.flatMap(({ status, points }, index) => {
    if (status === null || status === 'dns') return [];
    const where = pick(language, `épreuve ${index + 1}`, `competition ${index + 1}`);
    const isLast = status === 'dnf' && rule.dnf === 'last';
    const scored = isLast
      ? pick(language, `les points du dernier, ${points}`, `the points of the last one, ${points}`)
      : pick(language, plural(points, 'point'), plural(points, 'point'));
    const colon = pick(language, '\u00a0: ', ': ');
    return [`${statusWords[status][language]} (${where})${colon}${scored}.`];
  });
}

function explainOrder(
  line: SeasonLine,
  above: SeasonLine | undefined,
  last: number,
  rule: SeriesRule,
  language: Language,
): string {
  if (line.rank === null) return explainUnranked(line, rule, language);
  if (!above || line.decided_by === null) return '';
  const [own, other] = valuesOf(line, above, last);
  switch (line.decided_by) {
    case 'total_points': {
      const less = plural(above.total_points - line.total_points, 'point');
      return pick(language, `${less} de moins que le rang au-dessus.`, `${less} fewer than the rank above.`);
    }
    case 'best_result':
      return pick(
        language,
        `À égalité de points avec le rang au-dessus, départagé par le meilleur résultat\u00a0: ${own} contre ${other}.`,
        `Level on points with the rank above, decided by the best result: ${own} against ${other}.`,
      );
    case 'wins':
      return pick(
        language,
        `À égalité avec le rang au-dessus, départagé par le nombre de victoires\u00a0: ${own} contre ${other}.`,
        `Level with the rank above, decided by the number of wins: ${own} against ${other}.`,
      );
    case 'last_competition':
      return pick(
        language,
        `À égalité avec le rang au-dessus, départagé par la dernière épreuve\u00a0: ${own} contre ${other}.`,
        `Level with the rank above, decided by the last competition: ${own} against ${other}.`,
      );
    case 'tied':
      return pick(
        language,
        'Ex æquo avec le rang au-dessus\u00a0: rien ne départage.',
        'Tied with the line above: nothing decides.',
      );
  }
}

/** Formats the deciding values of a line and of the one above it. */
function valuesOf(line: SeasonLine, above: SeasonLine, last: number): [string, string] {
  const both = (value: (one: SeasonLine) => string): [string, string] => [value(line), value(above)];
  if (line.decided_by === 'wins') return both((one) => String(winsOf(one)));
  const resultOf = (one: SeasonLine) => (line.decided_by === 'best_result' ? bestOf(one) : one.results[last]);
  const points = both((one) => String(resultOf(one)?.points ?? 0));
  if (points[0] !== points[1]) return points;
  // If all later ranks are worth the same points, the rank decides.
  return both((one) => `${resultOf(one)?.points ?? 0} (${resultOf(one)?.rank ?? '–'})`);
}

function explainUnranked({ starts }: SeasonLine, { minimum_starts }: SeriesRule, language: Language): string {
  const needed = Math.max(1, minimum_starts ?? 1);
  return pick(
    language,
    `Pas de rang\u00a0: ${plural(starts, 'départ')} sur les ${needed} demandés.`,
    `No rank: ${plural(starts, 'start')} of the ${needed} that are needed.`,
  );
}

const genderLetters = ({ category, gender }: Group) => `${category} ${gender}`;

function explainGroups(alsoIn: readonly Group[], language: Language): string {
  if (alsoIn.length === 0) return '';
  const groups = alsoIn.map(genderLetters).join(', ');
  return pick(
    language,
    `Les résultats en ${groups} y comptent sur une ligne à part.`,
    `Results in ${groups} count there, on a line of their own.`,
  );
}

/** Explains a line of the ranking of clubs (T8). */
export const explainClub = ({ riders, total_points }: ClubLine<ClubRider>): Words =>
  inBoth((language) => {
    const counted = riders.filter((one) => one.counted).map(({ rider }) => rider.total_points);
    const sum = counted.length > 1 ? `${counted.join(' + ')} = ${total_points}` : String(total_points);
    const of = pick(
      language,
      `${plural(counted.length, 'pilote')} sur ${riders.length}`,
      `${plural(counted.length, 'rider')} of ${riders.length}`,
    );
    return pick(language, `${sum} points, ${of}.`, `${sum} points, ${of}.`);
  });
