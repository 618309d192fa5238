import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, prepareMember, recordRuns } from '../prepare.ts';
import { home, signIn, signInAs } from '../steps.ts';

/* Many live windows of one browser: they share a stream, because a browser has six connections (L7). */

const pathsOf = (id: number) => [
  `/competitions/${id}/overview`,
  `/competitions/${id}/runs`,
  `/competitions/${id}/live-ranking`,
  `/competitions/${id}/speaker`,
  `/public/competitions/${id}/screen`,
  `/public/competitions/${id}/live-ranking`,
  `/public/competitions/${id}/live-ranking?embed=1`,
  `/overlay/${id}?layout=five`,
  `/overlay/${id}?layout=run`,
  `/overlay/${id}?layout=leader`,
];

/** Returns the windows that have a stream open. */
function watchStreams(context: BrowserContext) {
  const open = new Map<unknown, Page>();
  context.on('request', (request) => request.url().endsWith('/live') && open.set(request, request.frame().page()));
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
  return { count: () => open.size, leaders: () => [...open.values()] };
}

async function openWindows(context: BrowserContext, { competitionId }: Prepared, count: number): Promise<Page[]> {
  const paths = pathsOf(competitionId);
  const pages: Page[] = [];
  for (let index = 0; index < count; index += 1) {
    const page = await context.newPage();
    const path = paths[index % paths.length] ?? '';
    if (index === 0) await signIn(page, path);
    else await page.goto(home() + path);
    pages.push(page);
  }
  return pages;
}

test('twelve live windows share a stream, and leave room for calls', async ({ context }) => {
  const prepared = await prepareCompetition('Douze fenêtres', [7, 45]);
  const streams = watchStreams(context);
  const pages = await openWindows(context, prepared, 12);
  const [first] = pages as [Page];
  await expect.poll(streams.count).toBe(1);
  const answered = await first.evaluate(async () => {
    const begun = performance.now();
    const { ok } = await fetch('/api/competitions/public', { cache: 'no-store', signal: AbortSignal.timeout(20_000) });
    return { ok, ms: performance.now() - begun };
  });
  test
    .info()
    .annotations.push({ type: 'measured', description: `a call beside twelve live windows: ${answered.ms} ms` });
  expect(answered.ok).toBe(true);
  await recordRuns(prepared, [45]);
  for (const page of pages) await expect(page.locator('body')).toContainText('50');
  expect(streams.count()).toBe(1);
});

test('another window takes over when the leader is closed, or freezes', async ({ context }) => {
  const prepared = await prepareCompetition('Fenêtre qui se ferme', [7, 45, 112]);
  const streams = watchStreams(context);
  const path = `/public/competitions/${prepared.competitionId}/live-ranking`;
  const pages: Page[] = [];
  for (let index = 0; index < 3; index += 1) {
    const page = await context.newPage();
    await page.goto(home() + path);
    await expect(page.getByText('En direct', { exact: true })).toBeVisible();
    pages.push(page);
  }
  // A window that does not answer the next one at once, on a busy machine, leads no more.
  await expect.poll(streams.count).toBe(1);
  const [first] = streams.leaders() as [Page];
  await first.close();
  // Its request may be reported as ended only after that of its successor has begun.
  await expect.poll(() => streams.leaders().filter((page) => page !== first).length).toBe(1);
  const [frozen] = streams.leaders().filter((page) => page !== first) as [Page];
  const [last] = pages.filter((page) => page !== first && page !== frozen) as [Page];
  await expect(last.getByText('En direct', { exact: true })).toBeVisible();
  const devtools = await context.newCDPSession(frozen);
  await devtools.send('Debugger.enable');
  await devtools.send('Debugger.pause');
  void frozen.evaluate(() => 1).catch(() => {});
  await recordRuns(prepared, [45]);
  await expect(last.locator('tr', { hasText: 'Exemple 45' })).toContainText('50');
  await expect.poll(() => streams.leaders().includes(last)).toBe(true);
  await expect(last.getByText('En direct', { exact: true })).toBeVisible();
});

