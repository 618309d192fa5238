import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isHeld } from './etag.ts';
import { listAccepted } from './memory.files.ts';
import { readingMethods } from './origin.ts';
import type { Parts } from './parts.ts';
import { readerLanguage } from './reader.language.ts';

/*
 * Hundreds ask for the same page at the same moment. One of them is answered from what is stored; the others get that
 * answer, before anything else of their request is looked at. It is given for a moment only, and not at all after a
 * write that this process has answered, or a change of a ranking that it has heard of: whoever knows of it finds it done.
 */

/** How long an answer is given to others, from when it was asked for, in milliseconds. */
const keptMs = 250;
const dayMs = 86_400_000;
/** Answers that are kept at most, and the longest of them, in bytes, and their addresses, in characters. */
const maxAnswers = 1_000;
const maxBytes = 64 * 1024;
const maxAddress = 300;

interface CrowdAnswer {
  /** When it was asked for, by the server's clock. */
  asked: number;
  etag: string;
  /** For those who have it already. */
  held: Given;
  /** Unknown when all who asked so far had it already. */
  whole: Given | undefined;
}
interface Given {
  status: number;
  /** Names and values in turn. */
  headers: string[];
  body?: Buffer;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** When a crowd's question came, and how many changes were known by then. */
    crowdAsked: { at: number; changes: number } | null;
    /** Whether it was given the answer of another request. */
    crowdAnswered: boolean;
  }
  interface FastifyInstance {
    /** The hooks of a route whose answers are the same for everybody who asks at an address. */
    sharedByCrowd: Pick<RouteOptions, 'onRequest' | 'onSend'>;
    /** Answers a request with the answer of another one, if there is one that fits; returns whether it did. */
    answerFromCrowd: (request: FastifyRequest, reply: FastifyReply) => boolean;
  }
}

/** Answers crowds; to be the first of the application's hooks. */
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
      if (answer) keep(keyOf(request), answer);
      done();
    },
  });

  function answerFromCrowd(request: FastifyRequest, reply: FastifyReply): boolean {
    const answer = request.method === 'GET' ? answers.get(keyOf(request)) : undefined;
    if (answer === undefined || !isFresh(answer, clock().getTime()) || phase?.() === 'stopping') return false;
    const given = isHeld(request, answer.etag) ? answer.held : answer.whole;
    if (given === undefined) return false;
    request.crowdAnswered = true;
    metrics?.crowdAnswered();
    // All is written out already: whatever else would look at this answer has nothing to add.
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
  signals.onGap(forget);

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

/** What is alike for a crowd: the address, and of pages their language and how they are compressed. */
function keyOf(request: FastifyRequest): string {
  const { url } = request;
  if (url.startsWith('/api/')) return url;
  return `${url} ${readerLanguage(request)} ${listAccepted(request.headers['accept-encoding']).has('gzip')}`;
}

/** Whether an answer may still be given: names may be hidden from a day on (L3). */
function isFresh({ asked }: CrowdAnswer, now: number): boolean {
  return now >= asked && now - asked < keptMs && Math.floor(now / dayMs) === Math.floor(asked / dayMs);
}

/** What others may be given of an answer: one that is whole, that shared caches may keep, and that is not too long. */
function answerToShare(request: FastifyRequest, reply: FastifyReply, payload: unknown): CrowdAnswer | undefined {
  const { 'content-type': type, ...headers } = reply.getHeaders() as Record<string, string>;
  const { etag } = headers;
  const mayBeShared = headers['cache-control']?.startsWith('public') && !('set-cookie' in headers);
  if (!mayBeShared || etag === undefined || !request.crowdAsked) return undefined;
  if (request.method !== 'GET' || request.url.length > maxAddress) return undefined;
  const ofBoth = Object.entries(headers).flat();
  const answer = { asked: request.crowdAsked.at, etag, held: { status: 304, headers: ofBoth }, whole: undefined };
  if (reply.statusCode === 304) return answer;
  const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
  if (reply.statusCode !== 200 || type === undefined || !isText) return undefined;
  const body = Buffer.from(payload);
  if (body.length > maxBytes) return undefined;
  const ofBody = ['content-type', type, 'content-length', String(body.length)];
  return { ...answer, whole: { status: 200, headers: [...ofBoth, ...ofBody], body } };
}
