import cookie from '@fastify/cookie';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import { sql } from 'drizzle-orm';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import { joinReads } from './database/joined.reads.ts';
import { accountRoutes } from './features/accounts/account.routes.ts';
import { factorRoutes } from './features/accounts/factor.routes.ts';
import { ownAccountRoutes } from './features/accounts/own.account.routes.ts';
import { proofRoutes } from './features/accounts/proof.routes.ts';
import { administrationRoutes } from './features/administration/administration.routes.ts';
import { securityLogRoutes } from './features/administration/security.log.routes.ts';
import { alarmRoutes } from './features/alarms/alarm.routes.ts';
import { bibsRoutes } from './features/bibs/bib.routes.ts';
import { competitionRoutes } from './features/competitions/competition.routes.ts';
import { complaintsRoutes } from './features/complaints/complaint.routes.ts';
import { copiesRoutes } from './features/copies/copy.routes.ts';
import { entriesRoutes } from './features/entries/entry.routes.ts';
import { entryFormRoutes } from './features/entries/form.routes.ts';
import { followerRoutes } from './features/followers/follower.routes.ts';
import { historyRoutes } from './features/history/history.routes.ts';
import { importRoutes } from './features/import/import.routes.ts';
import { invitationRoutes } from './features/invitations/invitation.routes.ts';
import { deskRoutes } from './features/judges/desk.routes.ts';
import { judgeRoutes } from './features/judges/judge.routes.ts';
import { memberRoutes } from './features/members/member.routes.ts';
import { noticeRoutes } from './features/notices/notice.routes.ts';
import { crawlerFiles } from './features/pages/crawler.files.ts';
import { publicPages } from './features/pages/public.pages.ts';
import { participantRoutes } from './features/participants/participant.routes.ts';
import { phoneRoutes } from './features/phones/phone.routes.ts';
import { placesRoutes } from './features/places/place.routes.ts';
import { createRankingAnswers } from './features/rankings/ranking.answers.ts';
import { findLiveState, rankingRoutes } from './features/rankings/ranking.routes.ts';
import { relationRoutes } from './features/relations/relation.routes.ts';
import { resultsRoutes } from './features/results/result.routes.ts';
import { roundsRoutes } from './features/rounds/round.routes.ts';
import { runRoutes } from './features/runs/run.routes.ts';
import { undecidedRunRoutes } from './features/runs/undecided.routes.ts';
import { seriesRoutes } from './features/series/series.routes.ts';
import { setupRoutes } from './features/setup/setup.routes.ts';
import { speakerRoutes } from './features/speaker/speaker.routes.ts';
import { tiesRoutes } from './features/ties/tie.routes.ts';
import { zoneRoutes } from './features/zones/zone.routes.ts';
import { handleErrors } from './http/answers/error.handler.ts';
import { docsPage } from './http/documentation/docs.page.ts';
import { describeApi } from './http/documentation/openapi.ts';
import { readScreens } from './http/files/screens.ts';
import { serveWeb } from './http/files/web.files.ts';
import { answerBrokenRequest } from './http/input/broken.requests.ts';
import { refuseForeignWrites } from './http/input/origin.ts';
import { answerCrowds } from './http/kept/crowd.ts';
import { metricsRoutes } from './http/metrics.routes.ts';
import type { Parts } from './http/parts.ts';
import { createRefusalLog } from './http/refusal.log.ts';
import { routesOf } from './http/routes/route.ts';
import { createAccountTurn } from './http/turns/account.turns.ts';
import { refuseExcess } from './http/turns/pressure.ts';
import { trustRoutes } from './https/trust.page.ts';
import { createLiveHub } from './live/live.hub.ts';
import { Refusal } from './refusals/refusal.ts';
import { trustedProxies } from './start/trusted.proxies.ts';
import { inTime } from './tools/in.time.ts';

/** The features that need nothing but the parts; their calls are those of the endpoint table. */
const features = [
  accountRoutes,
  ownAccountRoutes,
  factorRoutes,
  proofRoutes,
  competitionRoutes,
  zoneRoutes,
  invitationRoutes,
  participantRoutes,
  importRoutes,
  runRoutes,
  undecidedRunRoutes,
  tiesRoutes,
  complaintsRoutes,
  roundsRoutes,
  copiesRoutes,
  bibsRoutes,
  entriesRoutes,
  entryFormRoutes,
  relationRoutes,
  judgeRoutes,
  deskRoutes,
  followerRoutes,
  memberRoutes,
  phoneRoutes,
  placesRoutes,
  noticeRoutes,
  historyRoutes,
  administrationRoutes,
  alarmRoutes,
  setupRoutes,
];

