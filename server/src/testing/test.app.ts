import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { GlobalPermission, Role } from '@dossard/contract/access/permissions.ts';
import { type BodyInput, type ClientEndpoint, lineOf } from '@dossard/contract/calls/endpoint.ts';
import type { FastifyInstance, FastifyServerOptions, LightMyRequestResponse } from 'fastify';
import pg from 'pg';
import { inject } from 'vitest';
import { createVerifiedUser } from '../access/account.store.ts';
import { hashPassword } from '../access/password.ts';
import { buildApp } from '../app.ts';
import { type Database, type DatabaseClient, openDatabase, type Patience, type Sessions } from '../database/client.ts';
import { createDemonstration } from '../demo/demonstration.ts';
import type { Parts } from '../http/parts.ts';
import { pollRankings } from '../live/live.poll.ts';
import { listenToRankings } from '../live/live.signal.ts';
import { members } from '../tables/member.table.ts';
import { borrowOnCluster } from './cluster.databases.ts';
import { checkAnswer } from './openapi.check.ts';
import { whenOver } from './when.over.ts';

/*
 * The real application with a real database for one test file. Calls use Fastify's `inject`, with entries of the
 * endpoint table, and every answer is checked against the OpenAPI document.
 */

export const testPassword = 'Trial-2027';
const passwordHash = hashPassword(testPassword);

export interface TestAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts what an answer is; a type would only repeat the claim.
  body: any;
  headers: LightMyRequestResponse['headers'];
}

interface Sent<E extends ClientEndpoint> {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  body?: BodyInput<E> | Record<string, unknown>;
  headers?: Record<string, string>;
  /** An upload; the body is its field `options`. */
  file?: { name: string; bytes: Buffer | string };
}

/** A caller, signed in or not. */
export interface TestCaller {
  id: number;
  email: string;
  /** The session cookie; empty without a session. */
  cookie: string;
  call<E extends ClientEndpoint>(endpoint: E, sent?: Sent<E>): Promise<TestAnswer>;
}

export interface TestApp {
  app: FastifyInstance;
  db: Database;
  databaseUrl: string;
  visitor: TestCaller;
  /** Creates an account and signs it in. */
  signIn(permissions?: GlobalPermission[]): Promise<TestCaller>;
  /** Creates an account with a role in a competition and signs it in. */
  signInAs(role: Role, competitionId: number): Promise<TestCaller>;
}

/**
 * Builds the application for a test file or a single test, on its own database or that of another one; it is closed at
 * the end. `waits` overrides the time limits for the database.
 */
export async function startTestApp(
  overrides: Partial<Parts> | ((client: DatabaseClient) => Partial<Parts>) = {},
  givenUrl?: string,
  logger: FastifyServerOptions['logger'] = false,
  waits: { patience?: Patience; heartbeatMs?: number; sessions?: Sessions } = {},
): Promise<TestApp> {
  const databaseUrl = givenUrl ?? (await copyDatabase());
  const client = openDatabase(databaseUrl, () => {}, waits.patience, 20, waits.sessions);
  const signals =
    waits.sessions === 'pooled'
      ? pollRankings(client.db, client.distrust)
      : await listenToRankings(databaseUrl, client.distrust, waits.heartbeatMs);
  const demonstration = createDemonstration(client.db);
  const app = await buildApp(
    {
      db: client.db,
      clock: () => new Date(),
      publicUrl: 'http://localhost:3000',
      openCreation: false,
      contactEmail: 'contact@dossard.test',
      secretKey: Buffer.alloc(32, 5),
      trustProxy: false,
      signals,
      openDemonstration: demonstration.open,
      writeBackup: () => Promise.reject(new Error('This test writes no backup.')),
      ...(typeof overrides === 'function' ? overrides(client) : overrides),
    },
    logger,
  );
  whenOver(async () => {
    demonstration.stop();
    const closed = app.close();
    // Otherwise closing waits for connections that a client opened in advance and never used.
    app.server.closeAllConnections();
    await closed;
    await signals.stop();
    await client.close();
  });

  async function signIn(permissions: GlobalPermission[] = []): Promise<TestCaller> {
    const email = `${randomUUID()}@dossard.test`;
    const user = { email, first_name: 'Camille', last_name: 'Exemple', password_hash: await passwordHash };
    const id = await client.db.transaction((tx) => createVerifiedUser({ tx, now: new Date() }, user, permissions));
    const answer = await app.inject({ method: 'PUT', url: '/api/login', payload: { email, password: testPassword } });
    if (answer.statusCode !== 200) throw new Error(`Sign-in was answered ${answer.statusCode}: ${answer.body}`);
    const cookie = String(answer.headers['set-cookie']).split(';', 1)[0] ?? '';
    return {
      id,
      email,
      cookie,
      call: (endpoint, sent) => send(app, endpoint, { ...sent, headers: { cookie, ...sent?.headers } }),
    };
  }

  return {
    app,
    db: client.db,
    databaseUrl,
    visitor: { id: 0, email: '', cookie: '', call: (endpoint, sent) => send(app, endpoint, sent ?? {}) },
    signIn,
    async signInAs(role, competitionId) {
      const caller = await signIn();
      await client.db.insert(members).values({ competition_id: competitionId, user_id: caller.id, role });
      return caller;
    },
  };
}

/** Creates a migrated database for one test file; on a cluster, a cleared and distributed one. */
export async function copyDatabase(): Promise<string> {
  const clusterUrl = inject('clusterUrl');
  if (clusterUrl) return borrowOnCluster(clusterUrl);
  const postgresUrl = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: postgresUrl });
  await admin.connect();
  await admin.query(`create database ${name} template migrated`);
  await admin.end();
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function send<E extends ClientEndpoint>(app: FastifyInstance, endpoint: E, sent: Sent<E>): Promise<TestAnswer> {
  const { params = {}, query = {}, body, headers, file } = sent;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const address = `/api${path}${search.size > 0 ? `?${search}` : ''}`;
  const form = file && writeForm(file, body);
  if (lineOf(endpoint).download === 'text/event-stream') {
    const received = await startStream(app, address, headers);
    checkAnswer(lineOf(endpoint), received);
    return received;
  }
  const answer = await app.inject({
    method: endpoint.method,
    url: address,
    headers: { 'accept-language': 'en', ...headers, ...form?.headers },
    ...(form ? { payload: form.payload } : body !== undefined && { payload: body as Record<string, unknown> }),
  });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  const received = { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers };
  checkAnswer(lineOf(endpoint), received);
  return received;
}

function writeForm({ name, bytes }: NonNullable<Sent<ClientEndpoint>['file']>, options: unknown) {
  const boundary = '----dossardtest';
  const optionsHead = `\r\n--${boundary}\r\ncontent-disposition: form-data; name="options"\r\n\r\n`;
  const field =
    options === undefined ? '' : optionsHead + (typeof options === 'string' ? options : JSON.stringify(options));
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(`${field}\r\n--${boundary}--\r\n`)]),
  };
}

/** Opens a stream over a real connection and closes it after the first event: `inject` would wait for its end. */
async function startStream(
  app: FastifyInstance,
  path: string,
  headers: Sent<ClientEndpoint>['headers'],
): Promise<TestAnswer> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const leaving = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { 'accept-language': 'en', ...headers },
    signal: leaving.signal,
  });
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  const body = isJson ? await answer.json() : new TextDecoder().decode((await answer.body?.getReader().read())?.value);
  leaving.abort();
  return { status: answer.status, body, headers: Object.fromEntries(answer.headers) };
}
