import { expect } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { prepareCompetition, prepareMember } from '../prepare.ts';
import { desktop, home, phone, signIn } from '../steps.ts';

/* A competition that is copied from an earlier one (M1). */

test('an organiser starts a new competition from the last one, with a preview of what is copied', async ({ page }) => {
  const last = await prepareCompetition('Trial de printemps', [3, 12, 45]);
  await prepareMember(last, 'editor');
  await page.setViewportSize(desktop);
  await signIn(page, '/new-competition');
  await page.getByLabel('Nom').fill('Trial d’automne');
  await page.getByLabel('Lieu').fill('Ailleurs');
  await page.getByText('Partir d’une autre compétition').click();
  await page.getByLabel('Compétition de départ').selectOption(String(last.competitionId));
  await expect(page.getByLabel('Organisateur')).toHaveValue('Vélo Club Fictif');
  await expect(page.getByRole('textbox', { name: 'Contact' })).toHaveValue('contact@dossard.test');
  await expect(page.getByLabel('Lieu')).toHaveValue('Ailleurs');
  const preview = page.getByRole('region', { name: 'Sera repris' });
  await expect(preview).toContainText('1 zone\u00a0: Les Dalles');
  await expect(preview).toContainText('1 membre\u00a0: Alix Exemple (');
  await expect(preview).not.toContainText('pilote');
  await page.getByRole('checkbox', { name: 'Reprendre les pilotes avec leurs dossards' }).check();
  await expect(preview).toContainText('3 pilotes');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Créer la compétition' }).click();
  await expect(page).toHaveURL(/\/competitions\/\d+\/edit$/);
  await expect(page.getByRole('heading', { name: 'Les Dalles' })).toBeVisible();
  await page.goto(page.url().replace('/edit', '/participants?tab=list'));
  await expect(page.getByText('Exemple 45')).toBeVisible();
});

test('an empty competition is filled from another one, on a phone', async ({ page }) => {
  const last = await prepareCompetition('Trial d’été', [7]);
  const answer = await last.api.post('/api/competition', {
    data: { name: 'Vide', date: '2027-10-02', location: 'Pommiers', organizer: 'VCF', contact: 'a@dossard.test' },
  });
  const { id } = await answer.json();
  await page.setViewportSize(phone);
  await signIn(page, `/competitions/${id}/edit`);
  await page.getByRole('button', { name: 'Partir d’une autre compétition' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Compétition de départ').selectOption(String(last.competitionId));
  await expect(dialog).toContainText('1 zone');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Reprendre' }).click();
  await expect(page.getByRole('heading', { name: 'Les Dalles' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Partir d’une autre compétition' })).toBeHidden();
  await page.goto(`${home()}/competitions/${id}/participants?tab=list`);
  await expect(page.getByText('Exemple 7')).toBeHidden();
});
