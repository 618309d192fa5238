import { readerHere } from '../session/session.store.ts';

/** The part of the judges' page with their links, in addresses. */
export const judgeLinksId = 'judge-links';

/*
 * The links for judges that an account made in this tab. The server answers a token once and keeps only its hash, so that a
 * code can be shown and printed until the tab is closed or the account signs out; later it is renewed.
 */

interface MadeLink {
  id: number;
  /** Null for all zones. */
  zone_ids: readonly number[] | null;
  token: string;
}

const madeLinksKey = (competitionId: number) => `judge-links-${competitionId}-${readerHere()}`;

/** Lists the links that were made in this tab, the latest last. */
export function listMadeLinks(competitionId: number): readonly MadeLink[] {
  return JSON.parse(sessionStorage.getItem(madeLinksKey(competitionId)) ?? '[]');
}

/** Remembers a new link in this tab. */
export function keepMadeLink(competitionId: number, { id, zone_ids, token }: MadeLink): void {
  const made = [...listMadeLinks(competitionId), { id, zone_ids, token }];
  sessionStorage.setItem(madeLinksKey(competitionId), JSON.stringify(made));
}

/** Forgets a link, which was revoked. */
export function dropMadeLink(competitionId: number, linkId: number): void {
  const left = listMadeLinks(competitionId).filter(({ id }) => id !== linkId);
  sessionStorage.setItem(madeLinksKey(competitionId), JSON.stringify(left));
}

/** The address that a judge scans; the token is in its fragment, which is sent nowhere. */
export const judgeAddress = (origin: string, token: string): string => `${origin}/judge#${token}`;
