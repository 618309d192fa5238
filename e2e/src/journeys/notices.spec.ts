import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { prepareCompetition, prepareMember } from '../prepare.ts';
import { desktop, phone, signIn, signInAs } from '../steps.ts';

/* A notice from the organiser to the referees: sent, read in the field, confirmed, withdrawn (N1 to N3). */

const send = async (page: Page, text: string, zone = 'Tous les juges') => {
  await page.getByLabel('Consigne', { exact: true }).fill(text);
  await page.getByLabel('Pour', { exact: true }).selectOption(zone);
  await page.getByRole('button', { name: 'Envoyer aux juges' }).click();
  await expect(page.getByLabel('Consigne', { exact: true })).toHaveValue('');
};

test('a notice is shown at the bib number, also without network, and the organiser sees who confirmed it', async ({
  page,
  browser,
}) => {
  const prepared = await prepareCompetition('Trial des consignes', [7]);
  const referee = await prepareMember(prepared, 'referee', 'Solène');
  const field = await (await browser.newContext({ viewport: phone })).newPage();
  await signInAs(field, referee, `/competitions/${prepared.competitionId}/zones/${prepared.zoneId}/referee`);
  await expect(field.getByText(/^Prêt hors ligne/)).toBeVisible();

  await page.setViewportSize(desktop);
  await signIn(page, `/competitions/${prepared.competitionId}/phones`);
  await page.getByRole('button', { name: 'Envoyer aux juges' }).click();
  await expect(page.getByLabel('Consigne', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await send(page, 'Repas à 12 h 30');
  await send(page, 'Fermée jusqu’à 14 h', 'Les Dalles');
  await expect(page.getByText('Personne ne l’a encore lue.')).toHaveCount(2);
  await expectAccessible(page);

  await expect(field.locator('strong', { hasText: 'Repas à 12 h 30' })).toBeVisible();
  await expect(field.locator('strong', { hasText: 'Fermée jusqu’à 14 h' })).toBeVisible();
  await expectAccessible(field);
  await field.context().setOffline(true);
  await field.reload();
  const lunch = field.getByRole('listitem').filter({ hasText: 'Repas à 12 h 30' });
  await lunch.getByRole('button', { name: /^Compris/ }).click();
  await expect(field.getByLabel('Dossard')).toBeFocused();
  await expect(lunch).toHaveCount(0);
  await expect(page.getByText('Personne ne l’a encore lue.')).toHaveCount(2);
  await field.reload();
  await expect(field.locator('strong', { hasText: 'Fermée jusqu’à 14 h' })).toBeVisible();
  await expect(lunch).toHaveCount(0);

  await field.context().setOffline(false);
  await expect(page.getByText(/^Lue par Solène Exemple \(reçu à \d\d:\d\d\)$/)).toBeVisible();
  await expect(lunch).toHaveCount(0);

  await page.getByRole('button', { name: /^Retirer Fermée/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retirer' }).click();
  await expect(page.getByRole('button', { name: /^Retirer Fermée/ })).toHaveCount(0);
  await expect(field.locator('strong', { hasText: 'Fermée jusqu’à 14 h' })).toHaveCount(0);
  await field.context().close();
});
