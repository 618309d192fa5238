import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';

/** What an attack is aimed at; it travels to the attacker's process as JSON. */
export interface Target {
  port: number;
  competitionId: number;
  zoneId: number;
  riders: number;
  /** A public series of the competition. */
  seriesId: number;
  /** Paths of the application's files, such as `/assets/index.js`. */
  files: readonly string[];
  /** Sessions of the referees who record runs meanwhile. */
  referees: readonly string[];
  organiser: { email: string; password: string; session: string; device: string };
}

/** The modest size of `npm test`, or that of `npm run soak -- --attacks`. */
export type Size = 'test' | 'soak';

export interface Attack {
  /** Connections at once. */
  connections: Record<Size, number>;
  /** Whether it comes through a trusted proxy, with the limits on; else directly, with the limits off. */
  throughProxy?: true;
  /** Prepares the competition before anything is measured. */
  prepare?: (target: Target, size: Size) => Promise<void>;
  /**
   * What one connection does, again and again; `turn` counts the turns of all connections. A call returns its status, 0
   * for none.
   */
  strike: (target: Target, turn: number) => Promise<number | undefined>;
  /** A call that has to succeed meanwhile, beside those of the referees. */
  meanwhile?: (target: Target) => Asked & { path: string };
}

export interface Asked {
  method?: string;
  body?: unknown;
  cookie?: string;
  headers?: Record<string, string>;
}

const attackers = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** Makes a call and returns its status once the answer was read, of a stream once it begins; 0 without an answer. */
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

/** Opens a connection and sends text over it; the answer is not looked at. */
export async function send({ port }: Target, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.resume();
  await once(socket, 'connect').catch(() => undefined);
  socket.write(text);
  return socket;
}

/** Formats a request as text, its body cut after `length` characters. */
export function formatRequest(method: string, path: string, body?: unknown, length?: number): string {
  const json = body === undefined ? '' : JSON.stringify(body);
  const head = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1'];
  if (json) head.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(json)}`);
  return `${head.join('\r\n')}\r\n\r\n${json.slice(0, length)}`;
}
