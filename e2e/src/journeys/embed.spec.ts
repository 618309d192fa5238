import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { type Prepared, prepareCompetition, recordRuns } from '../prepare.ts';
import { home, signIn } from '../steps.ts';

/* The ranking in a frame of a club's own site; and everything else in no frame at all. */

let prepared: Prepared;
let club: Server;
/** What the club's page holds. */
let content = '';
let site: string;

test.beforeAll(async () => {
  prepared = await prepareCompetition('Trial du cadre', [7, 45]);
  club = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(`<h1>Club</h1>${content}`));
  await once(club.listen(0, '127.0.0.1'), 'listening');
  // Another site than the product's: a browser treats it as a stranger.
  site = `http://localhost:${(club.address() as AddressInfo).port}`;
});
test.afterAll(() => {
  club.close();
});
const ranking = () => `${home()}/public/competitions/${prepared.competitionId}/live-ranking`;
const framing = (address: string) => `<iframe src="${address}" title="cadre" width="600" height="600"></iframe>`;

test('a club takes the code from the settings and shows the ranking on its own site, live', async ({ page }) => {
  await signIn(page, `/competitions/${prepared.competitionId}/edit`);
  content = await page.getByLabel('Code à coller dans le site du club').inputValue();
  expect(content).toContain(`${ranking()}?embed=1`);
  await page.goto(site);
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('Zoé Exemple 45')).toBeVisible();
  await expect(frame.getByRole('heading', { name: 'Trial du cadre' })).toBeVisible();
  await expect(frame.getByText('Dossard', { exact: true })).toHaveCount(1);
  await expect(frame.getByLabel('Langue')).toHaveCount(0);
  await expect(frame.getByRole('link', { name: 'contact@dossard.test' })).toBeVisible();
  await recordRuns(prepared, [45]);
  await expect(frame.getByRole('row', { name: /Exemple 45/ })).toContainText('50');

  // Who looks closer stays in the frame; who wants the whole gets it in a tab.
  await frame.getByText('Femmes', { exact: true }).click();
  await frame.getByRole('button', { name: 'Zoé Exemple 45' }).click();
  await expect(frame.locator('#rider-45')).toBeVisible();
  await expect(frame.getByLabel('Langue')).toHaveCount(0);
  const popup = page.waitForEvent('popup');
  await frame.getByRole('link', { name: 'Classement complet' }).click();
  const whole = await popup;
  await expect(whole).toHaveURL(ranking());
  await expect(whole.getByLabel('Langue')).toBeVisible();
});

test('the framed ranking is as accessible as the whole one, also in a narrow column', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 500 });
  await page.goto(`${ranking()}?embed=1`);
  await expect(page.getByText('Zoé Exemple 45')).toBeVisible();
  await expectAccessible(page);
  const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(sideways)).toBe(0);
});

test('a browser that closes its storage to frames shows the ranking all the same', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  });
  content = framing(`${ranking()}?embed=1`);
  await page.goto(site);
  await expect(page.frameLocator('iframe').getByText('Zoé Exemple 45')).toBeVisible();
});

test('no other page lets itself be framed', async ({ page }) => {
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
