import { expect, type Page, test } from '@playwright/test';
import { prepareCompetition } from '../prepare.ts';
import { createCompetition, home, signIn } from '../steps.ts';

/* Files with mistakes, as organisers have them: all mistakes are shown together, and nothing is stored. */

async function choose(page: Page, name: string, lines: string[]): Promise<number> {
  const { competitionId } = await prepareCompetition(name, [1]);
  await signIn(page, `/competitions/${competitionId}/participants?tab=import`);
  const buffer = Buffer.from(lines.join('\r\n'));
  await page.locator('input[type=file]').setInputFiles({ name: 'engagés.csv', mimeType: 'text/csv', buffer });
  return competitionId;
}

test('bad rows are listed by row and column, and the good ones can be imported alone', async ({ page }) => {
  const competitionId = await choose(page, 'Lignes refusées', [
    'Dossard;Catégorie;Nom;Prénom;Sexe',
    '2;U13;Pignon;Zoé;F',
    'abc;U13;Rayon;Hugo;H',
    '3;U13;Moyeu;Lou;X',
    '1;U13;Autre;Nom;F',
  ]);
  await expect(page.getByRole('row', { name: /^Ligne 3|^3 / })).toContainText('abc');
  await expect(page.getByRole('row', { name: /^Ligne 4|^4 / })).toContainText('écrivez H ou F');
  await expect(page.getByRole('row', { name: /^Ligne 5|^5 / })).toContainText('est déjà celui de Zoé Exemple 1');
  await expect(page.getByRole('heading', { name: '1 participant à ajouter' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Zoé Pignon' })).toContainText('U13');
  await page.getByRole('button', { name: 'Importer la ligne correcte' }).click();
  await expect(page.getByText(/Ajoutés\u00a0: 1\./)).toBeVisible();
  await page.goto(`${home()}/competitions/${competitionId}/participants?tab=list`);
  await expect(page.getByText('Pignon')).toBeVisible();
  await expect(page.getByText('Rayon')).toBeHidden();
});

test('for a file without a column the message names it, and nothing can be imported', async ({ page }) => {
  await choose(page, 'Colonne absente', ['Dossard;Nom;Prénom;Sexe', '2;Pignon;Zoé;F']);
  await expect(page.getByText(/ne peut pas être lu tel quel/)).toBeVisible();
  await expect(page.getByRole('row', { name: /catégorie/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Importer/ })).toHaveCount(0);
});

test('the preview shows every field of each new rider, and warns of categories without a graduation', async ({
  page,
}) => {
  const competitionId = await choose(page, 'Catégories inconnues', [
    'Dossard;Catégorie;Nom;Prénom;Sexe;Club',
    '2;U13;Pignon;Zoé;F;Vélo Club',
    '3;Benjamin;Rayon;Lou;F;',
    '4;Open;Moyeu;Hugo;H;',
    '5;Open;Selle;Noé;H;',
  ]);
  await expect(page.getByRole('row').filter({ hasText: 'Zoé Pignon' })).toContainText(/U13\s*Femmes\s*Vélo Club/);
  const warning = page.getByRole('status').filter({ hasText: '3 participants sans barème' });
  await expect(warning).toContainText('Benjamin Femmes (1) Vouliez-vous dire «\u00a0U13\u00a0»\u00a0?');
  await expect(warning).toContainText('Open Hommes (2)');
  await expect(page.getByRole('row').filter({ hasText: 'Hugo Moyeu' })).toContainText('sans barème');
  // A warning, not a refusal.
  await page.getByRole('button', { name: 'Importer 4 participants' }).click();
  await expect(page.getByText(/Ajoutés\u00a0: 4\./)).toBeVisible();

  await page.goto(`${home()}/competitions/${competitionId}/participants?tab=list`);
  await expect(page.getByRole('row').filter({ hasText: 'Lou Rayon' })).toContainText('sans barème');
  await expect(page.getByRole('row').filter({ hasText: 'Zoé Pignon' })).not.toContainText('sans barème');
  await page.getByRole('button', { name: 'Afficher Open' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Lou Rayon' })).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Hugo Moyeu' })).toBeVisible();
});

test('before there are zones, no rider is reported without a graduation', async ({ page }) => {
  await signIn(page, '/competitions');
  const competitionId = await createCompetition(page, 'Sans zones');
  await page.goto(`${home()}/competitions/${competitionId}/participants`);
  const buffer = Buffer.from('Dossard;Catégorie;Nom;Prénom;Sexe\r\n2;U13;Pignon;Zoé;F');
  await page.locator('input[type=file]').setInputFiles({ name: 'engagés.csv', mimeType: 'text/csv', buffer });
  await expect(page.getByRole('row').filter({ hasText: 'Zoé Pignon' })).toBeVisible();
  await expect(page.getByText('sans barème')).toHaveCount(0);
});
