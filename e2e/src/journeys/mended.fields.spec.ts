import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition } from '../prepare.ts';
import { signIn } from '../steps.ts';

/*
 * The mark of a field disappears when the field is corrected, and not before; the focus stays where the reader types.
 */

let prepared: Prepared;
test.beforeAll(async () => {
  prepared = await prepareCompetition('Champs corrigés', [7]);
});
const at = (path: string) => `/competitions/${prepared.competitionId}${path}`;
const marked = (page: Page) => page.locator('[aria-invalid="true"]');

test('the problems of a form disappear field by field', async ({ page }) => {
  await signIn(page, at('/participants?tab=add'));
  await page.getByRole('button', { name: 'Ajouter un participant' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click();
  const all = dialog.getByText('Veuillez remplir tous les champs obligatoires.');
  await expect(all).toBeVisible();
  const name = dialog.getByLabel('Nom', { exact: true });
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await name.pressSequentially('Roy');
  await expect(name).toHaveAttribute('aria-invalid', 'false');
  await expect(name).toBeFocused();
  await expect(dialog.getByLabel('Prénom')).toHaveAttribute('aria-invalid', 'true');
  // Emptied again, it is not marked before the form is sent again.
  await name.fill('');
  await expect(name).toHaveAttribute('aria-invalid', 'false');
  await name.fill('Roy');
  await dialog.getByLabel('Prénom').fill('Lou');
  await dialog.getByRole('radio', { name: 'U13' }).check();
  await dialog.getByRole('radio', { name: 'Femmes' }).check();
  await expect(all).toBeVisible();
  await dialog.getByLabel('Dossard').fill('abc');
  await expect(dialog.getByLabel('Dossard')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Dossard').fill('7');
  await expect(all).toHaveCount(0);
  await expect(marked(page)).toHaveCount(0);

  // The server's message about a field disappears when that field is changed.
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Le dossard 7 est déjà celui de Zoé Exemple 7.')).toBeVisible();
  await dialog.getByLabel('Prénom').fill('Loup');
  await expect(dialog.getByLabel('Dossard')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Dossard').fill('8');
  await expect(marked(page)).toHaveCount(0);
});

test('a field is corrected by changing the other one that it is compared with', async ({ page }) => {
  await signIn(page, '/profile?tab=password');
  await page.getByLabel('Mot de passe actuel', { exact: true }).fill('Trial-2027');
  await page.getByLabel('Nouveau mot de passe', { exact: true }).fill('Autre-2027');
  await page.getByLabel('Confirmer le mot de passe', { exact: true }).fill('Autre-2028');
  await page.getByRole('button', { name: 'Changer le mot de passe' }).click();
  const problem = page.getByText('Le nouveau mot de passe et sa confirmation sont différents.');
  await expect(problem).toBeVisible();
  await page.getByLabel('Nouveau mot de passe', { exact: true }).fill('Autre-2028');
  await expect(problem).toHaveCount(0);
});

test('the problems of several graduations disappear too, in a zone and in a new one', async ({ page }) => {
  await signIn(page, at('/edit'));
  await page.getByRole('button', { name: 'Ajouter des barèmes' }).click();
  const more = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Autres barèmes' }) });
  await more.getByRole('button', { name: 'Ajouter des barèmes' }).click();
  await expect(more.getByText('Choisissez au moins une catégorie.')).toBeVisible();
  await more.getByRole('checkbox', { name: 'U15' }).check();
  await expect(more.getByText('Choisissez au moins une catégorie.')).toHaveCount(0);
  await more.getByLabel('Points de la porte 1').fill('10');
  await more.getByRole('button', { name: 'Les points de P1 partout' }).click();
  await expect(marked(page)).toHaveCount(0);
  page.once('dialog', (dialog) => dialog.accept());
  await more.getByRole('button', { name: 'Annuler' }).click();

  await page.getByRole('button', { name: 'Ajouter une zone' }).click();
  const form = page.getByRole('form', { name: 'Nouvelle zone' });
  for (const category of ['U9', 'U11', 'U13', 'U15', 'U17'])
    await form.getByRole('checkbox', { name: category }).uncheck();
  await form.getByRole('button', { name: 'Créer la zone' }).click();
  await expect(form.getByText('Choisissez au moins une catégorie.')).toBeVisible();
  await form.getByRole('button', { name: 'Copier les barèmes' }).click();
  await expect(form.getByText('Choisissez au moins une catégorie.')).toHaveCount(0);
  await form.getByRole('button', { name: 'Créer la zone' }).click();
  await expect(page.getByRole('heading', { name: 'Zone 2' })).toBeVisible();
});

test('two zones do not get the same name', async ({ page }) => {
  const { competitionId } = await prepareCompetition('Zones du même nom', []);
  await signIn(page, `/competitions/${competitionId}/edit`);
  await page.getByRole('button', { name: 'Ajouter une zone' }).click();
  const form = page.getByRole('form', { name: 'Nouvelle zone' });
  await form.getByLabel('Nom de la zone').fill(' les dalles');
  await form.getByRole('button', { name: 'Créer la zone' }).click();
  await expect(form.getByText('Une autre zone s’appelle déjà «\u00a0les dalles\u00a0»')).toBeVisible();
  await form.getByLabel('Nom de la zone').fill('Le Torrent');
  await form.getByRole('button', { name: 'Créer la zone' }).click();
  await expect(page.getByRole('heading', { name: 'Le Torrent' })).toBeVisible();
});
