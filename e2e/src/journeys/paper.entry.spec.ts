import { expect } from '@playwright/test';
import { test } from '../journey.ts';
import { prepareCompetition, prepareMember, recordRuns, runsOf } from '../prepare.ts';
import { phone, signIn, signInAs, typeLine } from '../steps.ts';

/* Runs on paper, typed by an editor with the keyboard alone. */

// WCAG 2.1.1
test('an editor types a sheet with the keyboard alone, with a preview of each line before it is stored (P3)', async ({
  page,
}) => {
  const prepared = await prepareCompetition('Feuille', [7, 112]);
  const { competitionId, zoneId } = prepared;
  const editor = await prepareMember(prepared, 'editor');
  await signInAs(page, editor, `/competitions/${competitionId}/zones`);
  await expect(page.getByRole('navigation', { name: 'Pages de la compétition' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('papier');
  await expect(page.getByRole('option')).toHaveText(['Saisie papier']);
  await page.keyboard.press('Enter');
  // The only zone needs no choice.
  await expect(page.getByLabel('Zone', { exact: true })).toHaveValue(String(zoneId));
  await expect(page.getByLabel('Dossard', { exact: true })).toBeFocused();
  await page.keyboard.type('7');
  await expect(page.getByText('Zoé Exemple 7')).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('135.2');
  await expect(page.getByText('30 points · 2 pénalités', { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.type('1:57');
  await expect(page.getByText('30 points · 2 pénalités · 1:57,00')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Dossard 7\u00a0: 30 points, 1:57,00.')).toBeVisible();
  await typeLine(page, '112', '123456', '61');
  await expect(page.getByRole('article', { name: '112 Zoé Exemple 112' }).getByText('Envoyé')).toBeVisible();
  await expect(page.getByRole('article', { name: '7 Zoé Exemple 7' }).getByText('Envoyé')).toBeVisible();
  expect(await runsOf(prepared, 7)).toMatchObject([
    { points: 30, penality: 2, chrono_sec: 117, referee_name: 'Alix Exemple' },
  ]);
  expect(await runsOf(prepared, 112)).toMatchObject([{ points: 60, penality: 0, chrono_sec: 61 }]);
});

test('an invalid text is marked at its field, and no input is lost', async ({ page }) => {
  const prepared = await prepareCompetition('Feuille illisible', [7]);
  await signIn(page, `/competitions/${prepared.competitionId}/paper?zone=${prepared.zoneId}`);
  const bib = page.getByLabel('Dossard', { exact: true });
  await bib.fill('99');
  await bib.press('Enter');
  await expect(page.getByText('Aucun participant ne porte ce dossard.')).toBeVisible();
  await expect(bib).toBeFocused();
  await bib.fill('7');
  await bib.press('Enter');
  const doors = page.getByLabel('Portes et pénalités');
  await doors.fill('1178');
  await doors.press('Enter');
  await expect(page.getByText(/^Tapez les portes gagnées/)).toBeVisible();
  await doors.fill('1');
  await doors.press('Enter');
  const time = page.getByLabel('Chrono', { exact: true });
  await time.fill('7:99');
  await time.press('Enter');
  await expect(page.getByText(/^Tapez un temps de 2:00 au plus/)).toBeVisible();
  await expect(time).toHaveValue('7:99');
  await expect(doors).toHaveValue('1');
  expect(await runsOf(prepared, 7)).toEqual([]);
});

test('an editor who types a sheet that somebody else has typed sees the existing runs', async ({ page }) => {
  const prepared = await prepareCompetition('Feuille deux fois', [7, 112]);
  await recordRuns(prepared, [7]);
  await signIn(page, `/competitions/${prepared.competitionId}/paper?zone=${prepared.zoneId}`);
  await expect(page.getByLabel('Dossard', { exact: true })).toBeFocused();
  await page.keyboard.type('112');
  await expect(page.getByText('Zoé Exemple 112')).toBeVisible();
  await expect(page.getByText(/Ce pilote a déjà/)).toHaveCount(0);
  await page.getByLabel('Dossard', { exact: true }).fill('7');
  await expect(page.getByText('Ce pilote a déjà 1 passage ici.')).toBeVisible();
  await page.keyboard.press('Enter');
  await typeLine(page, '12', '50');
  await page.keyboard.type('7');
  await expect(page.getByText(/Ce pilote a déjà [12] passages? ici\./)).toBeVisible();
});

test('without network the typing goes on, and a reload loses no run', async ({ page, context }) => {
  await page.setViewportSize(phone);
  const prepared = await prepareCompetition('Feuille sans réseau', [7, 112]);
  const { competitionId, zoneId } = prepared;
  await signIn(page, `/competitions/${competitionId}/paper?zone=${zoneId}`);
  await expect(page.getByLabel('Dossard', { exact: true })).toBeFocused();
  await context.route('**/runs/sheet', (route) => route.abort());
  await typeLine(page, '7', '12', '50');
  await typeLine(page, '112', '123', '51');
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(2);
  await context.unroute('**/runs/sheet');
  for (const article of await page.getByRole('article').all()) {
    await expect(article.getByText('Envoyé')).toBeVisible();
  }
  expect(await runsOf(prepared, 7)).toMatchObject([{ points: 20 }]);
  expect(await runsOf(prepared, 112)).toMatchObject([{ points: 30 }]);
});

test('a run whose rider was removed meanwhile is refused with its reason, and can be corrected', async ({ page }) => {
  const prepared = await prepareCompetition('Feuille et pilote parti', [7, 112]);
  const { api, competitionId, zoneId } = prepared;
  await signIn(page, `/competitions/${competitionId}/paper?zone=${zoneId}`);
  await expect(page.getByLabel('Dossard', { exact: true })).toBeFocused();
  await api.delete('/api/participant', { data: { competition_id: competitionId, dossard_number: 7 } });
  await typeLine(page, '7', '12', '50');
  const run = page.getByRole('article', { name: '7 Zoé Exemple 7' });
  await expect(run.getByText('Aucun participant ne porte ce dossard.')).toBeVisible();
  await run.getByRole('button', { name: 'Corriger' }).click();
  await run.getByLabel('Dossard').fill('112');
  await run
    .getByRole('button', { name: /Renvoyer|Enregistrer|Corriger/ })
    .last()
    .click();
  await expect(page.getByRole('article', { name: /^112/ }).getByText('Envoyé')).toBeVisible();
  expect(await runsOf(prepared, 112)).toMatchObject([{ points: 20 }]);
});
