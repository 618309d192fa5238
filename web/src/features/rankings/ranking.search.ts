import { genderSchema } from '@dossard/contract/text/category.schema.ts';
import * as z from 'zod/mini';

const number = z.catch(z.optional(z.int().check(z.minimum(1))), undefined);

/** What the address of a ranking says; whatever is not understood counts as not said. */
export const rankingSearch = z.object({
  category: z.catch(z.optional(z.string()), undefined),
  gender: z.catch(z.optional(genderSchema), undefined),
  page_f: number,
  page_h: number,
  rider: number,
  embed: z.catch(z.optional(z.literal(1)), undefined),
});
