import { expect } from '@playwright/test';
import { test } from '../journey.ts';
import { prepareCompetition, recordRuns } from '../prepare.ts';
import { desktop, home, phone, signIn } from '../steps.ts';

/* Runs that belong to another bib, riders with each other's bib, and a rider with two. */

for (const [screen, viewport] of [
  ['phone', phone],
  ['desktop', desktop],
] as const) {
  test(`runs of another bib are moved, and two bibs are exchanged, then merged (${screen})`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const prepared = await prepareCompetition(`Mauvais dossard ${screen}`, [7, 112]);
    const { competitionId } = prepared;
    await recordRuns(prepared, [7, 7]);
    await signIn(page, `/competitions/${competitionId}/participants/7/runs`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Mauvais dossard' }).first().click();
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(1);
    await dialog.getByRole('button', { name: /Tous ceux de/ }).click();
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(2);
    await dialog.getByLabel('Ils sont du dossard').fill('999');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Aucun participant ne porte ce dossard.')).toBeVisible();
    await dialog.getByLabel('Ils sont du dossard').fill('112');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Zoé Exemple 112')).toBeVisible();
    await expect(dialog.getByText(/Passage n° 2, .*\u00a0: devient le passage n° 2 du dossard 112/)).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'Je confirme ce changement' }).check();
    await dialog.getByRole('button', { name: 'Déplacer' }).click();
    await expect(page.getByRole('heading', { name: 'Aucun passage' })).toBeVisible();
    await page.getByRole('button', { name: 'Annuler', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Mauvais dossard' })).toHaveCount(2);

    await page.getByRole('button', { name: 'Échanger deux dossards' }).click();
    await dialog.getByLabel('Autre dossard').fill('112');
    await dialog.getByRole('button', { name: 'Vérifier' }).click();
    await expect(dialog.getByText('Zoé Exemple 112')).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'Je confirme ce changement' }).check();
    await dialog.getByRole('button', { name: 'Échanger' }).click();
    // The dialog names the other rider too; it closes when the exchange is stored.
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('Zoé Exemple 112')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mauvais dossard' })).toHaveCount(2);

    await page.goto(page.url().replace(/participants.*/, 'participants?tab=list'));
    await page.getByRole('button', { name: 'Actions pour 7 Zoé Exemple 112' }).click();
    await page.getByRole('menuitem', { name: 'Réunir deux dossards' }).click();
    await dialog.getByLabel('Dossard que le pilote garde').fill('112');
    await dialog.getByRole('button', { name: 'Vérifier' }).click();
    await expect(dialog.getByText('Ses 2 passages vont au dossard 112')).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'Je confirme ce changement' }).check();
    await dialog.getByRole('button', { name: 'Réunir' }).click();
    await expect(page.getByRole('row', { name: /Exemple 112/ })).toHaveCount(0);
    await page.goto(page.url().replace(/participants.*/, 'history'));
    await expect(page.getByText('a réuni le dossard 7 au dossard 112').first()).toBeVisible();
    await expect(page.getByText('a échangé les dossards 7 et 112').first()).toBeVisible();
    await expect(page.getByText(/a rendu des passages donnés au dossard 112/).first()).toBeVisible();
  });
}

test('the next revision of a list says whose bibs were exchanged', async ({ page }) => {
  const own = await prepareCompetition('Plaques échangées', [7, 45]);
  await recordRuns(own, [7, 45]);
  const inside = `/api/competition/${own.competitionId}`;
  const official = { category: 'U13', gender: 'F', state: 'official', jury: ['Alix Juge'], accept_missing: true };
  expect((await own.api.put(`${inside}/results`, { data: official })).ok()).toBe(true);
  const swap = { dossards: [7, 45], reason: 'Plaques échangées' };
  expect((await own.api.post(`${inside}/participants/swap`, { data: swap })).ok()).toBe(true);
  await page.goto(`${home()}/public/competitions/${own.competitionId}/live-ranking?category=U13`);
  await expect(page.getByText(/Le classement en direct a changé depuis/)).toBeVisible();
  const again = { ...official, reason: 'Plaques échangées' };
  expect((await own.api.put(`${inside}/results`, { data: again })).ok()).toBe(true);
  await page.goto(`${home()}/public/competitions/${own.competitionId}/live-ranking?category=U13`);
  await page.getByRole('link', { name: 'Liste officielle' }).click();
  const changes = page.getByRole('region', { name: 'Ce qui a changé depuis la révision 1' });
  await expect(changes).toContainText('Dossard 7 Zoé Exemple 45 avant\u00a0: Zoé Exemple 7');
  await expect(changes).toContainText('Dossard 45 Zoé Exemple 7 avant\u00a0: Zoé Exemple 45');
});
