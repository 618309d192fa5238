import * as z from 'zod/mini';
import { numberParameter } from './number.parameter.ts';

/* Long lists are read in pages, numbered from 1. */

export const pageParameter = numberParameter(1, 1_000_000);

/** Field of an answer with a page: the number of the next one, null after the last. */
export const nextPage = { next: z.nullable(z.int()) };

/** Positions of the items on a page of a list, and the number of the next page; without a number the whole list. */
export function pageOf(page: number | undefined, size: number, total: number) {
  if (page === undefined) return { from: 0, to: total, next: null };
  return { from: (page - 1) * size, to: page * size, next: page * size < total ? page + 1 : null };
}
