import type { FastifyRequest } from 'fastify';

/** Headers that a proxy adds to the requests it forwards. */
const proxyHeaders = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'];

/** Whether the request comes directly from this machine; behind a local proxy every request would seem to. */
export function isFromThisMachine({ headers, raw }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? '';
  return /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(address) && !proxyHeaders.some((name) => name in headers);
}
