import { preferredLanguage } from '@dossard/contract/language/language.ts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway } from '../../database/failures.ts';
import { Refusal, refusalBody } from '../../refusals/refusal.ts';
import { isBrokenOff } from '../input/broken.requests.ts';

/** Retry-After when the database is down, in seconds: it restarts within one or two. */
const databaseBackSec = 2;

/** The refusals for Fastify's own errors; its other errors are bugs or generic 4xx. */
const refusalOfFastify: Record<string, () => Refusal> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new Refusal('unsupported_file', { says: 'unsupported_content' }),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Refusal('file_too_large', { says: 'body_too_large' }),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new Refusal('invalid_request', { says: 'unreadable_json' }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => new Refusal('invalid_request', { says: 'unreadable_json' }),
  FST_REQ_FILE_TOO_LARGE: () => new Refusal('file_too_large'),
  FST_FILES_LIMIT: () => new Refusal('invalid_request', { says: 'no_file' }),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () => new Refusal('invalid_request', { says: 'no_file' }),
  FST_PROTO_VIOLATION: () => new Refusal('invalid_request', { says: 'unreadable_json' }),
};

function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>;
  const known = refusalOfFastify[code];
  if (known) return known();
  // Before the database errors: a client that disconnects has the same error code as a lost database connection.
  if (error instanceof SyntaxError || (statusCode >= 400 && statusCode < 500)) {
    return new Refusal('invalid_request', { says: 'unreadable_json' });
  }
  if (isDatabaseAway(error)) return new Refusal('overloaded', { retryAfter: databaseBackSec });
  return undefined;
}

/** Answers with a refusal in the language of the request. */
export function answerRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.details.retryAfter !== undefined) reply.header('retry-after', refusal.details.retryAfter);
  // Read an oversized body to its end: a client that is still sending would not see the answer.
  if (refusal.status === 413) reply.removeHeader('connection').request.raw.resume();
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .send(refusalBody(refusal, preferredLanguage(request.headers['accept-language']), request.id));
}

/**
 * The one place that turns errors into HTTP: refusals with their own status, everything else as a logged 500; `note` is
 * called for each refusal.
 */
export function handleErrors(app: FastifyInstance, note: (request: FastifyRequest, refusal: Refusal) => void): void {
  app.setErrorHandler((error, request, reply) => {
    if (isBrokenOff(error, request)) return void reply.hijack();
    const refusal = refusalOf(error);
    if (refusal?.code === 'overloaded' && isDatabaseAway(error))
      request.log.error({ err: error }, 'the database is away');
    if (refusal) note(request, refusal);
    if (refusal) return answerRefusal(request, reply, refusal);
    request.log.error({ err: error }, 'unexpected error');
    return answerRefusal(request, reply, new Refusal('internal_error'));
  });
}
