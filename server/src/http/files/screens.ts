import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inBoth, type Language, languages, say } from '@dossard/contract/language/language.ts';
import type { PageRenderer, PublicPage, RenderedPage } from '@dossard/contract/pages/public.page.ts';
import { m } from '@dossard/contract/paraglide/messages.js';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../../tools/html.ts';
import type { Parts } from '../parts.ts';
import { type PublicFiles, readPublicFiles, readScreenFiles } from './screen.files.ts';

/*
 * The pages of the built application: one for all screens, empty until its scripts run, and the public ones with
 * rendered content.
 */

/** The name of a public page; in a frame it has other files. */
export type PublicName = PublicPage['name'] | 'frame';

export type Screens = Awaited<ReturnType<typeof readScreens>>;

/** Folder of the build with the renderer of public pages and pictures; not served. */
export const rendererFolder = '.pages';

/** The page that the service worker keeps for all screens (`web/src/service.worker.ts`). */
const shellPath = '/competitions/shell';

/** Reads the pages of a build, and adds the settings of this installation. */
export async function readScreens(webRoot: string, parts: Parts) {
  const settings = {
    contact: parts.contactEmail,
    'public-url': parts.publicUrl,
    'qr-image-service': parts.qrImageServiceUrl ?? '',
    'sends-mail': parts.sendsMail ? 'on' : 'off',
    demo: parts.publicDemo ? 'public' : '',
  };
  const built = await readFile(join(webRoot, 'index.html'), 'utf8');
  const banner = parts.publicDemo ? demoBanner() : '';
  const page = built
    .replace('<body>', `<body>${banner}`)
    .replace(/(<meta name="([\w-]+)" content=")[^"]*/g, (meta, start: string, name: string) =>
      name in settings ? start + escapeHtml(settings[name as keyof typeof settings]) : meta,
    );
  const screens = (await readScreenFiles(webRoot)).map(({ address, files }) => ({
    address,
    early: page.replace('</head>', () => `${files.map(fetchEarly).join('')}</head>`),
  }));
  const find = (path: string) => screens.find(({ address }) => address.test(path));
  const renderer = await loadRenderer(webRoot);
  const missing = page.replace('<div id="root">', (root) => root + (renderer?.missing() ?? ''));
  const theme = await readFile(join(webRoot, 'theme.js'), 'utf8').catch(() => '');
  const publicFiles = new Map((await readPublicFiles(webRoot)).map((files) => [files.name, files]));
  const publicPages = new Map([...publicFiles].map(([name, files]) => [name, publicPage(page, theme, files)]));
  return {
    /** Returns the page of the screen at a path, without content. */
    empty: (path: string) => find(path)?.early ?? page,
    /** Returns the page for a path without a screen, which says so without scripts too; undefined for a screen. */
    missing: (path: string) => (path === shellPath || find(path) ? undefined : missing),
    /** Returns a public page with its content. */
    filled: (name: PublicName, language: Language, today: string, rendered: RenderedPage) =>
      fill(publicPages.get(name) ?? page, language, today, rendered),
    /** Returns the hashes of the inline script and styles of a public page. */
    inline: (name: PublicName) => ({
      script: hashOf(theme),
      styles: [publicFiles.get(name)?.styles ?? '', hidesScripted, demoStyles].map(hashOf).join(' '),
    }),
    /** Absent if the build has none. */
    renderer,
    facts: { contact: parts.contactEmail, publicUrl: parts.publicUrl, isDemo: parts.publicDemo !== undefined },
  };
}

/**
 * Builds the page of a public screen from the application's page: with its own files, and with everything inline that
 * the first paint needs, so that it waits for no other request.
 */
