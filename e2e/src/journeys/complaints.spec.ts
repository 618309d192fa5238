import { expect } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { prepareCompetition, prepareMember, recordRuns, runsOf } from '../prepare.ts';
import { desktop, home, phone, signInAs } from '../steps.ts';

/* A complaint on behalf of a rider, which a jury grants with a correction of the run. */

test('an editor records a complaint, the jury grants it with a correction, and the public sees only the outcome', async ({
  page,
  browser,
}) => {
  const prepared = await prepareCompetition('Réclamations des Crêtes', [7, 45]);
  const { api, competitionId } = prepared;
  await recordRuns(prepared, [7, 45]);
  const editor = await prepareMember(prepared, 'editor', 'Solène');
  await page.setViewportSize(phone);
  await signInAs(page, editor, `/competitions/${competitionId}/results`);
  const card = page.getByRole('region', { name: 'Réclamations' });
  await card.getByRole('button', { name: 'Noter une réclamation' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Dossard').fill('99');
  await dialog.getByLabel('Ce que dit le pilote').fill('La porte 6 est passée. '.repeat(50));
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog.getByText('ne peut pas dépasser 1000 caractères', { exact: false })).toBeVisible();
  await dialog.getByLabel('Ce que dit le pilote').fill('La porte 6 est passée, la vidéo le montre.');
  await dialog.getByLabel('Frais').fill('20 €, payés');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog.getByLabel('Dossard')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Dossard').fill('45');
  await expect(dialog.getByRole('status').getByText('Zoé Exemple 45')).toBeVisible();
  await dialog.getByLabel('Passage en cause').selectOption('Passage n° 1 · Les Dalles · 40 points');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  const complaint = card.getByRole('article', { name: 'Réclamation 45' });
  await expect(complaint).toContainText('à décider');
  await expect(complaint).toContainText('La porte 6 est passée');

  await complaint.getByRole('button', { name: 'Clore la réclamation' }).click();
  await expect(dialog.getByText('Passage n° 1 · Les Dalles · 40 points')).toBeVisible();
  // The jury says what it decided; nothing is chosen for it.
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog.getByRole('radio', { name: 'rejetée' })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('radio', { name: 'accordée' }).check();
  const corrects = dialog.getByRole('checkbox', { name: 'Corriger aussi le passage 1' });
  await expect(corrects).toBeChecked();
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog.getByLabel('Jury')).toHaveAttribute('aria-invalid', 'true');
  await test.step('the buttons of a long dialog are whole, with room below them', async () => {
    await page.setViewportSize({ width: 390, height: 600 });
    const [buttons, whole] = await Promise.all([
      dialog.getByRole('button', { name: 'Enregistrer' }).boundingBox(),
      dialog.boundingBox(),
    ]);
    const room = (whole?.y ?? 0) + (whole?.height ?? 0) - (buttons?.y ?? 0) - (buttons?.height ?? 0);
    expect(room).toBeGreaterThanOrEqual(12);
    await page.setViewportSize(phone);
  });
  await dialog.getByLabel('Jury').fill('Alix Juge\nLou Arbitre');
  await dialog.getByLabel('Raison').fill('Vidéo de la porte');
  // Who grants it usually corrects the run, and is told when nothing of it is changed.
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(corrects).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('checkbox', { name: 'P5' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(complaint).toContainText('accordée');
  await expect(complaint).toContainText('Vidéo de la porte · jury\u00a0: Alix Juge, Lou Arbitre');
  expect(await runsOf(prepared, 45)).toMatchObject([{ points: 50 }]);

  // Once the list is official, the public sees the outcome but not the complaint's text.
  const declared = { category: 'U13', gender: 'F', state: 'official' };
  expect((await api.put(`/api/competition/${competitionId}/results`, { data: declared })).status()).toBe(200);
  const spectator = await (await browser.newContext({ locale: 'fr-FR', viewport: desktop })).newPage();
  await spectator.goto(`${home()}/public/competitions/${competitionId}/results?category=U13&gender=F&revision=1`);
  await expect(spectator.getByText('Réclamation du dossard 45\u00a0: accordée')).toBeVisible();
  await expect(spectator.getByText('Vidéo de la porte')).toHaveCount(0);
});
