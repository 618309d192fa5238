import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, recordRuns, runsOf } from '../prepare.ts';
import { bringSession, desktop, home, phone, signIn } from '../steps.ts';

/* Recorded runs, corrected afterwards; and what parents see of them. */

let prepared: Prepared;
test.beforeEach(async ({ page: _ }, { title }) => {
  prepared = await prepareCompetition(`Passages : ${title}`, [7, 45, 112]);
  await recordRuns(prepared, [45, 45, 7]);
});

const runsPath = (dossard: number) => `/competitions/${prepared.competitionId}/participants/${dossard}/runs`;
const card = (page: Page, number: number) =>
  page.getByRole('listitem').filter({ hasText: `Passage n°\u00a0${number}` });

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  test.describe(size, () => {
    test.use({ viewport });

    test('a run is found from the list, corrected, and the ranking follows', async ({ page }) => {
      await signIn(page, `/competitions/${prepared.competitionId}/participants?tab=list`);
      await page.getByRole('link', { name: 'Voir les passages du dossard 45 (2)' }).click();
      await expect(page).toHaveURL(home() + runsPath(45));
      const run = card(page, 2);
      await expect(run).toContainText('Les Dalles');
      await expect(run).toContainText('Super Admin');
      await expect(run).toContainText('1:02,50');
      await expect(run).toContainText('40 Points');

      await run.getByRole('button', { name: 'Modifier' }).click();
      await expect(card(page, 1).getByRole('button', { name: 'Modifier' })).toBeHidden();
      const form = page.getByRole('form', { name: 'Modifier le passage' });
      await form.getByRole('checkbox', { name: 'P5' }).check();
      await form.getByLabel('Pénalités').fill('0');
      await expect(form.getByLabel('Chrono')).toHaveValue('1:02,50');
      await form.getByLabel('Chrono').fill('0:59,99');
      await expect(form.getByRole('status')).toHaveText('40 → 50');
      await form.getByRole('button', { name: 'Enregistrer' }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText('40 points → 50 points');
      await expect(dialog).toContainText('Chrono\u00a0: 1:02,50 → 0:59,99');
      await dialog.getByRole('button', { name: 'Enregistrer' }).click();
      await expect(dialog.getByText('Veuillez confirmer la modification.')).toBeVisible();
      await dialog.getByRole('checkbox').check();
      await dialog.getByRole('button', { name: 'Enregistrer' }).click();
      await expect(dialog).toBeHidden();
      await expect(card(page, 2)).toContainText('50 Points');
      await expect(card(page, 2)).toContainText('0:59,99');

      await page.goto(`${home()}/public/competitions/${prepared.competitionId}/live-ranking`);
      await expect(page.locator('tr', { hasText: 'Zoé Exemple 45' })).toContainText('100');
    });

    test('a wrong time is refused at its field, and no input is lost', async ({ page }) => {
      await signIn(page, runsPath(45));
      await card(page, 1).getByRole('button', { name: 'Modifier' }).click();
      const form = page.getByRole('form', { name: 'Modifier le passage' });
      for (const [typed, problem] of [
        ['-1', 'Le chrono ne peut pas être négatif.'],
        ['1.234', 'Écrivez le chrono avec deux décimales au plus.'],
        ['1:75', 'Écrivez le chrono en minutes et secondes, comme 1:23,27, ou en secondes.'],
        ['1:23,275', 'Écrivez le chrono avec deux décimales au plus.'],
        ['', 'Veuillez renseigner le chrono.'],
      ] as const) {
        await form.getByLabel('Chrono').fill(typed);
        await form.getByRole('button', { name: 'Enregistrer' }).click();
        await expect(form.getByText(problem)).toBeVisible();
        await expect(form.getByLabel('Chrono')).toBeFocused();
      }
      await form.getByRole('button', { name: 'Annuler' }).click();
      await expect(card(page, 1)).toContainText('50 Points');
    });
  });
}

test('a run that a colleague changed meanwhile is shown before it is replaced', async ({ page }) => {
  await signIn(page, runsPath(45));
  await card(page, 1).getByRole('button', { name: 'Modifier' }).click();
  const [run] = await runsOf(prepared, 45);
  const changed = await prepared.api.put('/api/run', { data: { ...run, penality: 4 } });
  expect(changed.ok()).toBe(true);
  await page.getByLabel('Pénalités').fill('2');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog).toContainText('Quelqu’un a modifié ce passage entre-temps.');
  await expect(dialog).toContainText('4 pén.');
  await expect(dialog.getByRole('checkbox')).not.toBeChecked();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog).toBeHidden();
  expect(await runsOf(prepared, 45)).toMatchObject([{ penality: 2 }, {}]);
});

