import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * A small load balancer, similar to Caddy or a cloud's: round robin over the ready servers, and a retry on another one
 * when a server cannot be reached. Requests that may have arrived are never sent twice.
 */

export interface Balancer {
  url: string;
  /** Returns which servers are ready, in the order of the list. */
  ready: () => boolean[];
  stop: () => Promise<void>;
}

/** Interval of readiness checks, in milliseconds. */
const checkMs = 100;

/** Starts a balancer for servers at `ports` of this machine. */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const ready = ports.map(() => false);
  let turn = 0;

  const check = async () => {
    await Promise.all(
      ports.map(async (port, index) => {
        const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
        await answer?.arrayBuffer().catch(() => undefined);
        ready[index] = answer?.ok === true;
      }),
    );
  };

  /** Returns the ports to try, the next in turn first. */
  const choices = () => {
    turn += 1;
    const serving = ports.filter((_, index) => ready[index]);
    const at = serving.length > 0 ? turn % serving.length : 0;
    return [...serving.slice(at), ...serving.slice(0, at)];
  };

  const server = createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    for (const port of choices()) {
      if (await pass(port, incoming, Buffer.concat(parts), outgoing)) return;
    }
    outgoing.writeHead(502).end();
  });
  await check();
  const checking = setInterval(check, checkMs);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: () => ready,
    async stop() {
      clearInterval(checking);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Forwards a request; returns false when the server could not be reached, so that another one may be tried. */
function pass(port: number, incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress ?? '' };
    const onward = request({ host: '127.0.0.1', port, path: incoming.url, method: incoming.method, headers });
    onward.on('response', (answer) => {
      const { connection, ...kept } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, kept);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
      resolve(true);
    });
    onward.on('error', (error: NodeJS.ErrnoException) => {
      const unreached = error.code === 'ECONNREFUSED';
      if (!unreached) outgoing.destroy();
      resolve(!unreached);
    });
    outgoing.on('close', () => onward.destroy());
    onward.end(body);
  });
}
