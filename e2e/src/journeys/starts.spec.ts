import { expect } from '@playwright/test';
import { test } from '../journey.ts';
import { printBy, withoutPrintDialog } from '../paper.ts';
import { prepareCompetition } from '../prepare.ts';
import { home, phone, signIn } from '../steps.ts';

/* When riders start (R18): planned once, then on the desk, on paper, on the referee's phone and in public. */

test('the organiser plans the starts, and everybody sees when a rider starts', async ({ page, browser }) => {
  const { competitionId, zoneId, api } = await prepareCompetition('Départs', [7, 45, 112]);
  const order = { category: 'U13', gender: 'F', dossards: [112, 7, 45] };
  expect((await api.put(`/api/competition/${competitionId}/startorder`, { data: order })).ok()).toBe(true);
  await withoutPrintDialog(page);
  await signIn(page, `/competitions/${competitionId}/edit`);
  await expect(page.getByText('Pas d’heures')).toBeVisible();
  await page.getByRole('link', { name: 'Heures de départ' }).click();
  const save = page.getByRole('button', { name: 'Enregistrer' });
  await page.getByLabel('Premier départ', { exact: true }).fill('09:30');
  await page.getByLabel('Intervalle entre deux départs').fill('1:x');
  await save.click();
  await expect(page.getByLabel('Intervalle entre deux départs')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Intervalle entre deux départs').fill('2');
  await page.getByRole('button', { name: 'Ajouter une coupure' }).click();
  await page.getByLabel('De', { exact: true }).fill('09:32');
  await page.getByLabel('À', { exact: true }).fill('10:00');
  await page.getByRole('button', { name: 'Ajouter une pause' }).click();
  await page.getByLabel('Après combien de pilotes').fill('2');
  await page.getByLabel('Durée en minutes').fill('5');
  await save.click();
  await expect(page.getByText('Réglages enregistrés')).toBeVisible();
  await expect(page.getByRole('row', { name: 'U13 Femmes 3 pilotes 09:30 – 10:07' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Intervalle entre deux départs')).toHaveValue('2:00');
  // With breaks, an empty first start is a mistake.
  const first = page.getByLabel('Premier départ', { exact: true });
  await first.fill('');
  await save.click();
  await expect(first).toHaveAttribute('aria-invalid', 'true');
  await first.fill('09:30');
  await save.click();
  await expect(page.getByText('Réglages enregistrés')).toBeVisible();

  await page.getByRole('link', { name: 'Régler l’ordre de chaque groupe' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Exemple 7' })).toContainText('part à 10:00');
  await page.goto(`${home()}/competitions/${competitionId}/participants`);
  await expect(page.getByRole('row', { name: /Exemple 45/ })).toContainText('10:07');
  await page.goto(`${home()}/competitions/${competitionId}/print`);
  const { pages } = await printBy(page, 'Liste de départ');
  expect(pages[0]).toMatch(/09:30 1 112 Zoé Exemple 112 10:00 2 7 Zoé Exemple 7 10:07 3 45/);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Télécharger en CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('Liste de départ Départs.csv');
  await page.goto(`${home()}/competitions/${competitionId}/history`);
  await expect(page.getByText('Heures de départ\u00a0: – → 09:30 · 2:00 · 09:32–10:00 · 2 → 5 min')).toBeVisible();

  await page.setViewportSize(phone);
  await page.goto(`${home()}/competitions/${competitionId}/zones/${zoneId}/referee`);
  await page.getByRole('button', { name: /112.*09:30/ }).click();
  await expect(page.getByText('part à 09:30')).toBeVisible();

  const visitor = await browser.newPage({ locale: 'fr-FR', timezoneId: 'America/Martinique' });
  await visitor.goto(`${home()}/public/competitions/${competitionId}/live-ranking`);
  await expect(visitor.getByRole('row', { name: /Exemple 7/ })).toContainText('part à 10:00');
  await visitor.getByRole('button', { name: 'Zoé Exemple 45', exact: true }).click();
  await expect(visitor.getByText('Départ à 10:07.')).toBeVisible();
  await visitor.close();
});
