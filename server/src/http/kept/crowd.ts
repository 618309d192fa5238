import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnchanged } from '../answers/etag.ts';
import { listAccepted } from '../files/memory.files.ts';
import { readingMethods } from '../input/origin.ts';
import { readerLanguage } from '../input/reader.language.ts';
import type { Parts } from '../parts.ts';

/*
 * Coalesces identical requests of hundreds of readers. One request is answered from the database; the others get a copy
 * of that answer, before any other processing. A copy is valid for a moment only, and dropped after any write answered
 * by this process and any notified ranking change, so that a reader who knows of a change always sees it.
 */

/** How long an answer is shared, from the arrival of its request, in milliseconds. */
const keptMs = 250;
const dayMs = 86_400_000;
/** Limits: number of answers, size of an answer in bytes, length of an address in characters. */
const maxAnswers = 1_000;
const maxBytes = 64 * 1024;
const maxAddress = 300;

interface CrowdAnswer {
  /** When its request arrived, by the server's clock. */
  asked: number;
  etag: string;
  /** The 304 for clients that have it already. */
  unchanged: Given;
  /** Undefined if every response so far was a 304. */
  whole: Given | undefined;
}
interface Given {
  status: number;
  /** Names and values alternate. */
  headers: string[];
  body?: Buffer;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request arrived, and the number of changes known by then. */
    crowdAsked: { at: number; changes: number } | null;
    /** Whether it was answered with a copy. */
    crowdAnswered: boolean;
  }
  interface FastifyInstance {
    /** The hooks of a route whose answers depend only on the address. */
    sharedByCrowd: Pick<RouteOptions, 'onRequest' | 'onSend'>;
    /** Answers a request with a shared copy, if there is a valid one; returns whether it did. */
    answerFromCrowd: (request: FastifyRequest, reply: FastifyReply) => boolean;
  }
}

/** Installs the sharing of answers; must be the first of the application's hooks. */
export function answerCrowds(app: FastifyInstance, { clock, metrics, phase, signals }: Parts): void {
  const answers = new Map<string, CrowdAnswer>();
  let changes = 0;

  app.decorateRequest('crowdAsked', null);
  app.decorateRequest('crowdAnswered', false);
  app.decorate('sharedByCrowd', {
    onRequest(request, _, done) {
      request.crowdAsked = { at: clock().getTime(), changes };
      done();
    },
    onSend(request, reply, payload, done) {
      const answer = request.crowdAsked?.changes === changes && answerToShare(request, reply, payload);
      if (answer) keep(readerKey(request), answer);
      done();
    },
  });

  function answerFromCrowd(request: FastifyRequest, reply: FastifyReply): boolean {
    const answer = request.method === 'GET' ? answers.get(readerKey(request)) : undefined;
    if (answer === undefined || !isFresh(answer, clock().getTime()) || phase?.() === 'stopping') return false;
    const given = isUnchanged(request, answer.etag) ? answer.unchanged : answer.whole;
    if (given === undefined) return false;
    request.crowdAnswered = true;
    metrics?.crowdAnswered();
    // The copy includes all headers, so no other hook needs to run.
    reply.hijack().raw.writeHead(given.status, given.headers).end(given.body);
    return true;
  }

  app.decorate('answerFromCrowd', answerFromCrowd);
  app.addHook('onRequest', (request, reply, done) => {
    if (!answerFromCrowd(request, reply)) done();
  });

  app.addHook('onSend', ({ method }, { statusCode }, _, done) => {
    const isRefused = statusCode >= 400 && statusCode < 500;
    if (!readingMethods.has(method) && !isRefused) forget();
    done();
  });
  signals.onSignal(forget);

  function forget(): void {
    changes += 1;
    answers.clear();
  }

  function keep(key: string, answer: CrowdAnswer): void {
    const earlier = answers.get(key);
    if (earlier && earlier.asked > answer.asked) return;
    answers.delete(key);
    for (const [oldest, { asked }] of answers) {
      if (answers.size < maxAnswers && answer.asked - asked < keptMs) break;
      answers.delete(oldest);
    }
    const isKnownWhole = answer.whole === undefined && earlier?.etag === answer.etag;
    answers.set(key, isKnownWhole ? { ...earlier, asked: answer.asked } : answer);
  }
}

/** Returns the key under which answers are equal: the address, and for pages also language and compression. */
function readerKey(request: FastifyRequest): string {
  const { url } = request;
  if (url.startsWith('/api/')) return url;
  return `${url} ${readerLanguage(request)} ${listAccepted(request.headers['accept-encoding']).has('gzip')}`;
}

/** Whether an answer may still be shared: not on the next day, when names may be hidden (L3). */
function isFresh({ asked }: CrowdAnswer, now: number): boolean {
  return now >= asked && now - asked < keptMs && Math.floor(now / dayMs) === Math.floor(asked / dayMs);
}

/** Returns the copy to share of an answer: only if it is complete, publicly cacheable, and not too long. */
function answerToShare(request: FastifyRequest, reply: FastifyReply, payload: unknown): CrowdAnswer | undefined {
  const { 'content-type': type, ...headers } = reply.getHeaders() as Record<string, string>;
  const { etag } = headers;
  const mayBeShared = headers['cache-control']?.startsWith('public') && !('set-cookie' in headers);
  if (!mayBeShared || etag === undefined || !request.crowdAsked) return undefined;
  if (request.method !== 'GET' || request.url.length > maxAddress) return undefined;
  const ofBoth = Object.entries(headers).flat();
  const answer = { asked: request.crowdAsked.at, etag, unchanged: { status: 304, headers: ofBoth }, whole: undefined };
  if (reply.statusCode === 304) return answer;
  const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
  if (reply.statusCode !== 200 || type === undefined || !isText) return undefined;
  const body = Buffer.from(payload);
  if (body.length > maxBytes) return undefined;
  const ofBody = ['content-type', type, 'content-length', String(body.length)];
  return { ...answer, whole: { status: 200, headers: [...ofBoth, ...ofBody], body } };
}
