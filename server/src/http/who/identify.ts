import { accountHeader, isJudgeName } from '@dossard/contract/calls/account.header.ts';
import type { Endpoint } from '@dossard/contract/calls/endpoint.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/account.store.ts';
import { findJudge, type JudgingCaller } from '../../access/judge.access.ts';
import { findSession, type SessionRights } from '../../access/session.store.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { judgeCookie, sessionCookie, setSessionCookie } from '../input/session.cookie.ts';
import type { Parts } from '../parts.ts';
import type { AccountTurn } from '../turns/account.turns.ts';
import { placeOf } from './sign.in.ts';

declare module 'fastify' {
  interface FastifyInstance {
    accountTurn: AccountTurn;
  }
  interface FastifyRequest {
    caller: Caller | null;
    /** What the caller's session may do; null without a session. */
    rights: SessionRights | null;
  }
}

/** Identifies the caller. Calls for anyone read no cookie, so that caches can share their answers. */
export async function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  parts: Parts,
): Promise<void> {
  const { who } = endpoint;
  request.caller = null;
  request.rights = null;
  if (who.kind === 'anyone') return;
  const openToVisitors = who.kind === 'competition' && who.orIfPublic === true;
  const meant = request.headers[accountHeader];
  // What a judge recorded is sent in their name, also while somebody is signed in here (U2).
  const isOfJudge = typeof meant === 'string' && isJudgeName(meant);
  const token = isOfJudge || endpoint.judge === 'only' ? undefined : request.cookies[sessionCookie];
  const session = token ? await findSession(parts.db, token, parts.clock(), () => placeOf(request)) : undefined;
  if (!session && token) request.server.knownSessions?.delete(token);
  if (!session) {
    // What an account recorded waits for its sign-in, also where a judge's link is open.
    const isOfAccount = meant !== undefined && !isOfJudge;
    const judge = isOfAccount ? undefined : await findJudgeOf(request, endpoint, parts, isOfJudge ? meant : undefined);
    if (judge && mayCall(judge, endpoint)) request.caller = judge;
    else if (!openToVisitors) throw new Refusal(isElsewhere(judge, endpoint) ? 'forbidden' : 'not_authenticated');
    return;
  }
  if (token) request.server.knownSessions?.add(token);
  request.endTurn?.();
  if (isMeantForAnother(request, session.caller)) throw new Refusal('not_authenticated');
  if (session.rights.must_set_up && !endpoint.duringSetup) {
    if (openToVisitors) return;
    throw new Refusal('factor_setup_required');
  }
  request.caller = session.caller;
  request.rights = session.rights;
  // A public answer may be cached and shared, so it must not set a cookie.
  if (session.prolonged && token && !openToVisitors) {
    setSessionCookie(reply, token, parts.publicUrl);
    reply.header('x-token-refreshed', 'true');
  }
}

/**
 * Finds the judge whose cookie the request carries; `name` asks for another one who opened the same link on this phone.
 */
async function findJudgeOf(
  request: FastifyRequest,
  { judge: given }: Endpoint,
  parts: Parts,
  name: string | undefined,
): Promise<JudgingCaller | undefined> {
  const token = given === 'unknown' ? undefined : request.cookies[judgeCookie];
  const caller = token ? await findJudge(parts.db, token, parts.clock(), name) : undefined;
  if (!token || !caller) return undefined;
  request.server.knownSessions?.add(token);
  request.endTurn?.();
  return caller;
}

/** Whether the call is part of the referee's screen; once the link is over, only what sends runs is (U3). */
const mayCall = ({ judge }: JudgingCaller, { judge: given }: Endpoint): boolean =>
  given === 'late_too' || (given !== undefined && judge.state !== 'late');

/** Whether a valid link was used outside of the referee's screen. */
const isElsewhere = (caller: JudgingCaller | undefined, { judge: given }: Endpoint): boolean =>
  caller?.judge.state === 'valid' && given === undefined;

/**
 * Whether the request was recorded by another user: on a shared phone, runs of one user may be sent while another is
 * signed in.
 */
function isMeantForAnother(request: FastifyRequest, caller: Caller): boolean {
  const meant = request.headers[accountHeader];
  return meant !== undefined && meant !== encodeURIComponent(caller.email);
}
