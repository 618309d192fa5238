import type { Language } from '@dossard/contract/language/language.ts';
import type {
  AnsweredPage,
  PageData,
  PageRenderer,
  PublicPage,
  ReadPage,
} from '@dossard/contract/pages/public.page.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUnchanged } from '../../http/answers/etag.ts';
import { listAccepted } from '../../http/files/memory.files.ts';
import { allowInline, mayBeFramed, openToFrames, type PublicName, type Screens } from '../../http/files/screens.ts';
import { readerLanguage } from '../../http/input/reader.language.ts';
import type { Parts } from '../../http/parts.ts';
import { dayOf } from '../../tools/day.ts';
import { inTime } from '../../tools/in.time.ts';
import { sha256 } from '../../tools/sha256.ts';
import { createTurns } from '../../tools/turns.ts';
import type { RankingAnswers } from '../rankings/ranking.answers.ts';
import { createKeptBytes, type FinishedBytes, finishPage } from './kept.pages.ts';
import { createPagePlans, type PagePlans } from './page.data.ts';
import { pagePictures } from './page.pictures.ts';

/*
 * The public pages, sent with their content: rendered once per version of the competition and language, and cached as
 * bytes for all readers (decision 026). A page that cannot be rendered now is sent empty; it then calls the API itself,
 * and shows any error.
 */

/** Pages rendered at the same time; more wait in a queue, and beyond that they are sent empty. */
const atOnce = 8;
const waiting = 500;
/** How long a page may take before it is sent empty, in milliseconds. */
const patienceMs = 2_000;
/** Maximum memory for cached pages, in bytes. */
const keptBytes = 32 * 1024 * 1024;
/** The same for pages with answers of the API; apart, because made-up addresses may fill it. */
const keptAnsweredBytes = 8 * 1024 * 1024;

/** A page to send, and whether its URL exists. */
interface Answer {
  page: FinishedBytes;
  status: 200 | 404;
}

/** Registers the public pages, `/` and those of a competition, and their preview pictures. */
export function publicPages(app: FastifyInstance, parts: Parts, screens: Screens, rankings: RankingAnswers): void {
  const { renderer } = screens;
  if (!renderer) return;
  const plans = createPagePlans(parts, rankings);
  pagePictures(app, parts, renderer, plans);
  const findRead = createFinder(parts, plans, screens, renderer);
  const findAnswered = answeredPages(app, parts, screens, renderer);
  const find = (page: PublicPage, language: Language) =>
    'address' in page ? findAnswered(page, language) : findRead(page, language);
  const turns = createTurns({ atOnce, waiting });

  async function findInTime(page: PublicPage, language: Language): Promise<Answer | undefined> {
    const turn = turns.take();
    if (!turn) return undefined;
    const endTurn = await turn;
    return inTime(find(page, language).finally(endTurn), patienceMs);
  }

  async function send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const page = renderer?.parse(request.url);
    const language = readerLanguage(request);
    if (mayBeFramed(request.url)) openToFrames(reply);
    reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding, accept-language, cookie');
    const found =
      page &&
      (await findInTime(page, language).catch((error: unknown) => {
        request.log.error({ err: error }, 'a public page is sent empty');
        return undefined;
      }));
    if (page && found) allowInline(reply, screens, filesOf(page));
    if (found) return sendFinished(request, reply, found, language);
    if (page && hasNoScreen(page)) return sendWaiting(reply, page, language);
    return reply.header('cache-control', 'no-cache').send(screens.empty(request.url.split('?', 1)[0] ?? ''));
  }

  /** Sends a page that the application has no screen for: its own script waits until it can be rendered. */
  async function sendWaiting(reply: FastifyReply, page: ReadPage, language: Language): Promise<FastifyReply> {
    const today = dayOf(parts.clock());
    const rendered = renderer?.render(page, {}, language, { ...screens.facts, today });
    allowInline(reply, screens, filesOf(page));
    reply.code(503).header('cache-control', 'no-store');
    return reply.send(rendered && screens.filled(filesOf(page), language, today, rendered));
  }

  app.get('/', app.sharedByCrowd, send);
  app.get('/public/competitions/:id/live-ranking', app.sharedByCrowd, send);
  app.get('/public/competitions/:id/screen', app.sharedByCrowd, send);
  app.get('/public/competitions/:id/riders/:dossard', app.sharedByCrowd, send);
  app.get('/overlay/:id', app.sharedByCrowd, send);
  app.get('/login', app.sharedByCrowd, send);
  app.get('/entry/:id', app.sharedByCrowd, send);
  app.get('/public/competitions/:id/results', app.sharedByCrowd, send);
  app.get('/series/:id', app.sharedByCrowd, send);
}