test('a leader who signs out leaves the stream to a window without an account', async ({ context }) => {
  const prepared = await prepareCompetition('Fenêtre qui se déconnecte', [7, 45]);
  const { competitionId } = prepared;
  const account = await prepareMember(prepared, 'editor');
  const streams = watchStreams(context);
  const [member, visitor] = [await context.newPage(), await context.newPage()];
  await signInAs(member, account, `/competitions/${competitionId}/overview`);
  await expect.poll(streams.leaders).toEqual([member]);
  await visitor.goto(`${home()}/public/competitions/${competitionId}/live-ranking`);
  await expect(visitor.getByText('En direct', { exact: true })).toBeVisible();
  await member.goto(`${home()}/profile`);
  await expect.poll(streams.leaders).toEqual([visitor]);
  await context.clearCookies();
  await member.goto(`${home()}/competitions/${competitionId}/overview`);
  await expect(member).toHaveURL(/\/login/);
  await recordRuns(prepared, [45]);
  await expect(visitor.locator('tr', { hasText: 'Exemple 45' })).toContainText('50');
  expect(streams.leaders()).toEqual([visitor]);
});

test('windows of many competitions keep three streams, and the others poll', async ({ context }) => {
  const all: Prepared[] = [];
  for (const name of ['une', 'deux', 'trois', 'quatre', 'cinq'])
    all.push(await prepareCompetition(`Fenêtre ${name}`, [45]));
  const streams = watchStreams(context);
  const pages: Page[] = [];
  for (const { competitionId } of all) {
    const page = await context.newPage();
    await page.goto(`${home()}/public/competitions/${competitionId}/live-ranking`);
    pages.push(page);
  }
  await expect.poll(streams.count).toBe(3);
  for (const [index, page] of pages.entries()) {
    await recordRuns(all[index] as Prepared, [45]);
    await expect(page.locator('tr', { hasText: 'Exemple 45' })).toContainText('50');
  }
  expect(streams.count()).toBe(3);
  // A closed window leaves its stream to one that polls.
  await pages[0]?.close();
  await expect.poll(streams.count).toBe(3);
});

/** Opens a page of a club's site that shows an address in a sandbox without an origin. */
async function openSandboxed(page: Page, address: string) {
  const club = createServer((_, answer) => {
    const frame = `<iframe sandbox="allow-scripts" src="${address}" title="cadre" width="600" height="600"></iframe>`;
    answer.setHeader('content-type', 'text/html').end(`<h1>Club</h1>${frame}`);
  });
  await once(club.listen(0, '127.0.0.1'), 'listening');
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  await page.goto(`http://localhost:${(club.address() as AddressInfo).port}`);
  return { frame: page.frameLocator('iframe'), failures, close: () => club.close() };
}

test('the standings in a sandbox without an origin show their age, and stay fresh', async ({ page }) => {
  const prepared = await prepareCompetition('Manche au bac à sable', [7, 45]);
  const { api, competitionId } = prepared;
  const { id } = await (await api.post('/api/series', { data: { name: 'Trophée du bac', season: '2027' } })).json();
  await api.put(`/api/series/${id}/competitions`, { data: { competition_ids: [competitionId] } });
  await api.put(`/api/series/${id}`, { data: { is_public: true } });
  const { frame, failures, close } = await openSandboxed(page, `${home()}/embed/series/${id}`);
  await expect(frame.getByText(/Mis à jour à \d\d:\d\d:\d\d$/)).toBeVisible();
  const main = frame.getByRole('main');
  const withoutAge = async () => (await main.innerText()).replace(/à \d\d:\d\d:\d\d/, '');
  const before = await withoutAge();
  await recordRuns(prepared, [45]);
  // Without a competition of today the standings are polled every 30 seconds.
  await expect.poll(withoutAge, { timeout: 90_000 }).not.toBe(before);
  expect(failures).toEqual([]);
  close();
});

test('a frame in a sandbox without an origin shows the ranking with its age, and stays fresh', async ({ page }) => {
  const prepared = await prepareCompetition('Bac à sable', [7, 45]);
  const address = `${home()}/public/competitions/${prepared.competitionId}/live-ranking?embed=1`;
  const { frame, failures, close } = await openSandboxed(page, address);
  await expect(frame.getByText(/Mis à jour à \d\d:\d\d:\d\d$/)).toBeVisible();
  await recordRuns(prepared, [45]);
  await expect(frame.getByRole('row', { name: /Exemple 45/ })).toContainText('50');
  await frame.getByRole('button', { name: 'Zoé Exemple 45' }).click();
  await expect(frame.locator('#rider-45')).toBeVisible();
  await frame.getByRole('button', { name: 'Zoé Exemple 45' }).click();
  await expect(frame.locator('#rider-45')).toHaveCount(0);
  expect(failures).toEqual([]);
  close();
});
