import type { Gender, Group } from '../categories/category.schema.ts';
import type { Competition } from '../competitions/competition.schema.ts';
import type { Language } from '../language/language.ts';
import type { RankedGroups } from '../rankings/ranking.choice.ts';
import type { Ranking, RankingEntry, RiderRanking } from '../rankings/ranking.schema.ts';
import type { Doors } from '../runs/run.schema.ts';
import type { SeriesLinks } from '../series/series.schema.ts';

/* What the server and the built screens agree on to render a public page: an address, its data, and the HTML. */

/** A public page as its address names it. */
export type PublicPage =
  | { name: 'start' }
  | {
      name: 'ranking';
      competitionId: number;
      category: string | undefined;
      gender: Gender | undefined;
      /** 1-based pages of the girls' and the boys' ranking. */
      page_f: number;
      page_h: number;
      /** In a frame of another site. */
      embedded: boolean;
      /** The bib of the rider whose runs are shown; in a frame alone, other pages open it by themselves. */
      rider?: number | undefined;
    }
  | { name: 'screen'; competitionId: number }
  | {
      /** Over a video, on nothing. */
      name: 'overlay';
      competitionId: number;
      layout: OverlayLayout;
      category: string | undefined;
      gender: Gender | undefined;
    };

/** What an overlay shows: who leads, the first five, or the run that came last. */
export const overlayLayouts = ['leader', 'five', 'run'] as const;
export type OverlayLayout = (typeof overlayLayouts)[number];

/** A run as an overlay shows it, with its rider's place since. */
export interface OverlayRun extends Doors {
  run_number: number;
  zone_name: string;
  points: number;
  penality: number;
  chrono_sec: number;
}

/** A ranking over all its pages, with the state of the group's result. */
export type WholeRanking = { entries: readonly RankingEntry[] } & Omit<Ranking, 'rankings' | 'total'>;

/** What a page shows; what it does not need is absent. */
export interface PageData {
  competitions?: readonly Competition[];
  /** Null if the competition is not public, or does not exist. */
  competition?: Competition | null;
  groups?: RankedGroups;
  /** For a ranking outside a frame: the public series that the competition counts in. */
  series?: SeriesLinks['series'];
  rankings?: readonly { group: Group; page: number; ranking: Ranking }[];
  /** Whole rankings, for the big screen. */
  wholeRankings?: readonly { group: Group; whole: WholeRanking }[];
  /** The card of the rider whose runs are shown in a frame. */
  rider?: RiderRanking;
  /** For an overlay: the riders of one group that it shows, and the run that came last. */
  overlay?: { group: Group; entries: readonly RankingEntry[]; run?: OverlayRun };
}

/** What the server states about itself. */
export interface ServerFacts {
  contact: string;
  publicUrl: string;
  /** The day as the server knows it, `YYYY-MM-DD`. */
  today: string;
}

export interface RenderedPage {
  /** The content of `<head>` that is this page's own: title, description, and what link previews and search engines read. */
  head: string;
  body: string;
}

/** What the built screens offer the server. */
export interface PageRenderer {
  /** Parses an address; undefined if it is no public page. */
  parse(url: string): PublicPage | undefined;
  /** Renders a page. */
  render(page: PublicPage, data: PageData, language: Language, facts: ServerFacts): RenderedPage;
  /** Draws the picture of a link preview, as SVG; `data` are those of a ranking. */
  draw(data: PageData, language: Language): string;
}
