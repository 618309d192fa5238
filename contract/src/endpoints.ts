import * as account from './accounts/account.endpoints.ts';
import * as factor from './accounts/factor.endpoints.ts';
import * as security from './accounts/security.endpoints.ts';
import * as session from './accounts/session.endpoints.ts';
import * as administration from './administration/administration.endpoints.ts';
import * as securityLog from './administration/security.log.endpoints.ts';
import * as alarms from './alarms/alarm.endpoints.ts';
import * as bibs from './bibs/bib.endpoints.ts';
import { type ClientEndpoint, type Endpoint, lineOf } from './calls/endpoint.ts';
import { parameters, parametersOf } from './calls/parameters.ts';
import * as competition from './competitions/competition.endpoints.ts';
import * as complaint from './complaints/complaint.endpoints.ts';
import * as copy from './copies/copy.endpoints.ts';
import * as entry from './entries/entry.endpoints.ts';
import * as follower from './followers/follower.endpoints.ts';
import * as history from './history/history.endpoints.ts';
import * as invitation from './invitations/invitation.endpoints.ts';
import * as desk from './judges/desk.endpoints.ts';
import * as judge from './judges/judge.endpoints.ts';
import * as member from './members/member.endpoints.ts';
import * as notice from './notices/notice.endpoints.ts';
import * as participant from './participants/participant.endpoints.ts';
import * as personalData from './participants/personal.data.endpoints.ts';
import * as phone from './phones/phone.endpoints.ts';
import * as place from './places/place.endpoints.ts';
import * as ranking from './rankings/ranking.endpoints.ts';
import type { RefusalCode } from './refusals/refusal.codes.ts';
import * as relations from './relations/relation.endpoints.ts';
import * as results from './results/result.endpoints.ts';
import * as round from './rounds/round.endpoints.ts';
import * as run from './runs/run.endpoints.ts';
import * as outsideResult from './series/outside.result.endpoints.ts';
import * as series from './series/series.endpoints.ts';
import * as setup from './setup/setup.endpoints.ts';
import * as speaker from './speaker/speaker.endpoints.ts';
import * as tie from './ties/tie.endpoints.ts';
import * as zone from './zones/zone.endpoints.ts';

/*
 * The whole endpoint table, for the server, OpenAPI and tests. The web imports only the endpoints that it calls, so
 * that a page loads no unused schemas.
 */
export const endpoints: readonly Endpoint[] = [
  session,
  account,
  security,
  factor,
  competition,
  copy,
  zone,
  invitation,
  participant,
  personalData,
  bibs,
  entry,
  run,
  ranking,
  follower,
  speaker,
  results,
  tie,
  complaint,
  round,
  series,
  outsideResult,
  relations,
  judge,
  desk,
  member,
  phone,
  place,
  notice,
  history,
  administration,
  securityLog,
  alarms,
  setup,
].flatMap((feature) => (Object.values(feature) as ClientEndpoint[]).map(lineOf));

/** Returns all possible refusals of a call: its own, and those that follow from its permission and input. */
export function refusalsOf(endpoint: Endpoint): RefusalCode[] {
  const { who, method, path } = endpoint;
  const isWrite = method !== 'GET';
  // What visitors may not see is answered as not found.
  const isOpen = who.kind === 'competition' && who.orIfPublic;
  const codes: (RefusalCode | false | undefined)[] = [
    'invalid_request',
    who.kind !== 'anyone' && !isOpen && 'not_authenticated',
    who.kind === 'competition' && !who.evenDeleted && 'forbidden',
    (who.kind === 'competition' || (who.kind === 'signed_in' && who.proven)) && 'address_not_confirmed',
    // A judge with a link is refused all calls but those of the referee's screen (U2).
    who.kind !== 'anyone' && !endpoint.judge && 'forbidden',
    who.kind === 'series' && 'address_not_confirmed',
    who.kind === 'global' &&
      (who.permission === 'create_competition' ? 'competition_creation_not_allowed' : 'forbidden'),
    who.kind === 'competition' && 'competition_not_found',
    ...parametersOf(path).map((name) => parameters[name].refusal),
    // Until a second factor is set up, only calls open to everybody are allowed.
    who.kind !== 'anyone' && !isOpen && !endpoint.duringSetup && 'factor_setup_required',
    endpoint.proof && 'proof_required',
    isWrite && who.kind === 'competition' && 'not_home',
    isWrite && 'cross_site_request',
    isWrite && 'submission_conflict',
    isWrite && 'file_too_large',
    isWrite && 'unsupported_file',
    (isWrite || endpoint.limit !== undefined) && 'too_many_requests',
    ...(endpoint.refusals ?? []),
    'internal_error',
    'overloaded',
  ];
  return [...new Set(codes.filter((code) => typeof code === 'string'))];
}
