import { accountHeader } from '@dossard/contract/calls/account.header.ts';
import type {
  AnswerOf,
  BodyOf,
  CompetitionPlace,
  Endpoint,
  ParamsOf,
  QueryOf,
  Who,
} from '@dossard/contract/calls/endpoint.ts';
import { type Language, preferredLanguage } from '@dossard/contract/language/language.ts';
import { problemsOf } from '@dossard/contract/refusals/problems.ts';
import { idSchema } from '@dossard/contract/text/text.schema.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import * as z from 'zod/mini';
import type { Caller } from '../access/account.store.ts';
import { type CompetitionAccess, findAccess, visitorAccess } from '../access/competition.access.ts';
import { findSession } from '../access/session.store.ts';
import { type Write, writeTo } from '../audit/write.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { AccountTurn } from './account.turns.ts';
import { countAttempt } from './attempts.ts';
import { readKnownDevices } from './device.cookie.ts';
import { findKeptAnswer, type RepeatableWrite, readIdempotencyKey, writeOnce } from './idempotency.ts';
import type { Parts } from './parts.ts';
import { checkCompetition, checkGlobal } from './permission.ts';
import { sessionCookie, setSessionCookie } from './session.cookie.ts';
import { createStrangerTurn, isOpenWrite } from './stranger.turns.ts';
import { acceptUploads, readUpload, type Upload } from './upload.ts';

/*
 * Binds a handler to a line of the endpoint table. Who the caller is, whether what was sent is valid, whether the
 * caller may do this, and whether it was done already are settled here from the line itself, before the handler runs.
 */

/** What a handler is given; the types follow the endpoint. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** The file that was sent; for calls that take one. */
  upload: Upload;
  /** The signed-in caller; for calls that need one. */
  caller: E['who'] extends { kind: 'anyone' } ? Caller | null : Caller;
  /** The competition the call is about, with the caller's role; for calls inside a competition. */
  competition: CompetitionAccess;
  language: Language;
  now: Date;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Runs the call's write in one transaction and answers with its result, once for its `Idempotency-Key`. */
  write: Writer<Answer<E>>;
}

/** Runs `work` in one transaction; the same call sent again gets the same answer without it. */
export type Writer<Answer> = (work: (write: Write) => Promise<Answer>) => Promise<Answer>;

// biome-ignore lint/suspicious/noConfusingVoidType: the handler of a call without an answer returns nothing.
type Answer<E> = AnswerOf<E> extends undefined ? void : AnswerOf<E>;
type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E> | FastifyReply>;

interface Sent {
  params: Record<string, number | string>;
  query: unknown;
  body: unknown;
}

/** Registers an endpoint of the contract under `/api` with its handler. */
export function route<E extends Endpoint>(app: FastifyInstance, parts: Parts, endpoint: E, handler: Handler<E>): void {
  const [usualStatus = endpoint.answer || endpoint.download ? 200 : 204] = endpoint.statuses ?? [];
  const findForVisitors = visitorAccess(parts.db);
  const inTurn = isOpenWrite(endpoint) ? createStrangerTurn() : undefined;
  const shape = (answer: unknown) => (endpoint.answer ? z.parse(endpoint.answer, answer) : undefined);
  const routing: RouteOptions = {
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    ...(isCrowded(endpoint)
      ? app.sharedByCrowd
      : { onRequest: (request: FastifyRequest, reply: FastifyReply) => identify(request, reply, endpoint.who, parts) }),
    handler: (request, reply) => {
      const work = () => (reply.raw.closed ? leave(reply) : handle(request, reply));
      if (request.caller && endpoint.method === 'GET') return app.accountTurn(request.caller.id, work);
      // A device that signed in before goes first, so that a flood of sign-ins does not keep its owner waiting.
      return inTurn ? inTurn(work, readKnownDevices(request, parts.deviceKey).size > 0) : handle(request, reply);
    },
  };
  if (endpoint.upload) acceptUploads(app, (scope) => scope.route(routing));
  else app.route(routing);

  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const sent = readSent(request, endpoint);
    if (request.caller && endpoint.method !== 'GET') await parts.limits?.countWrite(request.caller.id);
    const { email } = (sent.body ?? {}) as { email?: string };
    const work = () => serve(request, reply, sent);
    const answer = endpoint.limit ? await countAttempt(parts, request, endpoint.limit, email, work) : await work();
    return reply.sent || answer === reply ? reply : reply.send(answer);
  }

  /** Returns what to answer, or the reply if it was sent already. */
  async function serve(request: FastifyRequest, reply: FastifyReply, sent: Sent): Promise<unknown> {
    let once = endpoint.upload ? undefined : repeatable(request, endpoint);
    // Before the permission is looked at: the write itself may have ended it.
    if (once && (await sendKept(reply, once, parts))) return reply;
    const competition = await enforce(endpoint.who, request, sent, parts, findForVisitors);
    const upload = endpoint.upload ? await readUpload(request) : undefined;
    if (upload) once = repeatable(request, endpoint, upload);
    if (upload && once && (await sendKept(reply, once, parts))) return reply;
    reply.code(usualStatus).header('cache-control', 'no-store');
    const now = parts.clock();
    const by = { competition_id: competition?.id ?? 0, actor_id: request.caller?.id ?? null, now };
    const answer = await handler({
      params: sent.params as ParamsOf<E>,
      query: sent.query as QueryOf<E>,
      body: sent.body as BodyOf<E>,
      upload: upload as Upload,
      caller: request.caller as Call<E>['caller'],
      competition: competition as CompetitionAccess,
      language: languageOf(request),
      now,
      request,
      reply,
      write: (work) =>
        (once
          ? writeOnce(parts.db, once, usualStatus, async (tx) => shape(await work({ ...by, tx })))
          : writeTo(parts.db, by, work)) as Promise<Answer<E>>,
    });
    return reply.sent || answer === reply ? reply : shape(answer);
  }
}

