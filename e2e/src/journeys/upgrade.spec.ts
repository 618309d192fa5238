import { expect, type Page } from '@playwright/test';
import { expectHydrated } from '../hydration.ts';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition } from '../prepare.ts';
import { home, phone, signIn } from '../steps.ts';

/* A page that was open while the server was updated: the parts that it loads later are gone. */

let prepared: Prepared;
test.beforeAll(async () => {
  prepared = await prepareCompetition('Trial de la mise à jour', [7]);
});
const ranking = () => `${home()}/public/competitions/${prepared.competitionId}/live-ranking`;

/** Opens the ranking, and waits until all of its scripts are loaded. */
async function openWhole(page: Page): Promise<void> {
  await page.goto(ranking());
  await expect(page.getByText('Zoé Exemple 7')).toBeVisible();
  await expectHydrated(page);
}

/** From now on parts that are loaded later are gone; `renewed` is true if the reason is a new version. */
async function upgrade(page: Page, renewed: boolean): Promise<void> {
  await page.route(/\/assets\/.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
  if (renewed) {
    await page.route(/\/(live-ranking|competitions)$/, (route) =>
      route.request().isNavigationRequest()
        ? route.fallback()
        : route.fulfill({
            contentType: 'text/html',
            body: '<script type="module" src="/assets/index-new.js"></script>',
          }),
    );
  }
}

test('a spectator’s page is reloaded once when a part of it is gone', async ({ page }) => {
  await openWhole(page);
  await upgrade(page, true);
  const again = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Imprimer' }).click();
  await again;
  await page.unroute(/\/assets\/.*\.js$/);
});

test('without a new version nothing is reloaded, and the page shows the error', async ({ page }) => {
  await openWhole(page);
  await upgrade(page, false);
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.getByRole('button', { name: 'Imprimer' }).click();
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
  expect(loads).toBe(0);
});

for (const [what, files, asked] of [
  ['the scripts', /public-ranking-.*\.js$/, ['/live-ranking']],
  ['a part', /found\.riders-.*\.js$/, ['/live-ranking', '/health/live']],
] as const) {
  test(`${what} of a page that failed to load leave it unchanged until the network is back`, async ({ page }) => {
    let isAway = true;
    await page.route(files, (route) => (isAway ? route.abort() : route.continue()));
    await page.route(/\/health\/live$/, (route) => (isAway ? route.abort() : route.continue()));
    await page.route(ranking(), (route) =>
      isAway && !route.request().isNavigationRequest() ? route.abort() : route.continue(),
    );
    const refused = asked.map((end) => page.waitForEvent('requestfailed', (request) => request.url().endsWith(end)));
    await page.goto(ranking());
    const search = page.getByRole('searchbox', { name: 'Chercher un pilote' });
    // Its part is asked for with the first letter; a page without scripts that has text is not reloaded.
    if (what === 'a part') await search.fill('Exemple');
    await Promise.all(refused);
    await expect(page.getByText('Zoé Exemple 7')).toBeVisible();
    const again = page.waitForEvent('load');
    isAway = false;
    await again;
    await search.fill('Exemple');
    await expect(page.getByRole('search').getByRole('button', { name: /Zoé Exemple 7/ })).toBeVisible();
  });
}

test('a reader with unsaved input is asked, and keeps the page', async ({ page }) => {
  await signIn(page, '/new-competition');
  await page.getByLabel('Nom', { exact: false }).first().fill('Trial à garder');
  await upgrade(page, true);
  const asked = page.waitForEvent('dialog');
  const loading = page.evaluate(() => window.dispatchEvent(new Event('vite:preloadError')));
  const dialog = await asked;
  expect(dialog.message()).toContain('nouvelle version');
  await dialog.dismiss();
  await loading;
  await expect(page.getByLabel('Nom', { exact: false }).first()).toHaveValue('Trial à garder');
});

test.describe('on a phone that keeps the pages of the field', () => {
  test.use({ viewport: phone });

  /** Opens a zone, and waits until this phone can open it without network. */
  async function openZone(page: Page): Promise<string> {
    const at = `/competitions/${prepared.competitionId}`;
    await signIn(page, `${at}/zones/${prepared.zoneId}/referee`);
    await expect(page.getByText(/Prêt hors ligne/)).toBeVisible();
    await page.goto(`${home()}/competitions`);
    await expect(page.getByText('Trial de la mise à jour').first()).toBeVisible();
    return `${home()}${at}/history`;
  }

  test('a page of the organiser says that it needs the network, and opens once this is back', async ({
    page,
    context,
  }) => {
    const history = await openZone(page);
    await context.setOffline(true);
    await page.goto(history);
    await expect(page.getByText('Impossible de joindre le serveur')).toBeVisible();
    await page.getByRole('link', { name: 'Mes compétitions' }).click();
    await expect(page.getByText('Trial de la mise à jour').first()).toBeVisible();
    await page.goBack();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { name: 'Historique', level: 1 })).toBeVisible();
  });

  test('a page of the organiser that only the next version has is loaded from the server', async ({
    page,
    context,
  }) => {
    const history = await openZone(page);
    await context.route(/\/assets\/.*\.js$/, (route) => route.fulfill({ status: 404, body: '' }));
    await context.route(/\/(competitions|history)$/, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<script type="module" src="/assets/next.js"></script>Suivante',
      }),
    );
    await page.evaluate((to) => window.history.pushState({}, '', to), history);
    await expect(page.getByText('Suivante')).toBeVisible();
  });
});