function planOf(plans: PagePlans, asked: ReadPage) {
  if (asked.name === 'start') return plans.start(asked);
  return asked.name === 'rider' ? plans.ofRider(asked) : plans.ofCompetition(asked);
}

/** Creates the function that finds the page of a URL; it returns undefined for a page to be sent empty. */
function createFinder({ clock }: Parts, plans: PagePlans, screens: Screens, renderer: PageRenderer) {
  const kept = createKeptBytes(keptBytes);

  return async (asked: ReadPage, language: Language): Promise<Answer | undefined> => {
    const today = dayOf(clock());
    const plan = await planOf(plans, asked);
    const render = async (page: ReadPage, data: PageData) => {
      const rendered = renderer.render(page, data, language, { ...screens.facts, today });
      return finishPage(screens.filled(filesOf(page), language, today, rendered));
    };
    if (!plan) return { page: await render(asked, { competition: null }), status: 404 };
    const page = await kept(`${JSON.stringify(plan.page)} ${language} ${today} ${plan.state}`, async () => {
      const data = await plan.read();
      // Pages beyond the last one are not cached: made-up numbers would flood the cache.
      return data && render(plan.page, data);
    });
    return page && { page, status: 200 };
  };
}

/**
 * Creates the function that finds a page with answers of the API, which are asked within this process; it returns
 * undefined for a page to be sent empty.
 */
function answeredPages(app: FastifyInstance, { clock }: Parts, screens: Screens, renderer: PageRenderer) {
  const kept = createKeptBytes(keptAnsweredBytes);
  const ask = async (address: string) => {
    const { statusCode, headers, rawPayload } = await app.inject(address);
    const type = String(headers['content-type']);
    return new Response(new Uint8Array(rawPayload), { status: statusCode, headers: { 'content-type': type } });
  };

  return async (asked: AnsweredPage, language: Language): Promise<Answer | undefined> => {
    const today = dayOf(clock());
    const prepared = await renderer.prepare(asked, ask, { ...screens.facts, today });
    if (!prepared) return undefined;
    const state = sha256(prepared.state);
    const page = await kept(`${asked.address} ${language} ${today} ${state}`, () =>
      finishPage(screens.filled(asked.name, language, today, prepared.render(language))),
    );
    return page && { page, status: 200 };
  };
}

/** Returns true for pages without React, which the application has no screen for. */
const hasNoScreen = (page: PublicPage): page is ReadPage =>
  page.name === 'overlay' || page.name === 'rider' || (page.name === 'ranking' && page.embedded);

/** Returns the built files that a page starts with; in a frame it has a script of its own. */
const filesOf = (page: PublicPage): PublicName => (page.name === 'ranking' && page.embedded ? 'frame' : page.name);

function sendFinished(
  request: FastifyRequest,
  reply: FastifyReply,
  { page: { etag, bytes, gzipped }, status }: Answer,
  language: Language,
): FastifyReply {
  reply.headers({ etag, 'cache-control': 'public, no-cache', 'content-language': language }).code(status);
  if (status === 200 && isUnchanged(request, etag)) return reply.code(304).removeHeader('content-type').send();
  if (!gzipped || !listAccepted(request.headers['accept-encoding']).has('gzip')) return reply.send(bytes);
  return reply.header('content-encoding', 'gzip').send(gzipped);
}
