import type { SeriesRule } from '@dossard/contract/series/series.schema.ts';

/* Rules of series as they are typed. */

/** Formats points by rank: « 150, 147, 144 ». */
export const formatPoints = (points: readonly number[]): string => points.join(', ');

/** Parses points by rank, however they are separated; what is no number stays one that a schema refuses. */
export const parsePoints = (text: string): number[] =>
  text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(Number);

type Renamed = SeriesRule['renamed'];

/** Formats renamed categories, one a line: « Minime = U13 ». */
export const formatRenamed = (renamed: Renamed): string =>
  renamed.map(({ category, counts_as }) => `${category} = ${counts_as}`).join('\n');

/** Parses renamed categories; a line without a sign of equality keeps an empty half, which a schema refuses. */
export const parseRenamed = (text: string): Renamed =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [category = '', ...rest] = line.split('=');
      return { category: category.trim(), counts_as: rest.join('=').trim() };
    });
