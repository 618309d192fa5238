import type { Gender } from '@dossard/contract/categories/category.schema.ts';
import { parseChoice, parseCount, parseText, type RawSearch } from '../../text/address.ts';

export interface RankingSearch {
  category?: string | undefined;
  gender?: Gender | undefined;
  /** 1-based pages of the girls' and the boys' ranking. */
  page_f?: number | undefined;
  page_h?: number | undefined;
  /** The bib number of the rider whose runs are opened. */
  rider?: number | undefined;
  /** Riders to follow, from a shared link. */
  follow?: unknown;
  /** The page is embedded in another site. */
  embed?: 1 | undefined;
}

/** Parses the address of a ranking. */
export const rankingSearch = (said: RawSearch): RankingSearch => ({
  category: parseText(said.category),
  gender: parseChoice(said.gender, ['H', 'F']),
  page_f: parseCount(said.page_f),
  page_h: parseCount(said.page_h),
  rider: parseCount(said.rider),
  ...(said.follow !== undefined && { follow: said.follow }),
  embed: parseChoice(said.embed, [1]),
});