test('a run is deleted after the box is ticked, and its number is not used again', async ({ page }) => {
  await signIn(page, runsPath(45));
  await card(page, 2).getByRole('button', { name: 'Supprimer' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('40 points dans «\u00a0Les Dalles\u00a0»');
  await expect(dialog).toContainText('La suppression reste dans l’historique, avec ce qu’elle enlève.');
  await dialog.getByRole('button', { name: 'Supprimer' }).click();
  await expect(
    dialog.getByText('Veuillez confirmer que vous comprenez que cette action est irréversible.'),
  ).toBeVisible();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Supprimer' }).click();
  await expect(card(page, 2)).toBeHidden();
  await expect(card(page, 1)).toBeVisible();
});

test('addresses of unknown riders are reported', async ({ page }) => {
  await bringSession(page);
  await page.goto(`${home()}/competitions/x/participants/45/runs`);
  await expect(page.getByText('Numéro de compétition ou dossard incorrect')).toBeVisible();
  await page.goto(home() + runsPath(999));
  await expect(page.getByText('Aucun participant ne porte ce dossard.')).toBeVisible();
  await page.goto(home() + runsPath(112));
  await expect(page.getByRole('heading', { name: 'Aucun passage' })).toBeVisible();
});

test('a parent opens a rider: the runs, and an explanation of the rank', async ({ page }) => {
  const ranking = `${home()}/public/competitions/${prepared.competitionId}/live-ranking`;
  await page.goto(ranking);
  const rider = page.getByRole('button', { name: 'Zoé Exemple 7', exact: true });
  await rider.click();
  await expect(page).toHaveURL(`${ranking}?rider=7`);
  await expect(rider).toHaveAttribute('aria-expanded', 'true');
  const detail = page.locator('#rider-7');
  await expect(detail).toContainText('Derrière Zoé Exemple 45\u00a0: moins de points (30 contre 90).');
  await expect(detail).toContainText('30 points · 2 pénalités · 1:03');
  await page.getByRole('button', { name: 'Zoé Exemple 45', exact: true }).click();
  await expect(page.locator('#rider-45')).toContainText('Devant Zoé Exemple 7\u00a0: plus de points (90 contre 30).');
  await page.goBack();
  await expect(page.locator('#rider-7')).toBeVisible();
  await page.goBack();
  await expect(page.locator('tr[data-detail]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Zoé Exemple 112', exact: true }).click();
  await expect(page.locator('#rider-112')).toContainText(
    'Pas encore passé\u00a0: suit les pilotes classés, sans rang.',
  );
});

test('the result list is printed completely, without controls', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await page.goto(`${home()}/public/competitions/${prepared.competitionId}/live-ranking`);
  await expect(page.getByText('En direct', { exact: true })).toBeVisible();
  await page.route('**/api/**ranking**', (route) => route.abort());
  await page.getByRole('button', { name: 'Imprimer' }).click();
  await expect(page.getByText('La liste n’a pas pu être chargée. Réessayez avec du réseau.')).toBeVisible();
  await page.unroute('**/api/**ranking**');
  await page.getByRole('button', { name: 'Imprimer' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print' });
  const rows = page.locator('#print-list tbody tr');
  await expect(rows).toHaveText([/^145Zoé Exemple 459012:042$/, /^27Zoé Exemple 73021:031$/, /^–112Zoé Exemple 112/]);
  await expect(page.getByRole('button', { name: 'Imprimer' })).toBeHidden();
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(page.locator('#print-list')).toHaveCount(0);
});

test('the organiser sees which riders are missing in which zone', async ({ page }) => {
  await signIn(page, `/competitions/${prepared.competitionId}/zones`);
  await page.getByRole('link', { name: 'Jour J' }).click();
  await page.getByRole('link', { name: 'Avancement' }).click();
  await expect(page.getByRole('columnheader', { name: 'Les Dalles 2 sur 3' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Exemple 45/ })).toContainText('2');
  await page.getByLabel('Seulement ce qui manque').check();
  await expect(page.getByRole('row', { name: /Exemple 45/ })).toBeHidden();
  await page.getByRole('link', { name: /Exemple 112/ }).click();
  await expect(page).toHaveURL(home() + runsPath(112));
});

test('typed text is not lost by leaving the page', async ({ page }) => {
  await signIn(page, `/competitions/${prepared.competitionId}/edit?section=description`);
  await page.getByLabel('Lieu').fill('Ailleurs');
  await page.getByRole('link', { name: /^Participants/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Quitter sans enregistrer' });
  await dialog.getByRole('button', { name: 'Rester' }).click();
  await expect(page.getByLabel('Lieu')).toHaveValue('Ailleurs');
  page.once('dialog', (question) => question.dismiss());
  await page.getByRole('button', { name: 'Compte et affichage' }).click();
  await page.getByRole('radio', { name: 'English' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Lieu')).toHaveValue('Ailleurs');
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page.getByText('Réglages enregistrés')).toBeVisible();
  await page.getByRole('link', { name: /^Participants/ }).click();
  await expect(page).toHaveURL(/participants$/);
});

test('an answer that denies access opens the dialog with the server’s message', async ({ page }) => {
  await signIn(page, runsPath(45));
  await expect(card(page, 1)).toBeVisible();
  await page.route('**/api/run?**', (route) =>
    route.fulfill({
      status: 403,
      json: { code: 'forbidden', message: 'Vous n’avez pas le droit de supprimer ce passage.', request_id: 'r' },
    }),
  );
  await card(page, 1).getByRole('button', { name: 'Supprimer' }).click();
  await page.getByRole('checkbox').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
  const denied = page.getByRole('dialog', { name: 'Accès refusé' });
  await expect(denied).toContainText('Vous n’avez pas le droit de supprimer ce passage.');
  await denied.getByRole('button', { name: 'Compris' }).click();
  await expect(denied).toBeHidden();
});
