import type {
  AnswerOf,
  BodyOf,
  CompetitionPlace,
  Endpoint,
  ParamsOf,
  QueryOf,
  Who,
} from '@dossard/contract/endpoint.ts';
import { type Language, preferredLanguage } from '@dossard/contract/language.ts';
import { problemsOf } from '@dossard/contract/refusals/problems.ts';
import { idSchema } from '@dossard/contract/text/text.schema.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type Caller, findSession } from '../features/accounts/session.store.ts';
import { type CompetitionAccess, findAccess } from '../features/competitions/competition.access.ts';
import type { Parts } from '../parts.ts';
import { checkCompetition, checkGlobal } from './permission.ts';
import { Refusal } from './refusal.ts';
import { sessionCookie, setSessionCookie } from './session.cookie.ts';

/*
 * Binds a handler to a line of the endpoint table. Who the caller is, whether what was sent is valid, and whether the
 * caller may do this are settled here from the line itself, before the handler runs.
 */

/** What a handler is given; the types follow the endpoint. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** The signed-in caller; for calls that need one. */
  caller: E['who'] extends { kind: 'anyone' } ? Caller | null : Caller;
  /** The competition the call is about, with the caller's role; for calls inside a competition. */
  competition: CompetitionAccess;
  language: Language;
  now: Date;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<AnswerOf<E> | FastifyReply>;

/** Registers an endpoint of the contract under `/api` with its handler. */
export function route<E extends Endpoint>(app: FastifyInstance, parts: Parts, endpoint: E, handler: Handler<E>): void {
  const [usualStatus = endpoint.answer || endpoint.download ? 200 : 204] = endpoint.statuses ?? [];
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    onRequest: (request, reply) => identify(request, reply, endpoint.who, parts),
    handler: async (request, reply) => {
      const params = readParams(request.params as Record<string, string>, endpoint);
      const sent = readSent(request, endpoint);
      const competition = await enforce(endpoint.who, request, { params, ...sent }, parts);
      reply.code(usualStatus).header('cache-control', 'no-store');
      const answer = await handler({
        params: params as ParamsOf<E>,
        query: sent.query as QueryOf<E>,
        body: sent.body as BodyOf<E>,
        caller: request.caller as Call<E>['caller'],
        competition: competition as CompetitionAccess,
        language: preferredLanguage(request.headers['accept-language']),
        now: parts.clock(),
        request,
        reply,
      });
      if (reply.sent || answer === reply) return reply;
      return reply.send(endpoint.answer ? z.parse(endpoint.answer, answer) : undefined);
    },
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** Finds out who calls. Calls for anyone read no cookie, so that their answers can be shared by caches. */
async function identify(request: FastifyRequest, reply: FastifyReply, who: Who, parts: Parts): Promise<void> {
  request.caller = null;
  if (who.kind === 'anyone') return;
  const openToVisitors = who.kind === 'competition' && who.orIfPublic;
  const token = request.cookies[sessionCookie];
  const session = token ? await findSession(parts.db, token, parts.clock()) : undefined;
  if (session) {
    request.caller = session.caller;
    // An answer that may be public must not bring anybody's cookie.
    if (session.prolonged && token && !openToVisitors) {
      setSessionCookie(reply, token, parts.publicUrl);
      reply.header('x-token-refreshed', 'true');
    }
    return;
  }
  if (!openToVisitors) throw new Refusal('not_authenticated');
}

/** Reads the path's parameters; anything but a positive integer names nothing, so it is not found. */
function readParams(given: Record<string, string>, endpoint: Endpoint): Record<string, number> {
  return Object.fromEntries(
    Object.entries(given).map(([name, text]) => {
      const id = /^[1-9]\d{0,9}$/.test(text) ? idSchema.safeParse(Number(text)) : undefined;
      if (id?.success) return [name, id.data];
      throw unknownParam(name, endpoint);
    }),
  );
}

function unknownParam(name: string, endpoint: Endpoint): Refusal {
  if (name === 'zoneId') return new Refusal('zone_not_found');
  if (name === 'graduationId') return new Refusal('graduation_not_found');
  if (name === 'dossard') return new Refusal('participant_not_found', { says: 'invalid_dossard' });
  const says = endpoint.path.includes(':dossard') ? 'invalid_dossard' : 'invalid_competition_id';
  return new Refusal('competition_not_found', { says });
}

/** Validates query and body; all their problems are reported at once. */
function readSent(request: FastifyRequest, endpoint: Endpoint): { query: unknown; body: unknown } {
  const query = endpoint.query?.safeParse(request.query, { reportInput: true });
  const body = endpoint.body?.safeParse(request.body ?? {}, { reportInput: true });
  const problems = [query, body].flatMap((parsed) => (parsed?.error ? problemsOf(parsed.error) : []));
  if (problems.length > 0) throw new Refusal('invalid_request', { problems });
  return { query: query?.data, body: body?.data };
}

/** Refuses whoever may not make this call; returns the competition that it is about. */
async function enforce(
  who: Who,
  request: FastifyRequest,
  sent: { params: Record<string, number>; query: unknown; body: unknown },
  parts: Parts,
): Promise<CompetitionAccess | undefined> {
  if (who.kind === 'global' && request.caller) checkGlobal(who, request.caller, parts);
  if (who.kind !== 'competition') return undefined;
  const competition = await findAccess(parts.db, competitionIdAt(who.at, sent), request.caller?.id);
  return checkCompetition(who, request.caller, competition);
}

function competitionIdAt(
  at: CompetitionPlace,
  sent: { params: Record<string, number>; query: unknown; body: unknown },
): number {
  const [place, name] = at.split('.') as ['params' | 'query' | 'body', string];
  return (sent[place] as Record<string, number>)[name] ?? 0;
}
