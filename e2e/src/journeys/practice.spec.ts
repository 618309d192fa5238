import { expect } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { prepareCompetition, prepareMember, runsOf } from '../prepare.ts';
import { desktop, phone, rideToCheck, signIn, signInAs } from '../steps.ts';

/* A first time in the field: what a referee tries and reads before the first real run. */

test.use({ viewport: phone });

test('a referee practises the five steps, and nothing of it reaches the server (F6)', async ({ page }) => {
  const prepared = await prepareCompetition('Trial des débuts', [7]);
  const referee = await prepareMember(prepared, 'referee');
  await signInAs(page, referee, `/competitions/${prepared.competitionId}/zones`);
  await page.getByRole('link', { name: 'S’entraîner sur ce téléphone' }).click();
  await expect(page.getByRole('heading', { name: 'Zone d’entraînement' })).toBeVisible();
  await expectAccessible(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`);
  });
  await page.getByRole('button', { name: 'Chercher le pilote' }).click();
  await expect(page.getByLabel('Dossard')).toHaveAttribute('aria-invalid', 'true');
  await rideToCheck(page, 7);
  await expect(page.getByText('Camille Exemple')).toBeVisible();
  await page.getByRole('button', { name: 'Enregistrer le passage' }).click();
  await expect(page.getByRole('heading', { name: 'Le passage serait enregistré' })).toBeVisible();
  await page.getByRole('button', { name: 'Pilote suivant' }).click();
  await expect(page.getByLabel('Dossard')).toBeFocused();
  await page.getByRole('link', { name: 'Terminer' }).click();
  await expect(page.getByRole('heading', { name: 'Les Dalles' })).toBeVisible();
  expect([sent, await runsOf(prepared, 7)]).toEqual([[], []]);
});

test('a phone whose browser may clear its storage shows that, also to the organiser (O6)', async ({
  page,
  browser,
}) => {
  const prepared = await prepareCompetition('Trial des écrans d’accueil', [7]);
  const referee = await prepareMember(prepared, 'referee', 'Solène');
  const path = `/competitions/${prepared.competitionId}/zones/${prepared.zoneId}/referee`;
  await page.addInitScript(() => {
    Object.defineProperty(StorageManager.prototype, 'persisted', { value: async () => false });
  });
  await signInAs(page, referee, path);
  await page.getByText('Avant de partir\u00a0: ajoutez Dossard à l’écran d’accueil').click();
  await expect(page.getByText(/^iPhone\s: bouton Partager/)).toBeVisible();
  await expectAccessible(page);
  const storage = async () => {
    const answer = await prepared.api.get(`/api/competition/${prepared.competitionId}/referee/phones`);
    return (await answer.json()).phones.map((one: { storage: string }) => one.storage);
  };
  await expect.poll(storage).toEqual(['clearable']);
  const desk = await (await browser.newContext({ viewport: desktop, locale: 'fr-FR' })).newPage();
  await signIn(desk, `/competitions/${prepared.competitionId}/users`);
  await expect(desk.getByText('passages non protégés')).toBeVisible();
});

test('a phone whose browser promised to keep its storage shows that', async ({ page }) => {
  const prepared = await prepareCompetition('Trial des promesses', [7]);
  const referee = await prepareMember(prepared, 'referee');
  await page.addInitScript(() => {
    Object.defineProperty(StorageManager.prototype, 'persisted', { value: async () => true });
  });
  await signInAs(page, referee, `/competitions/${prepared.competitionId}/zones/${prepared.zoneId}/referee`);
  await expect(page.getByText('Les passages sont en sécurité sur ce téléphone.')).toBeVisible();
});
