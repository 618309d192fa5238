import type { FastifyRequest } from 'fastify';

/** Whether the caller holds this version already; a proxy that compresses weakens the tag on its way. */
export function isHeld(request: FastifyRequest, etag: string): boolean {
  const held = request.headers['if-none-match']?.split(',') ?? [];
  return held.some((one) => one.trim().replace(/^W\//, '') === etag);
}
