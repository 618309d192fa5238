import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Chance } from './chance.ts';

/*
 * A bad network between phones and the server: it loses requests and answers, sends some twice, late, or out of order,
 * answers some itself like a captive portal, and may kill the server between its commit and its answer.
 */

export const faultKinds = [
  'request_dropped',
  'answer_dropped',
  'duplicated',
  'repeated_late',
  'delayed',
  'reordered',
  'bad_gateway',
  'foreign_answer',
  'server_killed',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Percentage of requests that meet each kind of fault. */
export type FaultShares = Record<FaultKind, number>;

/** A bad network, with a server that is never killed. */
export const badNetwork: FaultShares = {
  request_dropped: 8,
  answer_dropped: 10,
  duplicated: 6,
  repeated_late: 6,
  delayed: 8,
  reordered: 6,
  bad_gateway: 4,
  foreign_answer: 8,
  server_killed: 0,
};

export interface FaultyProxy {
  url: string;
  faults: Record<FaultKind, number>;
  /** Number of bytes transferred in both directions. */
  carried: () => number;
  /** Blocks all traffic for `ms` milliseconds. */
  cut: (ms: number) => void;
  /** Ends all faults from now on. */
  heal: () => void;
  stop: () => Promise<void>;
}

/** Longest delay, in milliseconds. */
const delayMs = 60;
/** Approximate size of the head of a request or answer, in bytes. */
const headBytes = 400;

interface Request {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/**
 * Starts a proxy in front of `target`; `killServer` kills the server and resolves when it is up again. With
 * `bitsPerSecond` each request and answer is delayed by its size, also after the line is healed.
 */
export async function startFaultyProxy(
  target: string,
  chance: Chance,
  shares: FaultShares,
  killServer: () => Promise<void>,
  bitsPerSecond = Number.POSITIVE_INFINITY,
): Promise<FaultyProxy> {
  const faults = Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as Record<FaultKind, number>;
  let healed = false;
  let cutUntil = 0;
  let carried = 0;
  /** Releases a request that waits for the next one to overtake it. */
  let letGo = () => {};

  /** The last run that the server answered, which a confused cache returns for another request. */
  let lastRun = '';

  /** Answers instead of the server, with any status and any body; some requests still reach the server. */
  function answerForeign(request: Request, outgoing: ServerResponse): void {
    if (chance.percent(30)) void forward(target, request).catch(() => undefined);
    const page = '<!doctype html><title>Wi-Fi</title><form action="/sign-in">';
    const body = chance.oneOf([page, '', '{}', '{"exists":true}', request.body.toString(), lastRun]);
    const type = chance.oneOf(['text/html', 'application/json; charset=utf-8']);
    outgoing.writeHead(chance.oneOf([200, 200, 201, 400, 403, 404, 409, 511]), { 'content-type': type }).end(body);
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    const fault = healed ? undefined : draw(chance, shares);
    if (Date.now() < cutUntil) return void incoming.socket.destroy();
    if (fault) faults[fault] += 1;
    if (fault === 'request_dropped') return void incoming.socket.destroy();
    if (fault === 'bad_gateway') return void outgoing.writeHead(502).end();
    if (fault === 'foreign_answer') return answerForeign(request, outgoing);
    if (fault === 'delayed') await sleep(chance.below(delayMs));
    if (fault === 'reordered') await passedByTheNext();
    letGo();
    await carry(request.body);
    if (fault === 'duplicated') void forward(target, request).catch(() => undefined);
    if (fault === 'repeated_late') void sleep(delayMs).then(() => forward(target, request).catch(() => undefined));
    const answer = await forward(target, request).catch(() => undefined);
    if (fault === 'server_killed') await killServer();
    if (!answer || fault === 'answer_dropped' || fault === 'server_killed') return void incoming.socket.destroy();
    await carry(answer.body);
    if (request.method === 'POST' && answer.status === 201) lastRun = answer.body.toString();
    outgoing.writeHead(answer.status, answer.headers).end(answer.body);
  }

  /** Waits for the time that a body needs on the line. */
  async function carry(body: Buffer): Promise<void> {
    carried += headBytes + body.length;
    const ms = ((headBytes + body.length) * 8_000) / bitsPerSecond;
    if (ms >= 1) await sleep(ms);
  }

  function passedByTheNext(): Promise<void> {
    return new Promise((resolve) => {
      const end = setTimeout(resolve, delayMs);
      letGo = () => {
        clearTimeout(end);
        resolve();
      };
    });
  }

  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    carried: () => carried,
    cut: (ms) => {
      cutUntil = Date.now() + ms;
    },
    heal: () => {
      healed = true;
      cutUntil = 0;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function draw(chance: Chance, shares: FaultShares): FaultKind | undefined {
  let at = chance.next() * 100;
  for (const kind of faultKinds) {
    at -= shares[kind];
    if (at < 0) return kind;
  }
  return undefined;
}

async function readRequest(incoming: IncomingMessage): Promise<Request> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const headers: Record<string, string> = {};
  for (const name of ['content-type', 'cookie', 'accept-language', 'x-account', 'x-place-signature', 'x-place-pair']) {
    const value = incoming.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return { method: incoming.method ?? 'GET', path: incoming.url ?? '/', headers, body: Buffer.concat(parts) };
}

async function forward(target: string, { method, path, headers, body }: Request) {
  const response = await fetch(target + path, {
    method,
    headers,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
  const kept = ['content-type', 'retry-after', 'x-place-signature'].flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return {
    status: response.status,
    headers: Object.fromEntries(kept),
    body: Buffer.from(await response.arrayBuffer()),
  };
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
