import type { Gender } from '@dossard/contract/categories/category.schema.ts';
import { readChoice, readCount, readText, type Said } from '../../ui/address.ts';

export interface RankingSearch {
  category?: string | undefined;
  gender?: Gender | undefined;
  /** 1-based pages of the girls' and the boys' ranking. */
  page_f?: number | undefined;
  page_h?: number | undefined;
  /** The bib number of the rider whose runs are opened. */
  rider?: number | undefined;
  /** The page stands in a frame of another site. */
  embed?: 1 | undefined;
}

/** What the address of a ranking says. */
export const rankingSearch = (said: Said): RankingSearch => ({
  category: readText(said.category),
  gender: readChoice(said.gender, ['H', 'F']),
  page_f: readCount(said.page_f),
  page_h: readCount(said.page_h),
  rider: readCount(said.rider),
  embed: readChoice(said.embed, [1]),
});