function publicPage(page: string, theme: string, { name, script, preloads, styles }: PublicFiles): string {
  const scripts = [
    `<script type="module" crossorigin src="${escapeHtml(`/${script}`)}"></script>`,
    ...preloads.map(fetchEarly),
  ].join('');
  // A frame, a screen and an overlay are part of somebody's picture.
  return (bare.has(name) ? page.replace(/<aside class="demo".*?<\/aside>/, '') : page)
    .replace(/<script type="module"[^>]*><\/script>|<link rel="(modulepreload|stylesheet)"[^>]*>/g, '')
    .replace(/\n\s*(?=\n)/g, '')
    .replace('<script src="/theme.js"></script>', () => `<script>${theme}</script>`)
    .replace('</head>', () => `<style>${styles}</style>${withoutScripts}${paintWhole}</head>`)
    .replace('</body>', () => `<template id="later">${scripts}</template></body>`);
}

const bare = new Set(['frame', 'overlay', 'screen']);

/** Says on every page that this is a demonstration (A9), in the page's language, which its script may change. */
function demoBanner(): string {
  const said = inBoth((language) => say(m.demo_banner, {}, language));
  const spans = languages.map((language) => `<span lang="${language}">${escapeHtml(said[language])}</span>`);
  return `<style>${demoStyles}</style><aside class="demo">${spans.join('')}</aside>`;
}

const demoStyles =
  '.demo{margin:0;padding:4px 16px;font-size:14px;text-align:center;background:var(--amber-paper);color:var(--amber)}' +
  ':root:lang(fr) .demo :lang(en),:root:lang(en) .demo :lang(fr){display:none}';

async function loadRenderer(webRoot: string): Promise<PageRenderer | undefined> {
  const { href } = pathToFileURL(join(webRoot, rendererFolder, 'pages.mjs'));
  try {
    const built: { renderer: PageRenderer } = await import(href);
    return built.renderer;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** Delays the first paint until the whole page has arrived; its scripts are at the end (`web/public/theme.js`). */
const paintWhole = '<link rel="expect" href="#later" blocking="render">';

/** Hides elements that need scripts. */
const hidesScripted = '.needs-scripts{display:none!important}';
const withoutScripts = `<noscript><style>${hidesScripted}</style></noscript>`;

function fill(page: string, language: Language, today: string, { head, body }: RenderedPage): string {
  return page
    .replace(/<html lang="\w+">/, `<html lang="${language}" data-rendered="${language}" data-today="${today}">`)
    .replace(/<meta name="description"[^>]*>/, '')
    .replace(/<title>[^<]*<\/title>/, () => head)
    .replace('<div id="root"></div>', () => body);
}

/** Preloads a file that the screen will request. */
function fetchEarly(file: string): string {
  const href = escapeHtml(`/${file}`);
  return file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="${href}">`
    : `<link rel="modulepreload" crossorigin href="${href}">`;
}

/** Whether other sites may show a page in a frame: a public ranking, or the standings of a series. */
export function mayBeFramed(url: string): boolean {
  const [path = '', ...query] = url.split('?');
  if (/^\/embed\/series\/[1-9]\d*$/.test(path)) return true;
  const embeds = new URLSearchParams(query.join('?')).getAll('embed');
  return /^\/public\/competitions\/[1-9]\d*\/live-ranking$/.test(path) && embeds.join() === '1';
}

/** Allows other sites to show an answer in a frame, and one in a sandbox without an origin to fetch it again. */
export function openToFrames(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.removeHeader('x-frame-options');
  reply.header('access-control-allow-origin', '*');
  reply.header('content-security-policy', policy.replace("frame-ancestors 'none'", 'frame-ancestors *'));
}

/** Allows the inline script and styles of a public page in its policy, by hash. */
export function allowInline(reply: FastifyReply, { inline }: Screens, name: PublicName): void {
  const { script, styles } = inline(name);
  const policy = String(reply.getHeader('content-security-policy'))
    .replace("script-src 'self'", `script-src 'self' ${script}`)
    .replace("style-src 'self' 'unsafe-inline'", `style-src 'self' ${styles}`);
  reply.header('content-security-policy', policy);
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
