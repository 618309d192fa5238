import type { Gender } from '@dossard/contract/categories/category.schema.ts';
import { parseChoice, parseCount, parseText, type RawSearch } from '../../text/address.ts';

export interface RankingSearch {
  category?: string | undefined;
  gender?: Gender | undefined;
  /** 1-based pages of the girls' and the boys' ranking. */
  page_f?: number | undefined;
  page_h?: number | undefined;
  /** Bib number of the rider whose detail is open. */
  rider?: number | undefined;
  /** Riders to follow, from a shared link. */
  follow?: unknown;
  /** The page is embedded in another site. */
  embed?: 1 | undefined;
}

/** Parses the address of a ranking. */
export const rankingSearch = (raw: RawSearch): RankingSearch => ({
  category: parseText(raw.category),
  gender: parseChoice(raw.gender, ['H', 'F']),
  page_f: parseCount(raw.page_f),
  page_h: parseCount(raw.page_h),
  rider: parseCount(raw.rider),
  ...(raw.follow !== undefined && { follow: raw.follow }),
  embed: parseChoice(raw.embed, [1]),
});
