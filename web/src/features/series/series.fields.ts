import type { SeriesRule } from '@dossard/contract/series/series.schema.ts';

/* The text notation of a series' rule. */

/** Formats points by rank: « 150, 147, 144 ». */
export const formatPoints = (points: readonly number[]): string => points.join(', ');

/** Parses points by rank, whatever the separator; text that is not a number becomes a value that the schema rejects. */
export const parsePoints = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number);

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

type PointsByGroup = SeriesRule['points_by_group'];

/** Formats the points of single groups, one per line: « U13 F = 150, 147, 144 ». */
export const formatPointsByGroup = (tables: PointsByGroup): string =>
  tables.map(({ category, gender, points }) => `${category} ${gender} = ${formatPoints(points)}`).join('\n');

/**
 * Parses the points of single groups; the gender is the last word before `=` or `:`. The schema rejects missing parts.
 */
export const parsePointsByGroup = (text: string) =>
  linesOf(text).map((line) => {
    const [, category = '', gender = '', points = ''] = /^(.*?)([^\s=:]*)\s*(?:[=:](.*))?$/.exec(line.trim()) ?? [];
    return { category: category.trim(), gender: gender.toUpperCase(), points: parsePoints(points) };
  });

type Renamed = SeriesRule['renamed'];

/** Formats renamed categories, one per line: « Minime = U13 ». */
export const formatRenamed = (renamed: Renamed): string =>
  renamed.map(({ category, counts_as }) => `${category} = ${counts_as}`).join('\n');

/** Parses renamed categories; a line without `=` gets an empty half, which the schema rejects. */
export const parseRenamed = (text: string): Renamed =>
  linesOf(text).map((line) => {
    const [category = '', ...rest] = line.split('=');
    return { category: category.trim(), counts_as: rest.join('=').trim() };
  });