/** Answers nobody: the client has left while it waited. */
const leave = async (reply: FastifyReply) => reply.hijack();

declare module 'fastify' {
  interface FastifyInstance {
    accountTurn: AccountTurn;
  }
  interface FastifyRequest {
    caller: Caller | null;
  }
}

const languageOf = (request: FastifyRequest): Language => preferredLanguage(request.headers['accept-language']);

/** Finds out who calls. Calls for anyone read no cookie, so that their answers can be shared by caches. */
async function identify(request: FastifyRequest, reply: FastifyReply, who: Who, parts: Parts): Promise<void> {
  request.caller = null;
  if (who.kind === 'anyone') return;
  const openToVisitors = who.kind === 'competition' && who.orIfPublic;
  const token = request.cookies[sessionCookie];
  const session = token ? await findSession(parts.db, token, parts.clock()) : undefined;
  if (!session && token) request.server.knownSessions?.delete(token);
  if (session) {
    if (token) request.server.knownSessions?.add(token);
    request.endTurn?.();
    if (isMeantForAnother(request, session.caller)) throw new Refusal('not_authenticated');
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

/** A phone that several people share may still send what one of them recorded, while another one is signed in. */
function isMeantForAnother(request: FastifyRequest, caller: Caller): boolean {
  const meant = request.headers[accountHeader];
  return meant !== undefined && meant !== encodeURIComponent(caller.email);
}

/** Reads the path's parameters; where an id stands, anything but a positive integer names nothing: it is not found. */
function readParams(given: Record<string, string>, endpoint: Endpoint): Sent['params'] {
  return Object.fromEntries(
    Object.entries(given).map(([name, text]) => {
      if (name === 'pair' || name === 'submission' || name === 'invitation') return [name, text];
      const id = /^[1-9]\d{0,9}$/.test(text) ? idSchema.safeParse(Number(text)) : undefined;
      if (id?.success) return [name, id.data];
      throw unknownParam(name, endpoint);
    }),
  );
}

function unknownParam(name: string, endpoint: Endpoint): Refusal {
  if (name === 'zoneId') return new Refusal('zone_not_found');
  if (name === 'graduationId') return new Refusal('graduation_not_found');
  if (name === 'entry') return new Refusal('audit_entry_not_found');
  if (name === 'dossard') return new Refusal('participant_not_found', { says: 'invalid_dossard' });
  const says = endpoint.path.includes(':dossard') ? 'invalid_dossard' : 'invalid_competition_id';
  return new Refusal('competition_not_found', { says });
}

/** Validates path, query and body; all problems of the last two are reported at once. */
function readSent(request: FastifyRequest, endpoint: Endpoint): Sent {
  const params = readParams(request.params as Record<string, string>, endpoint);
  const query = endpoint.query?.safeParse(filledOnly(request.query), { reportInput: true });
  const body = endpoint.body?.safeParse(objectOf(request.body), { reportInput: true });
  const problems = [query, body].flatMap((parsed) => (parsed?.error ? problemsOf(parsed.error) : []));
  if (problems.length > 0) throw new Refusal('invalid_request', { problems });
  return { params, query: query?.data, body: body?.data };
}

/** Whether crowds ask for the same addresses; those that hold a token, which are limited, are nobody else's. */
const isCrowded = ({ who, method, limit }: Endpoint) => who.kind === 'anyone' && method === 'GET' && !limit;

/** A query without the parameters that were left empty, as in `?category=&gender=`. */
function filledOnly(query: unknown): unknown {
  return Object.fromEntries(Object.entries(query as object).filter(([, value]) => value !== ''));
}

/** A body that is no object says nothing: what it should have said is then reported field by field. */
function objectOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
}

/** The write that this request asks for, when its sender may ask for it again. */
function repeatable(request: FastifyRequest, endpoint: Endpoint, upload?: Upload): RepeatableWrite | undefined {
  if (endpoint.method === 'GET' || endpoint.repeatsItself) return undefined;
  const content = [request.url, JSON.stringify(request.body ?? null), ...(upload ? [upload.bytes] : [])];
  return readIdempotencyKey(request, endpoint.name, content);
}

/** Sends the answer of a write that was carried out already; whether there was one. */
async function sendKept(reply: FastifyReply, write: RepeatableWrite, { db }: Parts): Promise<boolean> {
  const kept = await findKeptAnswer(db, write);
  if (!kept) return false;
  const headers = { 'cache-control': 'no-store', 'idempotency-replayed': 'true' };
  reply.code(kept.status).headers(headers).send(kept.answer);
  return true;
}

/** Refuses whoever may not make this call; returns the competition that it is about. */
async function enforce(
  who: Who,
  request: FastifyRequest,
  sent: Sent,
  parts: Parts,
  findForVisitors: (id: number) => Promise<CompetitionAccess | undefined>,
): Promise<CompetitionAccess | undefined> {
  if (who.kind === 'global' && request.caller) checkGlobal(who, request.caller, parts);
  if (who.kind !== 'competition') return undefined;
  const id = competitionIdAt(who.at, sent);
  const { caller } = request;
  const isVisitor = caller === null && !who.evenDeleted;
  const competition = isVisitor
    ? await findForVisitors(id)
    : await findAccess(parts.db, id, caller?.id, who.evenDeleted);
  return checkCompetition(who, request.caller, competition);
}

function competitionIdAt(at: CompetitionPlace, sent: Sent): number {
  const [place, name] = at.split('.') as ['params' | 'query' | 'body', string];
  return Number((sent[place] as Record<string, unknown>)[name] ?? 0);
}
