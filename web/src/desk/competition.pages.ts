import type { CompetitionPermission } from '@dossard/contract/access/permissions.ts';
import type { LinkProps } from '@tanstack/react-router';
import { m } from '../paraglide/messages.js';
import { type Counts, countInvited } from './counts.ts';
import type { May } from './may.ts';

/** The end of an address whose only parameter is a competition. */
type AddressEnd =
  NonNullable<LinkProps['to']> extends infer To
    ? To extends `/competitions/$competitionId/${infer End}`
      ? End extends `${string}/${string}`
        ? never
        : End
      : never
    : never;

type SectionName = 'prepare' | 'participants' | 'referees' | 'day' | 'results' | 'more';

interface Section {
  name: SectionName;
  label: () => string;
  /** Returns true while its pages have no content. */
  isEmpty?: (counts: Counts) => boolean;
  /** Shown beside the label; of the day, what needs a decision. */
  count?: (counts: Counts) => number;
}

export interface CompetitionPage {
  /** The first part of its address after the competition's id. */
  path: AddressEnd;
  to: `/competitions/$competitionId/${AddressEnd}`;
  label: () => string;
  needs: CompetitionPermission;
  section: SectionName;
  /** A part of another page: found by its address and the search, but not beside the title. */
  isPart?: true;
}

/** The entries of the navigation. */
const sections: readonly Section[] = [
  { name: 'prepare', label: m.prepare },
  {
    name: 'participants',
    label: m.participants,
    isEmpty: ({ riders }) => riders === 0,
    count: ({ riders }) => riders,
  },
  {
    name: 'referees',
    label: m.referees,
    isEmpty: (counts) => countInvited(counts) === 0,
    count: countInvited,
  },
  {
    name: 'day',
    label: m.event_day,
    isEmpty: ({ zones, riders }) => zones === 0 || riders === 0,
    count: ({ undecided }) => undecided,
  },
  { name: 'results', label: m.results, isEmpty: ({ runs }) => runs === 0 },
  { name: 'more', label: m.more },
];

const page = (
  section: SectionName,
  path: AddressEnd,
  label: () => string,
  needs: CompetitionPermission,
  more: Pick<CompetitionPage, 'isPart'> = {},
): CompetitionPage => ({ section, path, to: `/competitions/$competitionId/${path}`, label, needs, ...more });

/** The pages of a competition by section; an entry of the navigation opens the first one that the reader may. */
const competitionPages: readonly CompetitionPage[] = [
  page('prepare', 'edit', m.prepare, 'manage_competition'),
  page('participants', 'participants', m.participants, 'see_participants'),
  page('participants', 'entries', m.entries, 'manage_participants'),
  page('participants', 'start-order', m.start_order, 'manage_participants'),
  page('participants', 'handout', m.handout, 'edit_runs'),
  page('referees', 'users', m.referees, 'manage_members'),
  page('referees', 'qr-invitation', m.invite_by_qr, 'invite_users', { isPart: true }),
  page('referees', 'phones', m.phones, 'invite_users', { isPart: true }),
  page('day', 'overview', m.event_day, 'edit_runs'),
  page('day', 'progress', m.progress, 'see_participants'),
  page('day', 'runs', m.runs, 'edit_runs'),
  page('day', 'zones', m.zones, 'view_competition'),
  page('day', 'paper', m.paper_entry, 'edit_runs'),
  page('day', 'speaker', m.speaker, 'see_ranking'),
  page('day', 'doubtful-runs', m.doubtful_runs, 'edit_runs', { isPart: true }),
  page('day', 'unresolved-runs', m.unresolved_runs, 'edit_runs', { isPart: true }),
  page('results', 'results', m.results, 'see_ranking'),
  page('results', 'jury', m.jury_copy, 'edit_runs', { isPart: true }),
  page('results', 'live-ranking', m.ranking, 'see_ranking'),
  // Editors see only the export on this page (A1).
  page('results', 'edit', m.export_results, 'export_results'),
  page('more', 'history', m.history, 'manage_competition'),
  page('more', 'print', m.print_page, 'see_participants'),
  page('more', 'relations', m.relations, 'manage_competition'),
  page('more', 'places', m.two_places, 'manage_competition'),
];

/** Returns a page by its path; of several entries, the first. */
export function getCompetitionPage(path: AddressEnd): CompetitionPage {
  const page = competitionPages.find((one) => one.path === path);
  if (!page) throw new Error(`No page at ${path}`);
  return page;
}

/** Lists the pages that a reader may open, each once. */
export function listCompetitionPages(may: May): CompetitionPage[] {
  const open = competitionPages.filter(({ needs }) => may(needs));
  return open.filter(({ path }, index) => open.findIndex((page) => page.path === path) === index);
}

/** Lists the entries of the navigation, each with the pages that the reader may open; entries without any are left out. */
export function listSections(may: May): (Section & { pages: [CompetitionPage, ...CompetitionPage[]] })[] {
  const open = listCompetitionPages(may);
  return sections.flatMap((section) => {
    const [first, ...others] = open.filter((page) => page.section === section.name);
    return first ? [{ ...section, pages: [first, ...others] }] : [];
  });
}

/** Returns true while the section that a page belongs to has no content. */
export const isPageEmpty = (page: CompetitionPage, counts: Counts | undefined): boolean =>
  counts !== undefined && sections.find(({ name }) => name === page.section)?.isEmpty?.(counts) === true;

/** Finds the page at an address such as `/competitions/7/edit` among those that the reader may open. */
export function findCompetitionPage(pathname: string, may: May): CompetitionPage | undefined {
  const path = /^\/competitions\/\d+\/([^/]+)/.exec(pathname)?.[1];
  return listCompetitionPages(may).find((page) => page.path === path);
}
