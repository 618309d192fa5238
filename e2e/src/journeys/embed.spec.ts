import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, recordRuns } from '../prepare.ts';
import { atNoon, home, signIn } from '../steps.ts';

/* The ranking in a frame of a club's own site; no other page can be framed. */

test.use(atNoon);

let prepared: Prepared;
let club: Server;
/** The content of the club's page. */
let content = '';
let site: string;

test.beforeAll(async () => {
  prepared = await prepareCompetition('Trial du cadre', [7, 45]);
  club = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(`<h1>Club</h1>${content}`));
  await once(club.listen(0, '127.0.0.1'), 'listening');
  // Another origin than the product's, which a browser treats as cross-site.
  site = `http://localhost:${(club.address() as AddressInfo).port}`;
});
test.afterAll(() => {
  club.close();
});
const ranking = () => `${home()}/public/competitions/${prepared.competitionId}/live-ranking`;
const framing = (address: string) => `<iframe src="${address}" title="cadre" width="600" height="600"></iframe>`;

test('a club takes the code from the settings and shows the ranking on its own site, live', async ({ page }) => {
  await signIn(page, `/competitions/${prepared.competitionId}/edit?section=visibility`);
  content = await page.getByLabel('Code à coller dans le site du club').inputValue();
  expect(content).toContain(`${ranking()}?embed=1`);
  await page.goto(site);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('Zoé Exemple 45')).toBeVisible();
  await expect(frame.getByRole('heading', { name: 'Trial du cadre' })).toBeVisible();
  await expect(frame.getByText('Dossard', { exact: true })).toHaveCount(1);
  await expect(frame.getByLabel('Langue et affichage')).toHaveCount(0);
  await expect(frame.getByRole('link', { name: 'contact@dossard.test' })).toBeVisible();
  await recordRuns(prepared, [45]);
  await expect(frame.getByRole('row', { name: /Exemple 45/ })).toContainText('50');

  // Details open in the frame; the whole ranking opens in a new tab.
  await frame.getByText('Femmes', { exact: true }).click();
  await frame.getByRole('button', { name: 'Zoé Exemple 45' }).click();
  await expect(frame.locator('#rider-45')).toBeVisible();
  await expect(frame.getByLabel('Langue et affichage')).toHaveCount(0);
  const popup = page.waitForEvent('popup');
  await frame.getByRole('link', { name: 'Classement complet' }).click();
  const whole = await popup;
  await expect(whole).toHaveURL(ranking());
  await expect(whole.getByLabel('Langue et affichage')).toBeVisible();
});

test('group, page and age in the frame, without React, also while the server is away', async ({ page, context }) => {
  const { api, competitionId, zoneId } = await prepareCompetition(
    'Trial des pages',
    Array.from({ length: 17 }, (_, index) => index + 1),
  );
  const points = Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`points_door${door}`, 10]));
  for (const group of [
    { category: 'U15', gender: 'H' },
    { category: '13', gender: 'F' },
  ])
    await api.post(`/api/competition/${competitionId}/zone/${zoneId}/graduation`, { data: { ...group, ...points } });
  const scripts: string[] = [];
  page.on('response', async (answer) => {
    if (answer.url().endsWith('.js')) scripts.push(await answer.text());
  });
  await page.goto(`${home()}/public/competitions/${competitionId}/live-ranking?embed=1&category=U13`);
  await expect(page.getByText(/^Mis à jour à \d\d:\d\d:\d\d$/)).toBeVisible();
  expect(scripts.join('').length).toBeLessThan(20_000);
  const bibs = page.locator('[data-row]');
  await expect(bibs).toHaveCount(15);
  await page.getByRole('link', { name: 'Page suivante' }).click();
  await expect(bibs).toHaveCount(2);
  await expect(page).toHaveURL(/page_f=2/);
  // A link from before riders left.
  await page.goto(page.url().replace('page_f=2', 'page_f=3'));
  await expect(page.getByText('2 / 2')).toBeVisible();

  await page.getByLabel('Catégorie').selectOption('U15');
  await expect(page.getByRole('heading', { name: 'U15 Hommes' })).toBeVisible();
  await page.getByLabel('Catégorie').selectOption('13');
  await expect(page.getByRole('heading', { name: '13 Femmes' })).toBeVisible();
  await page.getByLabel('Catégorie').selectOption('U13');
  await page.getByText('Femmes', { exact: true }).click();
  await expect(bibs).toHaveCount(15);

  const until = new Date(Date.now() + 30 * 60_000).toISOString();
  const result = { category: 'U13', gender: 'F', state: 'provisional', complaints_until: until };
  await api.put(`/api/competition/${competitionId}/results`, { data: result });
  await expect(page.getByText('Provisoire')).toBeVisible();
  await expect(page.getByText(/réclamations jusqu’à \d\d:\d\d, encore 29:\d\d/)).toBeVisible();

  await context.setOffline(true);
  await expect(page.getByText(/^Pas de réseau, classement de/)).toBeVisible();
  await expect(bibs).toHaveCount(15);
  await context.setOffline(false);
  await expect(page.getByText(/De nouveau en ligne/)).toBeVisible();
  await page.route('**/live-ranking*', (route) => route.fulfill({ status: 502, body: '' }));
  await page.getByRole('button', { name: 'Actualiser le classement U13 Femmes' }).click();
  await expect(page.getByText(/^Serveur injoignable, classement de/)).toBeVisible();
  await expect(bibs).toHaveCount(15);
  await page.unroute('**/live-ranking*');
  await expect(page.getByText(/Mis à jour à/)).toBeVisible();
  await api.put('/api/competition/visibility', { data: { competition_id: competitionId, is_public: false } });
  await expect(page.getByText('Compétition introuvable ou non publique')).toBeVisible();
});

test('the framed ranking is as accessible as the full page, also in a narrow column', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 500 });
  await page.goto(`${ranking()}?embed=1`);
  await expect(page.getByText('Zoé Exemple 45')).toBeVisible();
  await expectAccessible(page);
  const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(sideways)).toBe(0);
});

/** Blocks the storage of pages, as some browsers do in frames. */
const closeStorage = (page: Page) =>
  page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  });

test('a browser that blocks storage in frames still shows the ranking', async ({ page }) => {
  await closeStorage(page);
  content = framing(`${ranking()}?embed=1`);
  await page.goto(site);
  await expect(page.frameLocator('iframe').getByText('Zoé Exemple 45')).toBeVisible();
});

test('without storage a frame whose script fails to load is not reloaded endlessly', async ({ page }) => {
  await closeStorage(page);
  await page.route(/\/assets\/public-frame-.*\.js$/, (route) => route.abort());
  const asked: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('?embed=1')) return;
    asked.push(request.isNavigationRequest() ? 'page' : 'server');
  });
  content = framing(`${ranking()}?embed=1`);
  await page.goto(site);
  await expect.poll(() => asked).toEqual(['page', 'server', 'server']);
  await expect(page.frameLocator('iframe').getByText('Zoé Exemple 45')).toBeVisible();
});

test('no other page can be framed', async ({ page }) => {
  const { competitionId } = prepared;
  const others = ['/', '/login', `/competitions/${competitionId}/edit?embed=1`];
  for (const address of [ranking(), `${ranking()}?embed=2`, ...others.map((path) => home() + path)]) {
    content = framing(address);
    const refused = page.waitForEvent('console', (said) => /frame-ancestors|X-Frame-Options/i.test(said.text()));
    await page.goto(site);
    await refused;
    await expect(page.frameLocator('iframe').getByRole('main')).toHaveCount(0);
  }
});
