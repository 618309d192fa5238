import type { Group } from '@dossard/contract/categories/category.schema.ts';
import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';

/** What the big screen shows at one time: some riders of one group. */
export interface BoardPage {
  /** Names the page also after riders were added or moved. */
  key: string;
  group: Group;
  entries: readonly RankingEntry[];
  /** 1-based, of how many. */
  page: number;
  pages: number;
}

export interface RankedGroup {
  group: Group;
  entries: readonly RankingEntry[];
}

/** Cuts rankings into pages of at most `rows` riders; groups without riders have none. */
export function boardPages(groups: readonly RankedGroup[], rows: number): BoardPage[] {
  return groups.flatMap(({ group, entries }) => {
    const pages = Math.ceil(entries.length / rows);
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

/** Height and width of a screen are 100 and 178 units at most: type and rows are measured in them (board.css). */
const unitsWide = 178;
/** Smallest unit, in pixels. */
const leastUnit = 4;
/** Head, headings and foot; and one row; in units. */
const aroundRows = 25.5;
const rowHeight = 8.2;

/** How many riders fit on a screen of this size, in pixels. */
export function rowsThatFit(width: number, height: number): number {
  const unit = Math.max(leastUnit, Math.min(height / 100, width / unitsWide));
  return Math.max(1, Math.floor((height / unit - aroundRows) / rowHeight));
}
