import { type AnswerOf, type ClientEndpoint, lineOf } from '@dossard/contract/calls/endpoint.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { etagOf } from '../../tools/sha256.ts';

/** Sends JSON that caches may store and revalidate: with an ETag of its content, or 304 to clients that have it. */
export function sendRevalidated<E extends ClientEndpoint>(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  endpoint: E,
  answer: AnswerOf<E>,
): FastifyReply {
  const shape = lineOf(endpoint).answer;
  const json = JSON.stringify(shape && z.parse(shape, answer));
  const etag = etagOf(json);
  reply.header('etag', etag);
  if (isUnchanged(request, etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(json);
}

/** Whether the client has this version already; a proxy that compresses makes the ETag weak. */
export function isUnchanged(request: FastifyRequest, etag: string): boolean {
  const held = request.headers['if-none-match']?.split(',') ?? [];
  return held.some((one) => one.trim().replace(/^W\//, '') === etag);
}
