import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';

/*
 * Requests that never arrive completely. Thousands may break off at the same moment, so each must be cheap: nothing is
 * answered to a client that has disconnected.
 */

/** Whether the client disconnected while sending its body: Node's "aborted" error, on a closed connection. */
export function isBrokenOff(error: unknown, { raw }: FastifyRequest): boolean {
  return raw.socket.destroyed && error instanceof Error && error.message === 'aborted';
}

const statusOf: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** Answers malformed requests with only a status, and closes the connection. */
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
