import {
  type BodyOf,
  type ClientEndpoint,
  type Endpoint,
  lineOf,
  type ParamsOf,
  type QueryOf,
} from '@dossard/contract/calls/endpoint.ts';
import { preferredLanguage } from '@dossard/contract/language/language.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import * as z from 'zod/mini';
import { accountOf, type Caller } from '../../access/account.store.ts';
import { type CompetitionAccess, visitorAccess } from '../../access/competition.access.ts';
import type { SeriesAccess } from '../../access/series.access.ts';
import { type Write, writeTo } from '../../audit/write.ts';
import { accountIn, parseInput, parseOptions, type RequestInput } from '../input/request.input.ts';
import { acceptUploads, readUpload, type Upload } from '../input/upload.ts';
import { repeatable, sendKept, writeOnce } from '../kept/idempotency.ts';
import type { Parts } from '../parts.ts';
import { createAnonymousTurn, isOpenWrite } from '../turns/anonymous.turns.ts';
import { countAttempt } from '../who/attempts.ts';
import { readKnownDevices } from '../who/device.cookie.ts';
import { identify } from '../who/identify.ts';
import { authorise } from '../who/permission.ts';
import { checkSessionRights } from '../who/session.rights.ts';
import type { Answer, Call, Handler } from './call.ts';

/*
 * Binds a handler to an entry of the endpoint table. Every request passes the same steps before it: identify the
 * caller, wait for a turn, validate, rate-limit, replay a stored answer, authorise, receive the upload.
 */

/** What the calls of a feature are registered with. */
export interface Routes {
  app: FastifyInstance;
  parts: Parts;
  /** Registers an endpoint of the contract under `/api` with its handler. */
  route: <E extends ClientEndpoint>(called: E, handler: Handler<E>) => void;
  /** Registers an endpoint whose handler is one write, see `Call.write`. */
  writeRoute: <E extends ClientEndpoint>(called: E, work: Work<E, Answer<E>>) => void;
  /** Registers an endpoint that answers what is read after its write, in the same transaction. */
  changeRoute: <E extends ClientEndpoint>(called: E, work: Work<E, unknown>, read: Work<E, Answer<E>>) => void;
}

type Work<E extends ClientEndpoint, Result> = (write: Write, call: Call<E>) => Promise<Result>;

/** Returns what registers calls in an application. */
export const routesOf = (app: FastifyInstance, parts: Parts): Routes => ({
  app,
  parts,
  route: (called, handler) => register(app, parts, called, handler),
  writeRoute: (called, work) => register(app, parts, called, (call) => call.write((write) => work(write, call))),
  changeRoute: (called, work, read) =>
    register(app, parts, called, (call) => call.write((write) => work(write, call).then(() => read(write, call)))),
});

function register<E extends ClientEndpoint>(app: FastifyInstance, parts: Parts, called: E, handler: Handler<E>): void {
  const endpoint = lineOf(called);
  const serve = createServing(parts, endpoint, handler);
  const inTurn = isOpenWrite(endpoint) ? createAnonymousTurn() : undefined;
  const routing: RouteOptions = {
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    ...(isCrowded(endpoint)
      ? app.sharedByCrowd
      : { onRequest: (request: FastifyRequest, reply: FastifyReply) => identify(request, reply, endpoint, parts) }),
    handler: (request, reply) => {
      const work = () => (reply.raw.closed ? leave(reply) : answer(request, reply));
      if (request.caller && endpoint.method === 'GET') return app.accountTurn(request.caller.id, work);
      // A known device goes first, so that a flood of sign-ins does not delay its owner.
      return inTurn ? inTurn(work, readKnownDevices(request, parts.deviceKey).size > 0) : answer(request, reply);
    },
  };
  if (endpoint.upload) acceptUploads(app, (scope) => scope.route(routing));
  else app.route(routing);

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (endpoint.open && !request.caller) reply.header('access-control-allow-origin', '*');
    const input = parseInput(request, endpoint);
    if (request.caller && endpoint.method !== 'GET') await parts.limits?.countWrite(writerOf(request.caller));
    const work = () => serve(request, reply, input);
    const { limit } = endpoint;
    const body = limit ? await countAttempt(parts, request, limit, accountIn(input, limit), work) : await work();
    return reply.sent || body === reply ? reply : reply.send(body);
  }
}

/**
 * Creates the function that serves a validated request; it returns the answer's body, or the reply if that was sent
 * already.
 */
function createServing<E extends ClientEndpoint>(parts: Parts, endpoint: Endpoint, handler: Handler<E>) {
  const [usualStatus = endpoint.answer || endpoint.download ? 200 : 204] = endpoint.statuses ?? [];
  // What anyone may read may also become private.
  const caching = endpoint.open && endpoint.who.kind === 'anyone' ? 'public, no-cache' : 'no-store';
  const findForVisitors = visitorAccess(parts.db);
  const shape = (answer: unknown) => (endpoint.answer ? z.parse(endpoint.answer, answer) : undefined);

  return async (request: FastifyRequest, reply: FastifyReply, input: RequestInput): Promise<unknown> => {
    let once = endpoint.upload ? undefined : repeatable(request, endpoint);
    // Before authorisation, because the write itself may have removed the permission.
    if (once && (await sendKept(reply, once, parts))) return reply;
    const { competition, series } = await authorise(endpoint.who, request, input, parts, findForVisitors);
    await checkSessionRights(request, endpoint, parts);
    const upload = endpoint.upload ? await readUpload(request) : undefined;
    if (upload) once = repeatable(request, endpoint, upload);
    if (upload && once && (await sendKept(reply, once, parts))) return reply;
    reply.code(usualStatus).header('cache-control', caching);
    const now = parts.clock();
    const by = { competition_id: competition?.id ?? 0, actor_id: accountOf(request.caller), now };
    const call: Call<E> = {
      params: input.params as ParamsOf<E>,
      query: input.query as QueryOf<E>,
      body: (upload ? parseOptions(upload, endpoint) : input.body) as BodyOf<E>,
      upload: upload as Upload,
      caller: request.caller as Call<E>['caller'],
      competition: competition as CompetitionAccess,
      series: series as SeriesAccess,
      language: preferredLanguage(request.headers['accept-language']),
      now,
      request,
      reply,
      write: (work) =>
        (once
          ? writeOnce(parts.db, once, usualStatus, async (tx) => shape(await work({ ...by, tx })))
          : writeTo(parts.db, by, work)) as Promise<Answer<E>>,
    };
    const answer = await handler(call);
    return reply.sent || answer === reply ? reply : shape(answer);
  };
}
/** By which writes are counted: all phones of a judge's link share their limit (U5). */
const writerOf = ({ id, judge }: Caller) => (judge ? `link ${judge.link_id}` : String(id));

/** Ends without an answer, because the client disconnected while it waited. */
const leave = async (reply: FastifyReply) => reply.hijack();

/** Whether many clients request the same address; calls with a token are limited and never shared. */
const isCrowded = ({ who, method, limit }: Endpoint) => who.kind === 'anyone' && method === 'GET' && !limit;
