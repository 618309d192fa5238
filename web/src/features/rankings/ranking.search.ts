import { optional, parseChoice, parseCount, parseText, type RawSearch } from '../../text/address.ts';

/** Parses the address of a ranking. */
export const rankingSearch = (raw: RawSearch) =>
  optional({
    category: parseText(raw.category),
    gender: parseChoice(raw.gender, ['H', 'F']),
    /** 1-based pages of the girls' and the boys' ranking. */
    page_f: parseCount(raw.page_f),
    page_h: parseCount(raw.page_h),
    /** Bib number of the rider whose detail is open. */
    rider: parseCount(raw.rider),
    /** Riders to follow, from a shared link. */
    ...(raw.follow !== undefined && { follow: raw.follow }),
    /** The page is embedded in another site. */
    embed: parseChoice(raw.embed, [1]),
  });

export type RankingSearch = ReturnType<typeof rankingSearch>;
