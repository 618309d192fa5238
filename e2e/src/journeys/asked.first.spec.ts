import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition } from '../prepare.ts';
import { home, phone, signIn } from '../steps.ts';

/* What is asked or said before something is lost. */

let prepared: Prepared;
test.beforeEach(async ({ page: _ }, { title }) => {
  prepared = await prepareCompetition(`Avant : ${title}`, [7]);
});
const at = (path: string) => `/competitions/${prepared.competitionId}${path}`;

test('back stays on the run step after the start, and asks before it discards the run', async ({ page }) => {
  await page.setViewportSize(phone);
  await signIn(page, at(`/zones/${prepared.zoneId}/referee`));
  await page.getByLabel('Dossard').fill('7');
  await page.getByRole('button', { name: 'Chercher le pilote' }).click();
  await page.getByRole('button', { name: 'Confirmer' }).click();
  const back = page.getByRole('button', { name: 'Retour', exact: true });
  await expect(back).toBeVisible();
  await page.getByRole('button', { name: 'Lancer le chrono' }).click();
  await page.getByRole('button', { name: /^P1/ }).click();
  await back.click();
  const sure = page.getByRole('button', { name: 'Tout effacer' });
  await expect(sure).toBeVisible();
  await expect(page.getByRole('button', { name: /^P1/ })).toHaveAttribute('aria-pressed', 'true');
  await sure.click();
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await expect(page.getByRole('timer')).toContainText('0:00');
  await expect(page.getByRole('button', { name: /^P1/ })).toBeDisabled();
});

const newZone = (page: Page) => page.getByRole('form', { name: 'Nouvelle zone' });

/** Answers the next question of the browser; returns its text. */
const answerNext = (page: Page, answer: 'accept' | 'dismiss') =>
  page.waitForEvent('dialog').then(async (dialog) => {
    await dialog[answer]();
    return dialog.message();
  });

test('a new zone asks before its graduations are dropped, copied or typed', async ({ page }) => {
  await signIn(page, at('/edit'));
  await page.getByRole('button', { name: 'Ajouter une zone' }).click();
  await newZone(page).getByRole('button', { name: 'Copier les barèmes' }).click();
  await expect(newZone(page).getByRole('table')).toContainText('U13');
  const kept = answerNext(page, 'dismiss');
  await newZone(page).getByRole('button', { name: 'Annuler' }).click();
  expect(await kept).toContain('n’est pas enregistré et sera perdu');
  await expect(newZone(page).getByRole('table')).toContainText('U13');
  const dropped = answerNext(page, 'accept');
  await newZone(page).getByRole('button', { name: 'Annuler' }).click();
  await dropped;
  await expect(newZone(page)).toHaveCount(0);
  // Without input there is nothing to ask.
  await page.getByRole('button', { name: 'Ajouter une zone' }).click();
  await newZone(page).getByRole('button', { name: 'Annuler' }).click();
  await expect(newZone(page)).toHaveCount(0);
});

test('six doors without points are named together, then only those that are left', async ({ page }) => {
  await signIn(page, at('/edit'));
  await page.getByRole('button', { name: 'Ajouter une zone' }).click();
  for (const door of [1, 2, 3, 4, 5, 6]) await newZone(page).getByLabel(`Points de la porte ${door}`).fill('');
  await newZone(page).getByRole('button', { name: 'Créer la zone' }).click();
  await expect(newZone(page).getByText('Indiquez les points des portes 1, 2, 3, 4, 5 et 6.')).toBeVisible();
  await newZone(page).getByLabel('Points de la porte 2').fill('10');
  await expect(newZone(page).getByText('Indiquez les points des portes 1, 3, 4, 5 et 6.')).toBeVisible();
  for (const door of [1, 3, 4, 5]) await newZone(page).getByLabel(`Points de la porte ${door}`).fill('10');
  await expect(newZone(page).getByText('Indiquez les points de la porte 6.')).toBeVisible();
});

test('adding a rider without a graduation says that one may go on', async ({ page }) => {
  await signIn(page, at('/participants?tab=add'));
  await page.getByRole('button', { name: 'Ajouter un participant' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ajouter un participant' });
  await dialog.getByLabel('Dossard').fill('31');
  await dialog.getByLabel('Nom', { exact: true }).fill('Durand');
  await dialog.getByLabel('Prénom').fill('Lou');
  await dialog.getByRole('radio', { name: 'Femmes' }).check();
  await dialog.getByRole('radio', { name: 'Autre' }).check();
  await dialog.getByLabel('Nom de la catégorie').fill('Cadet');
  const add = dialog.getByRole('button', { name: 'Ajouter', exact: true });
  await add.click();
  await expect(dialog.getByText('C’est voulu\u00a0? «\u00a0Ajouter\u00a0» continue quand même.')).toBeVisible();
  await add.click();
  await expect(dialog.getByText('Lou Durand (Cadet Femmes)')).toBeVisible();
});

test('an unknown competition shows no menu of its pages', async ({ page }) => {
  await signIn(page, '/competitions/999999/zones');
  await expect(page.getByRole('main').getByRole('link', { name: 'Mes compétitions' }).first()).toBeVisible();
  await expect(page.getByText('introuvable').first()).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages de la compétition' })).toHaveCount(0);
  await page.goto(home() + at('/zones'));
  await expect(page.getByRole('navigation', { name: 'Pages de la compétition' })).toBeVisible();
});
