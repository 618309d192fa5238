import type { FastifyReply } from 'fastify';

/*
 * Whether a client still waits for its answer. Over HTTP/1.1 an answer queued behind another one on a broken connection
 * emits no `close` of its own, but its socket does; over HTTP/2 an answer always does, and its socket is not its own.
 */

/** Returns true if the answer is finished, or its client has disconnected. */
export const hasDeparted = ({ raw }: FastifyReply): boolean => raw.closed || raw.destroyed || raw.req.socket.destroyed;

/** Calls `leave` when the answer or its connection ends, whichever comes first; returns the function that stops it. */
export function onDeparture({ raw }: FastifyReply, leave: () => void): () => void {
  const { socket, httpVersionMajor } = raw.req;
  raw.on('close', leave);
  if (httpVersionMajor < 2) socket.setMaxListeners(0).on('close', leave);
  return () => {
    raw.off('close', leave);
    if (httpVersionMajor < 2) socket.off('close', leave);
  };
}
