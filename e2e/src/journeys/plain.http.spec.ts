import { type Browser, expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { prepareCompetition, runsOf } from '../prepare.ts';
import { home, phone, rideToCheck, signIn } from '../steps.ts';

/* Over plain http no worker keeps the pages of the field: they open without network until they are loaded again. */

const unsent = (page: Page) => page.getByRole('link', { name: /\d passages? non envoyé/ });

async function openPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: phone, locale: 'fr-FR', serviceWorkers: 'block' });
  await context.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
  return context.newPage();
}

/** Records a run without network, looks at the runs of the phone, returns, and sends it. */
async function rideWithoutNetwork(page: Page): Promise<void> {
  await expect(page.getByText(/Prêt hors ligne, sans recharger/)).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await rideToCheck(page, 7);
  await page.getByRole('button', { name: 'Enregistrer le passage' }).click();
  await unsent(page).click();
  await expect(page.getByRole('heading', { name: 'Passages de ce téléphone' })).toBeVisible();
  await expect(page.getByText('Les Dalles').first()).toBeVisible();
  await page.goBack();
  // The page before does not say it either.
  await expect(unsent(page)).toBeVisible();
  await page.context().setOffline(false);
  await expect(unsent(page)).toBeHidden();
}

test('a judge with a link', async ({ browser }) => {
  const page = await openPhone(browser);
  const prepared = await prepareCompetition('Lien sans https', [7]);
  const link = `/api/competition/${prepared.competitionId}/judge-links`;
  const { token } = await (await prepared.api.post(link, { data: { zone_ids: null } })).json();
  await page.goto(`${home()}/judge#${token}`);
  await page.getByLabel('Votre nom').fill('Jo Fictif');
  await page.getByRole('button', { name: 'Commencer' }).click();
  await rideWithoutNetwork(page);
  expect(await runsOf(prepared, 7)).toMatchObject([{ referee_name: 'Jo Fictif' }]);
  await page.context().close();
});

test('a referee with an account', async ({ browser }) => {
  const page = await openPhone(browser);
  const prepared = await prepareCompetition('Compte sans https', [7]);
  await signIn(page, `/competitions/${prepared.competitionId}/zones/${prepared.zoneId}/referee`);
  await rideWithoutNetwork(page);
  expect(await runsOf(prepared, 7)).toHaveLength(1);
  await page.context().close();
});
