import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';

/** The target of an attack; sent to the attacker's process as JSON. */
export interface Target {
  port: number;
  /** The port of https, where HTTP/2 is served. */
  securePort: number;
  competitionId: number;
  zoneId: number;
  riders: number;
  /** A public series of the competition. */
  seriesId: number;
  /** Paths of the application's files, such as `/assets/index.js`. */
  files: readonly string[];
  /** Sessions of the referees who record runs during the attack. */
  referees: readonly string[];
  organiser: { email: string; password: string; session: string; device: string };
}

/** The small size of `npm test`, or that of `npm run soak -- --attacks`. */
export type Size = 'test' | 'soak';

export interface Attack {
  /** Number of concurrent connections. */
  connections: Record<Size, number>;
  /** True to come through a trusted proxy, with rate limits; otherwise directly, without limits. */
  throughProxy?: true;
  /** Prepares the competition before anything is measured. */
  prepare?: (target: Target, size: Size) => Promise<void>;
  /**
   * One turn of one connection, repeated until the end; `turn` counts the turns of all connections. Resolves to the
   * status of a call, 0 without an answer.
   */
  strike: (target: Target, turn: number) => Promise<number | undefined>;
  /** A call that must succeed during the attack, besides those of the referees. */
  meanwhile?: (target: Target) => Asked & { path: string };
}

export interface Asked {
  method?: string;
  body?: unknown;
  cookie?: string;
  headers?: Record<string, string>;
}

const attackers = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** Makes a call and resolves to its status after the answer was read, or when a stream begins; 0 without an answer. */
export function ask(
  { port }: Pick<Target, 'port'>,
  path: string,
  { method = 'GET', body, cookie, headers }: Asked = {},
  agent = attackers,
): Promise<number> {
  const text = body === undefined ? '' : JSON.stringify(body);
  return new Promise((resolve) => {
    const asked = request(
      {
        ...{ host: '127.0.0.1', port, path, method, agent },
        headers: {
          ...headers,
          ...(cookie && { cookie }),
          ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      (answer) => {
        answer.resume().once('close', () => resolve(answer.complete ? (answer.statusCode ?? 0) : 0));
        if (answer.headers['content-type'] !== 'text/event-stream') return;
        resolve(answer.statusCode ?? 0);
        asked.destroy();
      },
    );
    asked.on('error', () => resolve(0));
    asked.end(text);
  });
}

/** Opens a connection and sends text over it; ignores the answer. */
export async function send({ port }: Target, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.resume();
  await once(socket, 'connect').catch(() => undefined);
  socket.write(text);
  return socket;
}

/** Formats a request as text, with its body truncated to `length` characters. */
export function formatRequest(method: string, path: string, body?: unknown, length?: number): string {
  const json = body === undefined ? '' : JSON.stringify(body);
  const head = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1'];
  if (json) head.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(json)}`);
  return `${head.join('\r\n')}\r\n\r\n${json.slice(0, length)}`;
}
