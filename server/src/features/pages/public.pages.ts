import type { Language } from '@dossard/contract/language/language.ts';
import { languages, preferredLanguage } from '@dossard/contract/language/language.ts';
import type { PageData, PageRenderer, PublicPage } from '@dossard/contract/pages/public.page.ts';
import type { RankedGroups } from '@dossard/contract/rankings/ranking.choice.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type CompetitionAccess, visitorAccess } from '../../access/competition.access.ts';
import { joinReads } from '../../database/joined.ts';
import { isHeld } from '../../http/etag.ts';
import { listAccepted } from '../../http/memory.files.ts';
import type { Parts } from '../../http/parts.ts';
import { mayBeFramed, openToFrames, type Screens } from '../../http/screens.ts';
import { createTurns } from '../../tools/turns.ts';
import { listPublic } from '../competitions/competition.store.ts';
import { namesFor, type RankingAnswers } from '../rankings/ranking.answers.ts';
import { createKeptPages, type FinishedPage, finishPage } from './kept.pages.ts';
import { publicCompetition, readBigScreen, readRankedGroups, readRankingScreen } from './page.data.ts';

/*
 * The public pages, sent with their content: rendered once for a version of the competition and a language, and kept as
 * bytes for all who come (decision 026). Whatever cannot be rendered now is sent empty: the page then asks the API
 * by itself, and shows what is wrong.
 */

/** Pages that are looked for at the same time; more wait, and beyond these pages are sent empty. */
const atOnce = 8;
const waiting = 500;
/** How long a page may take before it is sent empty, in milliseconds. */
const patienceMs = 2_000;
/** Competitions whose groups are kept. */
const keptGroups = 500;

/** A page to send, and whether there is anything at its address. */
interface Answer {
  page: FinishedPage;
  status: 200 | 404;
}

/** Registers the public pages; `/` and those of a competition. */
export function publicPages(app: FastifyInstance, parts: Parts, screens: Screens, rankings: RankingAnswers): void {
  const { renderer } = screens;
  if (!renderer) return;
  const find = createFinder(parts, screens, renderer, rankings);
  const turns = createTurns({ atOnce, waiting });

  async function findInTime(page: PublicPage, language: Language): Promise<Answer | undefined> {
    const turn = turns.take();
    if (!turn) return undefined;
    const endTurn = await turn;
    const found = find(page, language).finally(endTurn);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), patienceMs);
    });
    return Promise.race([found, late]).finally(() => clearTimeout(timer));
  }

  async function send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const page = renderer?.parse(request.url);
    const language = languageOf(request);
    if (mayBeFramed(request.url)) openToFrames(reply);
    reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding, accept-language, cookie');
    const found =
      page &&
      (await findInTime(page, language).catch((error: unknown) => {
        request.log.error({ err: error }, 'a public page is sent empty');
        return undefined;
      }));
    if (found) return sendFinished(request, reply, found, language);
    return reply.header('cache-control', 'no-cache').send(screens.empty(request.url.split('?', 1)[0] ?? ''));
  }

  app.get('/', send);
  app.get('/public/competitions/:id/live-ranking', send);
  app.get('/public/competitions/:id/screen', send);
}

/** Returns what finds the page of an address; undefined if it is to be sent empty. */
function createFinder({ db, clock }: Parts, screens: Screens, renderer: PageRenderer, rankings: RankingAnswers) {
  const findPublic = visitorAccess(db);
  const readPublic = joinReads((_: 'all') => listPublic(db));
  const pages = createKeptPages();
  const groupsKept = new LRUCache<number, { version: number; groups: RankedGroups }>({ max: keptGroups });

  async function render(page: PublicPage, data: PageData, language: Language): Promise<string> {
    const rendered = await renderer.render(page, data, language, screens.installation);
    return screens.filled(pathOf(page), language, rendered);
  }

  async function groupsOf({ id, version }: CompetitionAccess): Promise<RankedGroups> {
    const kept = groupsKept.get(id);
    if (kept && kept.version >= version) return kept.groups;
    const groups = await readRankedGroups(db, id);
    groupsKept.set(id, { version, groups });
    return groups;
  }

  async function findStart(page: PublicPage, language: Language): Promise<Answer | undefined> {
    const competitions = (await readPublic('all')).map(publicCompetition);
    const state = JSON.stringify(competitions);
    const finished = await pages.page(`/ ${language}`, state, () => render(page, { competitions }, language));
    return finished && { page: finished, status: 200 };
  }

  return async (asked: PublicPage, language: Language): Promise<Answer | undefined> => {
    if (asked.name === 'start') return findStart(asked, language);
    const competition = await findPublic(asked.competitionId);
    if (!competition?.is_public)
      return { page: await finishPage(await render(asked, { competition: null }, language)), status: 404 };
    const now = clock();
    const groups = await groupsOf(competition);
    const page = withKnownChoice(asked, groups);
    const key = `${JSON.stringify(page)} ${language}`;
    const state = `${competition.version} ${namesFor('public', competition, now)}`;
    const finished = await pages.page(key, state, async () => {
      const data =
        page.name === 'screen'
          ? await readBigScreen(rankings, competition, groups, now)
          : await readRankingScreen(rankings, competition, groups, page, now);
      return data && render(page, data, language);
    });
    return finished && { page: finished, status: 200 };
  };
}

/** Leaves a category that the competition does not have, as the page itself does. */
function withKnownChoice<P extends PublicPage>(page: P, { categories_and_genders }: RankedGroups): P {
  if (page.name !== 'ranking' || categories_and_genders.some(({ category }) => category === page.category)) return page;
  return { ...page, category: undefined };
}

const pathOf = (page: PublicPage) =>
  page.name === 'start'
    ? '/'
    : `/public/competitions/${page.competitionId}/${page.name === 'screen' ? 'screen' : 'live-ranking'}`;

/** The language of a reader: the stored choice, which a cookie mirrors, else the browser's. */
function languageOf({ cookies, headers }: FastifyRequest): Language {
  const chosen = languages.find((language) => language === cookies['app-language']);
  return chosen ?? preferredLanguage(headers['accept-language']);
}

function sendFinished(
  request: FastifyRequest,
  reply: FastifyReply,
  { page: { etag, html, gzipped }, status }: Answer,
  language: Language,
): FastifyReply {
  reply.headers({ etag, 'cache-control': 'public, no-cache', 'content-language': language }).code(status);
  if (status === 200 && isHeld(request, etag)) return reply.code(304).removeHeader('content-type').send();
  if (!listAccepted(request.headers['accept-encoding']).has('gzip')) return reply.send(html);
  return reply.header('content-encoding', 'gzip').send(gzipped);
}
