import type { Group } from '@dossard/contract/categories/group.ts';
import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';

/** One page of the big screen: some riders of one group. */
export interface BoardPage {
  /** Identifies the page; stays the same after riders were added or moved. */
  key: string;
  group: Group;
  entries: readonly RankingEntry[];
  /** Number of the page within its group, from 1. */
  page: number;
  pages: number;
}

export interface RankedGroup {
  group: Group;
  entries: readonly RankingEntry[];
  /** Its riders wait for the ceremony (E12). */
  held?: boolean;
}

/** Whether there is something to see of a group besides its riders. */
const hasBegun = ({ entries, held = false }: RankedGroup) =>
  held || entries.some(({ number_of_runs }) => number_of_runs > 0);

/**
 * Cuts rankings into pages of at most `rows` riders, groups in which somebody has ridden first; groups without riders have
 * none, unless these are held.
 */
export function boardPages(groups: readonly RankedGroup[], rows: number): BoardPage[] {
  const begunFirst = [...groups].sort((one, other) => Number(hasBegun(other)) - Number(hasBegun(one)));
  return begunFirst.flatMap(({ group, entries, held = false }) => {
    const pages = Math.max(Math.ceil(entries.length / rows), held ? 1 : 0);
    return Array.from({ length: pages }, (_, index) => ({
      key: `${group.category} ${group.gender} ${index}`,
      group,
      entries: entries.slice(index * rows, (index + 1) * rows),
      page: index + 1,
      pages,
    }));
  });
}

/** Returns the next page, cycling; the first one if the given page no longer exists. */
export function pageAfter(keys: readonly string[], key: string | undefined): string | undefined {
  const index = keys.indexOf(key ?? '');
  return keys[(index + 1) % keys.length];
}

/** A screen is at most 178 units wide and 100 high; type and rows are measured in these units (board.module.css). */
const unitsWide = 178;
/** Smallest unit, in pixels. */
const leastUnit = 4;
/** Height of head, headings and foot together, and of one row, in units. */
const aroundRows = 25.5;
const rowHeight = 8.2;

/** Returns how many riders fit on a screen of this size in pixels. */
export function rowsThatFit(width: number, height: number): number {
  const unit = Math.max(leastUnit, Math.min(height / 100, width / unitsWide));
  return Math.max(1, Math.floor((height / unit - aroundRows) / rowHeight));
}
