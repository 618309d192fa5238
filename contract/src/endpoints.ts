import * as account from './accounts/account.endpoints.ts';
import * as administration from './administration/administration.endpoints.ts';
import * as competition from './competitions/competition.endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import * as invitation from './invitations/invitation.endpoints.ts';
import * as member from './members/member.endpoints.ts';
import * as participant from './participants/participant.endpoints.ts';
import * as ranking from './rankings/ranking.endpoints.ts';
import type { RefusalCode } from './refusals/refusal.codes.ts';
import * as results from './results/results.endpoints.ts';
import * as run from './runs/run.endpoints.ts';
import * as zone from './zones/zone.endpoints.ts';

/*
 * The whole endpoint table, for the server, OpenAPI and the tests that walk it. The web imports the lines it calls
 * from their own features, so that a page carries no schema that it does not use.
 */
export const endpoints: readonly Endpoint[] = [
  account,
  competition,
  zone,
  invitation,
  participant,
  run,
  ranking,
  results,
  member,
  administration,
].flatMap((feature) => Object.values(feature) as Endpoint[]);

/** What a call may refuse whatever it does, from who may make it and what it takes. */
export function usualRefusals(endpoint: Endpoint): RefusalCode[] {
  const codes: RefusalCode[] = [];
  if (endpoint.body || endpoint.query || endpoint.upload) codes.push('invalid_request');
  if (endpoint.who.kind !== 'anyone') codes.push('not_authenticated');
  if (endpoint.who.kind === 'competition' || endpoint.who.kind === 'global') codes.push('forbidden');
  if (endpoint.who.kind === 'competition') codes.push('competition_not_found');
  if (endpoint.method !== 'GET') codes.push('cross_site_request');
  if (endpoint.method !== 'GET' || endpoint.limit) codes.push('too_many_requests');
  return codes;
}
