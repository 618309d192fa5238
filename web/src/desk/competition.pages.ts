import type { CompetitionPermission } from '@dossard/contract/access/permissions.ts';
import type { LinkProps } from '@tanstack/react-router';
import { m } from '../paraglide/messages.js';
import type { May } from './may.ts';

/** The addresses whose only parameter is a competition. */
type Address = Exclude<
  Extract<LinkProps['to'], `/competitions/$competitionId/${string}`>,
  `${string}/$${string}/$${string}`
>;

export interface CompetitionPage {
  /** The first part of its address after the competition's id. */
  path: string;
  to: Address;
  label: () => string;
  needs: CompetitionPermission;
  /** The page of the navigation that this page belongs to; absent for pages in the navigation. */
  within?: string;
}

const at = '/competitions/$competitionId' as const;

/** The pages of a competition: those of the navigation in their order, then those that only the search finds. */
const competitionPages: readonly CompetitionPage[] = [
  { path: 'overview', to: `${at}/overview`, label: m.overview, needs: 'edit_runs' },
  { path: 'zones', to: `${at}/zones`, label: m.zones, needs: 'view_competition' },
  { path: 'participants', to: `${at}/participants`, label: m.participants, needs: 'see_participants' },
  { path: 'runs', to: `${at}/runs`, label: m.runs, needs: 'edit_runs' },
  { path: 'live-ranking', to: `${at}/live-ranking`, label: m.ranking, needs: 'see_ranking' },
  { path: 'results', to: `${at}/results`, label: m.results, needs: 'see_ranking' },
  { path: 'progress', to: `${at}/progress`, label: m.progress, needs: 'see_participants' },
  { path: 'phones', to: `${at}/phones`, label: m.phones, needs: 'invite_users' },
  { path: 'history', to: `${at}/history`, label: m.history, needs: 'manage_competition' },
  { path: 'edit', to: `${at}/edit`, label: m.settings, needs: 'manage_competition' },
  // Editors see only the export on this page (A1).
  { path: 'edit', to: `${at}/edit`, label: m.export_results, needs: 'export_results', within: 'results' },
  { path: 'paper', to: `${at}/paper`, label: m.paper_entry, needs: 'edit_runs', within: 'runs' },
  { path: 'doubtful-runs', to: `${at}/doubtful-runs`, label: m.doubtful_runs, needs: 'edit_runs', within: 'runs' },
  {
    path: 'unresolved-runs',
    to: `${at}/unresolved-runs`,
    label: m.unresolved_runs,
    needs: 'edit_runs',
    within: 'runs',
  },
  { path: 'speaker', to: `${at}/speaker`, label: m.speaker, needs: 'see_ranking', within: 'live-ranking' },
  { path: 'print', to: `${at}/print`, label: m.print_page, needs: 'see_participants', within: 'participants' },
  {
    path: 'entries',
    to: `${at}/entries`,
    label: m.entries,
    needs: 'manage_participants',
    within: 'participants',
  },
  { path: 'handout', to: `${at}/handout`, label: m.handout, needs: 'edit_runs', within: 'participants' },
  {
    path: 'start-order',
    to: `${at}/start-order`,
    label: m.start_order,
    needs: 'manage_participants',
    within: 'participants',
  },
  { path: 'places', to: `${at}/places`, label: m.two_places, needs: 'manage_competition', within: 'edit' },
  { path: 'relations', to: `${at}/relations`, label: m.relations, needs: 'manage_competition', within: 'edit' },
  { path: 'users', to: `${at}/users`, label: m.manage_users, needs: 'manage_members', within: 'edit' },
  { path: 'qr-invitation', to: `${at}/qr-invitation`, label: m.invite_by_qr, needs: 'invite_users', within: 'zones' },
];

/** Lists the pages that a reader may open, each once. */
export function listCompetitionPages(may: May): CompetitionPage[] {
  const open = competitionPages.filter(({ needs }) => may(needs));
  return open.filter(({ path }, index) => open.findIndex((page) => page.path === path) === index);
}

/** Finds the page of a competition at an address such as `/competitions/7/edit`; undefined for other addresses. */
export function findCompetitionPage(pathname: string): CompetitionPage | undefined {
  const path = /^\/competitions\/\d+\/([^/]+)/.exec(pathname)?.[1];
  return competitionPages.find((page) => page.path === path);
}
