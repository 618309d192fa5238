import { roleMay, roleSchema } from '@dossard/contract/access/permissions.ts';
import type { Endpoint } from '@dossard/contract/calls/endpoint.ts';
import type { Outcome } from './permissions.page.ts';

/* What every kind of caller may do, as it follows from the endpoint table. */

/** Calls for anyone that concern a public competition or series, and find no other. */
export const ofPublicCompetitions = [
  ...['getPublicSeries', 'getPublicStandings', 'exportPublicStandings', 'getPublicClubStandings'],
  ...[
    'getPublicCompetition',
    'getPublicRanking',
    'exportPublicRanking',
    'getPublicLinks',
    'listPublicResults',
    'getOfficialJson',
    'getPublicList',
    'followRider',
  ],
];

export const kinds = ['private', 'public'] as const;
export type Kind = (typeof kinds)[number];
export const roles = roleSchema.options;
export const globals = ['manage_users', 'create_competition', 'super_admin'] as const;
/** `invited` is an admin whose address is not verified yet. */
export const who = [
  'signed out',
  'not a member',
  'judge',
  'invited',
  'viewer',
  'referee',
  'editor',
  'admin',
  ...globals,
] as const;
export type Name = (typeof who)[number];

/** Returns the outcome that follows from the endpoint’s `who` (A1). */
export function expectedOutcome(endpoint: Endpoint, name: Name, kind: Kind): Outcome {
  const { who } = endpoint;
  if (who.kind === 'anyone') {
    return kind === 'private' && ofPublicCompetitions.includes(endpoint.name) ? 'not found' : 'allowed';
  }
  if (who.kind === 'series') {
    if (name === 'judge') return 'forbidden';
    if (name === 'signed out') return 'signs in first';
    if (name === 'super_admin' || name === 'admin') return 'allowed';
    return name === 'invited' || kind === 'public' ? 'forbidden' : 'not found';
  }
  if (name === 'judge') return expectedForJudges(endpoint, kind);
  if (endpoint.judge === 'only') return 'signs in first';
  const role = name === 'invited' ? 'referee' : (roles.find((one) => one === name) ?? null);
  if (who.kind === 'competition' && who.orIfPublic) {
    if (kind === 'public') return 'allowed';
    if (name === 'signed out') return 'not found';
  }
  if (name === 'signed out') return 'signs in first';
  if (who.kind === 'signed_in') return who.proven && name === 'invited' ? 'forbidden' : 'allowed';
  if (name === 'super_admin') return 'allowed';
  if (who.kind === 'global') return who.permission === name ? 'allowed' : 'forbidden';
  if (role === null) return kind === 'private' || who.evenDeleted ? 'not found' : 'forbidden';
  if (roleMay(role, who.permission)) return 'allowed';
  return who.evenDeleted ? 'not found' : 'forbidden';
}

/** Returns what a judge with a link may do: the referee's flow, and what visitors may (U2). */
function expectedForJudges({ judge, who }: Endpoint, kind: Kind): Outcome {
  // A link ends with its competition.
  if (judge === 'unknown' || (who.kind === 'competition' && who.evenDeleted)) return 'signs in first';
  if (judge) return 'allowed';
  if (who.kind !== 'competition' || !who.orIfPublic) return 'forbidden';
  return kind === 'public' ? 'allowed' : 'not found';
}
