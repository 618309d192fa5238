import type { Gender } from '../categories/category.schema.ts';
import type { Group } from '../categories/group.ts';
import type { Competition, CompetitionPage } from '../competitions/competition.schema.ts';
import type { Language } from '../language/language.ts';
import type { RankedGroups } from '../rankings/ranking.choice.ts';
import type { Ranking, RankingEntry, RiderRanking } from '../rankings/ranking.schema.ts';
import type { Doors } from '../runs/doors.ts';
import type { Run } from '../runs/run.schema.ts';
import type { PublicLinks } from '../series/series.schema.ts';

/*
 * The interface between the server and the built screens for rendering a public page: an address, its data, and the
 * HTML.
 */

/** A public page, parsed from its address. */
export type PublicPage =
  | {
      name: 'start';
      /** 1-based page of the public competitions. */
      page: number;
    }
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
      /** The bib of the rider whose runs are shown; only in a frame, because other pages open it in the browser. */
      rider?: number | undefined;
    }
  | { name: 'screen'; competitionId: number }
  | { name: 'rider'; competitionId: number; dossard: number }
  | {
      /** Over a video, with a transparent background. */
      name: 'overlay';
      competitionId: number;
      layout: OverlayLayout;
      category: string | undefined;
      gender: Gender | undefined;
    }
  | AnsweredPage;

/** A page that shows answers of the API as they are; its components say which calls it needs. */
export interface AnsweredPage {
  name: 'login' | 'entries' | 'list' | 'standings';
  /** Path and query, with only the parameters that the page shows. */
  address: string;
}

/** A page whose data the server reads itself. */
export type ReadPage = Exclude<PublicPage, AnsweredPage>;

/** The layouts of an overlay: the leader, the first five, or the latest run. */
export const overlayLayouts = ['leader', 'five', 'run'] as const;
type OverlayLayout = (typeof overlayLayouts)[number];

/** A run in an overlay, with its rider's present place. */
export type OverlayRun = Doors & Pick<Run, 'run_number' | 'zone_name' | 'points' | 'penality' | 'chrono_sec'>;

/** A ranking without pagination, with the state of the group's result. */
export type WholeRanking = { entries: readonly RankingEntry[] } & Omit<Ranking, 'rankings' | 'total'>;

/** The data of a page; unused parts are absent. */
export interface PageData {
  /** A page of public competitions, the nearest first. */
  start?: CompetitionPage;
  /** Null if the competition is not public, or does not exist. */
  competition?: Competition | null;
  groups?: RankedGroups;
  /** For a ranking outside a frame: where else it leads. */
  links?: PublicLinks;
  rankings?: readonly { group: Group; page: number; ranking: Ranking }[];
  /** Whole rankings, for the big screen. */
  wholeRankings?: readonly { group: Group; whole: WholeRanking }[];
  /** The card of the rider whose runs are shown in a frame, or on the rider's page. */
  rider?: RiderRanking;
  /** For a rider's page: the state of the group's result, and whether it holds the rider back (E12). */
  result?: Omit<Ranking, 'rankings' | 'total' | 'version'>;
  /** For a rider's page: the key with which a browser can follow the rider (L9); absent where it cannot. */
  pushKey?: string;
  /** For an overlay: the group, the riders shown, and the latest run. */
  overlay?: { group: Group; entries: readonly RankingEntry[]; run?: OverlayRun };
}

/** Facts about the server. */
export interface ServerFacts {
  contact: string;
  publicUrl: string;
  /** Whether it is a demonstration that anybody may enter (A9). */
  isDemo: boolean;
  /** The server's date, `YYYY-MM-DD`. */
  today: string;
}

export interface RenderedPage {
  /** The page's own content of `<head>`: title, description, and tags for link previews and search engines. */
  head: string;
  body: string;
}

/** Returns the API's answer at an address. */
type Ask = (address: string) => Promise<Response>;

/** A page with its answers. */
interface PreparedPage {
  /** Changes with the answers. */
  state: string;
  render(language: Language): RenderedPage;
}

/** The functions of the built screens that the server calls. */
export interface PageRenderer {
  /** Parses an address; undefined if it is no public page. */
  parse(url: string): PublicPage | undefined;
  /** Renders a page. */
  render(page: ReadPage, data: PageData, language: Language, facts: ServerFacts): RenderedPage;
  /** Gets the answers for a page by `ask`; undefined if one is missing, such as that of a list that does not exist. */
  prepare(page: AnsweredPage, ask: Ask, facts: ServerFacts): Promise<PreparedPage | undefined>;
  /** Renders what a reader without scripts sees at an unknown address, in both languages. */
  missing(): string;
  /** Draws the picture of a link preview, as SVG; `data` are those of a ranking page. */
  draw(data: PageData, language: Language): string;
}
