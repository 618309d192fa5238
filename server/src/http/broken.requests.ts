import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';

/*
 * Requests that never arrive whole. Thousands may break off at the same moment, so that each has to cost next to nothing:
 * no answer is written to a client that has left.
 */

/** Whether a client broke off while its body was on its way: Node's "aborted", on a connection that is gone. */
export function isBrokenOff(error: unknown, { raw }: FastifyRequest): boolean {
  return raw.socket.destroyed && error instanceof Error && error.message === 'aborted';
}

const statusOf: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Answers bytes that are no request with a status alone, and closes the connection. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  const { code = '' } = error;
  // The client disconnected in the middle of the request and cannot read an answer.
  const hasLeft = code === 'ECONNRESET' || code === 'HPE_INVALID_EOF_STATE';
  if (!hasLeft && socket.writable) {
    const status = statusOf[code] ?? 400;
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  }
  socket.destroy();
}