/** Builds the whole application from its parts, without listening. */
export async function buildApp(parts: Parts, logger: FastifyServerOptions['logger'] = false): Promise<FastifyInstance> {
  const app = Fastify({
    logger,
    trustProxy: trustedProxies(parts.trustProxy),
    bodyLimit: 1024 * 1024,
    requestTimeout: 30_000,
    clientErrorHandler: answerBrokenRequest,
    // Disconnects clients that send headers slowly.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 2_000 },
    forceCloseConnections: 'idle',
    // Requests on open connections are still answered while stopping; readiness has already announced the stop.
    return503OnClosing: false,
    // Malformed URLs are answered like unknown ones; Node limits their length.
    rewriteUrl: (request) => readableUrl(request.url ?? '/'),
    routerOptions: { maxParamLength: 100_000 },
  });
  const refusals = createRefusalLog(parts, (error) => app.log.error({ err: error }, 'security log'));
  handleErrors(app, refusals.note);
  app.addHook('onClose', refusals.stop);
  // First, because its copies have their headers already: hundreds of readers ask for the same.
  answerCrowds(app, parts);
  // Before everything else that answers early, so that refusals carry them too.
  const security = await writeOut(securityHeaders(parts));
  app.addHook('onRequest', async (_, reply) => void reply.headers(security));
  refuseWhileStarting(app, parts);
  if (parts.pressure) {
    refuseExcess(app, parts.pressure, parts.trustProxy !== false);
    parts.metrics?.watchLoad(app.load);
  }
  acceptJson(app);
  await app.register(cookie);
  app.decorateRequest('caller', null);
  app.decorateRequest('rights', null);
  app.decorate('accountTurn', createAccountTurn());
  refuseForeignWrites(app, parts.publicUrl);
  closeConnectionsWhenStopping(app, parts);
  metricsRoutes(app, parts);

  const rankings = createRankingAnswers(parts.db, parts.metrics?.rankingRead);
  const routes = routesOf(app, parts);
  for (const register of features) register(routes);
  const hub = createLiveHub(
    parts.signals,
    (id) => findLiveState(parts.db, id),
    (error) => app.log.error({ err: error }, 'live rankings'),
  );
  rankingRoutes(routes, rankings, hub);
  speakerRoutes(routes, rankings, hub);
  resultsRoutes(routes, rankings);
  seriesRoutes(routes, rankings);
  securityLogRoutes(routes, refusals);
  documentationRoutes(app);
  healthRoutes(app, parts);
  if (parts.trust) trustRoutes(app, parts.trust);
  const screens = parts.webRoot ? await readScreens(parts.webRoot, parts) : undefined;
  if (screens) publicPages(app, parts, screens, rankings);
  crawlerFiles(app, parts);
  await serveWeb(app, parts.webRoot, screens);
  return app;
}

/** The description of the interface and its page; cached, because both are long, and anyone may request them. */
function documentationRoutes(app: FastifyInstance): void {
  let description: Buffer | undefined;
  app.get('/api/openapi.json', async (_, reply) => {
    description ??= Buffer.from(JSON.stringify(describeApi()));
    return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(description);
  });
  let page: Buffer | undefined;
  app.get('/api/docs', async (_, reply) => {
    page ??= Buffer.from(docsPage());
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(page);
  });
}

/** Whether the process lives, and whether it can serve. */
function healthRoutes(app: FastifyInstance, parts: Parts): void {
  const isDatabaseReached = checkDatabase(parts.db);
  app.get('/health/live', async (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  const sayReady = async (_: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    const phase = parts.phase?.() ?? 'serving';
    if (phase !== 'serving') return reply.code(503).send({ status: phase });
    const isReached = parts.signals.isReceiving() && (await isDatabaseReached());
    return isReached ? { status: 'ok' } : reply.code(503).send({ status: 'waiting for the database' });
  };
  app.get('/health/ready', sayReady);
  app.get('/healthz', sayReady);
}

/** Time limit of the database in a health check, in milliseconds: proxies wait no longer. */
const checkMs = 1_500;

/** Checks whether the database answers in time; concurrent checks share one query. */
function checkDatabase(db: Parts['db']): () => Promise<boolean> {
  const ask = joinReads((_: 'ready') => db.execute(sql`select 1`));
  return async () => (await inTime(ask('ready'), checkMs).catch(() => undefined)) !== undefined;
}

/**
 * Refuses everything but health checks until the installation is ready: migrated, and with an account or an open set-up.
 * Before that, a sign-in would be answered as if the password were wrong.
 */
function refuseWhileStarting(app: FastifyInstance, { phase }: Parts): void {
  app.addHook('onRequest', async ({ url }) => {
    if (phase?.() === 'starting' && !/^\/health(z|\/)/.test(url)) throw new Refusal('overloaded', { retryAfter: 1 });
  });
}

/** Makes clients and proxies open a new connection, which then leads to another process; HTTP/2 does so by itself. */
function closeConnectionsWhenStopping(app: FastifyInstance, { phase }: Parts): void {
  app.addHook('onSend', ({ raw }, reply, _, done) => {
    if (phase?.() === 'stopping' && raw.httpVersionMajor < 2) reply.header('connection', 'close');
    done();
  });
}

/** Escapes the `%` signs of a URL that cannot be decoded. */
function readableUrl(url: string): string {
  if (!url.includes('%')) return url;
  const [path = '/', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}

/** Accepts only JSON. An empty body with a JSON content type counts as no body (S9). */
function acceptJson(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  const parse = app.getDefaultJsonParser('remove', 'ignore');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, body as string, done);
  });
}

/** Computes helmet's headers once, because they are the same for all answers. */
async function writeOut(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const probe = Fastify();
  await probe.register(helmet, options);
  probe.get('/', (_, reply) => reply.send(reply.getHeaders()));
  const answer = await probe.inject('/');
  await probe.close();
  return answer.json();
}

/**
 * Only our own scripts, no framing (except `mayBeFramed`), only our images except QR codes of the configured service;
 * https only if the public address uses it.
 */
function securityHeaders({ publicUrl, qrImageServiceUrl, trust }: Parts) {
  // A laptop with its own authority serves http as well, where phones start.
  const secure = publicUrl.startsWith('https:') && !trust;
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...(qrImageServiceUrl ? [new URL(qrImageServiceUrl).origin] : [])],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // Code that writes markup or loads a script must pass a policy (`web/public/theme.js`).
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['default', 'own-page'],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    xFrameOptions: { action: 'deny' as const },
    strictTransportSecurity: secure,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: secure,
    originAgentCluster: secure,
  };
}
