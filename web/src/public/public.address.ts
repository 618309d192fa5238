import { overlayLayouts, type ReadPage } from '@dossard/contract/pages/public.page.ts';
import { useSyncExternalStore } from 'react';
import { createListeners } from '../device/listeners.ts';
import { rankingSearch } from '../features/rankings/ranking.search.ts';
import { pageIn, parseChoice, type RawSearch } from '../text/address.ts';
import { formatAddress, parseAddress } from '../text/search.text.ts';

/*
 * Addresses of the public pages, which have no router: links lead to other pages of the server, and a choice within a page is
 * stored in the query of its address.
 */

/** The address being rendered on the server. */
let given = '/';
const { subscribe, notify } = createListeners('popstate');

/** Sets the address on the server, where there is no browser. */
export function setAddress(url: string): void {
  given = url;
}

/** Returns the id in the path of a public page of a competition. */
export const competitionOf = (path: string): number => Number(/^\/public\/competitions\/(\d+)\//.exec(path)?.[1]);

const ofCompetition = /^\/public\/competitions\/([1-9]\d{0,9})\/(live-ranking|screen|riders\/([1-9]\d{0,9}))$/;

/** Parses the address of a public page; undefined for any other address. */
export function parsePublicPage(url: string): ReadPage | undefined {
  const { path, search } = parseAddress(url);
  if (path === '/') return { name: 'start', page: pageIn(search) };
  const [, overlaid] = /^\/overlay\/([1-9]\d{0,9})$/.exec(path) ?? [];
  if (overlaid !== undefined) return parseOverlay(Number(overlaid), search);
  const [, id, screen, dossard] = ofCompetition.exec(path) ?? [];
  if (id === undefined) return undefined;
  const competitionId = Number(id);
  if (dossard !== undefined) return { name: 'rider', competitionId, dossard: Number(dossard) };
  if (screen === 'screen') return { name: 'screen', competitionId };
  const { category, gender, page_f = 1, page_h = 1, embed, rider } = rankingSearch(search);
  const embedded = embed === 1;
  const choice = { category, gender, page_f, page_h, embedded };
  return { name: 'ranking', competitionId, ...choice, ...(embedded && rider !== undefined && { rider }) };
}

function parseOverlay(competitionId: number, raw: RawSearch): ReadPage {
  const { category, gender } = rankingSearch(raw);
  return {
    name: 'overlay',
    competitionId,
    layout: parseChoice(raw.layout, overlayLayouts) ?? 'leader',
    category,
    gender,
  };
}

/** Formats the address of a page, with only the parameters that it shows. */
export function addressOf(page: ReadPage): string {
  if (page.name === 'start') return formatAddress('/', { page: page.page === 1 ? undefined : page.page });
  const path = `/public/competitions/${page.competitionId}`;
  if (page.name === 'screen') return `${path}/screen`;
  if (page.name === 'rider') return `${path}/riders/${page.dossard}`;
  if (page.name === 'overlay') {
    const { competitionId, layout, category, gender } = page;
    return formatAddress(`/overlay/${competitionId}`, { layout, category, gender });
  }
  const { category, gender, page_f, page_h, embedded, rider } = page;
  return formatAddress(`${path}/live-ranking`, {
    category,
    gender,
    page_f: page_f === 1 ? undefined : page_f,
    page_h: page_h === 1 ? undefined : page_h,
    rider,
    embed: embedded ? 1 : undefined,
  });
}

const readAddress = () => (typeof window === 'undefined' ? given : window.location.pathname + window.location.search);

/** Returns path and query of the page, and re-renders when a choice changes them. */
export function useAddress(): { path: string; search: RawSearch } {
  return parseAddress(useSyncExternalStore(subscribe, readAddress, readAddress));
}

/** Changes the query of the address; `replace` adds no entry to the browser's history. */
export function changeSearch(search: object, replace = false): void {
  const url = formatAddress(window.location.pathname, search);
  if (replace) window.history.replaceState(null, '', url);
  else window.history.pushState(null, '', url);
  notify();
}
