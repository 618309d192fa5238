import { type AnswerOf, type ClientEndpoint, lineOf } from '@dossard/contract/calls/endpoint.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { etagOf } from '../../tools/sha256.ts';

/** Sends JSON that caches may store and revalidate: with an ETag of its content, or 304 to clients that have it. */
export function sendRevalidated<E extends ClientEndpoint>(
  { reply }: { reply: FastifyReply },
  endpoint: E,
  answer: AnswerOf<E>,
): Promise<FastifyReply> {
  const shape = lineOf(endpoint).answer;
  const json = JSON.stringify(shape && z.parse(shape, answer));
  return sendTagged(reply, etagOf(json), () => json);
}

/** Sends JSON under an ETag, or 304 to clients that have it. */
export async function sendTagged(
  reply: FastifyReply,
  etag: string,
  write: () => string | Buffer | Promise<Buffer>,
): Promise<FastifyReply> {
  reply.header('etag', etag);
  if (isUnchanged(reply.request, etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(await write());
}

/** Whether the client has this version already; a proxy that compresses makes the ETag weak. */
export function isUnchanged(request: FastifyRequest, etag: string): boolean {
  const held = request.headers['if-none-match']?.split(',') ?? [];
  return held.some((one) => one.trim().replace(/^W\//, '') === etag);
}
