import * as z from 'zod/mini';

/** A whole number in a query string. */
export function numberParameter(minimum: number, maximum: number) {
  return z.pipe(
    z.pipe(
      z.union([z.string(), z.number()]),
      z.transform((text) => (/^-?\d{1,15}(\.\d+)?$/.test(String(text)) ? Number(text) : Number.NaN)),
    ),
    z.int().check(z.minimum(minimum), z.maximum(maximum)),
  );
}

/** An id in a query string. */
export const idParameter = numberParameter(1, 2_147_483_647);
