import { expect } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { mailTo } from '../mail.ts';
import { prepareAccount, prepareCompetition, prepareMember } from '../prepare.ts';
import { desktop, home, phone, signIn, signInAs } from '../steps.ts';

/* What a competition is related to, under whose right, and how somebody comes to administer a series. */

test('an admin sees who counts the competition in a series, takes it over and removes it', async ({
  page,
  browser,
}) => {
  const prepared = await prepareCompetition('Trial des liens', [1]);
  const { api, competitionId } = prepared;
  const leaving = await prepareMember(prepared, 'admin');
  const grant = { action: 'grant', permission: 'create_competition', user_email: leaving.email };
  expect((await api.put('/api/admin/global-permissions', { data: grant })).ok()).toBe(true);
  const others = await browser.newContext({ viewport: phone });
  const theirs = await others.newPage();
  await signInAs(theirs, leaving, '/series');
  await theirs.getByLabel('Nom', { exact: true }).fill('Trophée d’ailleurs');
  await theirs.getByRole('button', { name: 'Créer le trophée' }).click();
  const competitions = theirs.getByRole('region', { name: 'Compétitions' });
  await competitions.getByLabel('Ajouter une compétition').selectOption(String(competitionId));
  await expect(competitions.getByRole('button', { name: /^Retirer/ })).toHaveCount(1);

  // The admin who made it leaves; the competition turns private.
  const { users } = await (await api.get(`/api/competition/${competitionId}/users`)).json();
  const { id: user_id } = users.find(({ email }: { email: string }) => email === leaving.email);
  await api.delete(`/api/competition/${competitionId}/users/remove`, { data: { user_id } });
  await api.put('/api/competition/visibility', { data: { competition_id: competitionId, is_public: false } });
  await theirs.reload();
  await expect(competitions.getByText(/Suspendu/)).toBeVisible();
  await expect(competitions.getByText('Trial des liens')).toHaveCount(0);

  await page.setViewportSize(desktop);
  await signIn(page, `/competitions/${competitionId}/edit`);
  await page.getByRole('button', { name: 'Plus' }).click();
  await page.getByRole('menuitem', { name: 'Trophées et manches' }).click();
  const related = page.getByRole('listitem').filter({ hasText: 'Trophée d’ailleurs' });
  await expect(related.getByText(/^Suspendu/)).toBeVisible();
  await expectAccessible(page);
  // The first account may take over everything, as super administrator.
  await related.getByRole('button', { name: 'Reprendre' }).click();
  await expect(page.getByText('Lien repris')).toBeVisible();
  await expect(related.getByText(/^Suspendu/)).toHaveCount(0);
  await related.getByRole('button', { name: 'Retirer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retirer' }).click();
  await expect(page.getByText('Rien pour l’instant')).toBeVisible();
  await others.close();
});

test('somebody is invited to administer a series, and accepts', async ({ page, browser }) => {
  const invited = await prepareAccount();
  await page.setViewportSize(phone);
  await signIn(page, '/series');
  await page.getByLabel('Nom', { exact: true }).fill('Trophée à deux');
  await page.getByRole('button', { name: 'Créer le trophée' }).click();
  const admins = page.getByRole('region', { name: 'Administrateurs' });
  await admins.getByLabel('Adresse e-mail de la personne').fill(invited.email);
  await admins.getByRole('button', { name: 'Inviter' }).click();
  await expect(admins.getByRole('button', { name: `Annuler l’invitation ${invited.email}` })).toBeVisible();
  await expect(admins.getByText(/^Invité, sans réponse/)).toBeVisible();
  expect((await mailTo(invited.email, 'series_invitation')).subject).toContain('Trophée à deux');

  const other = await browser.newContext({ viewport: phone });
  const theirs = await other.newPage();
  await signInAs(theirs, invited, '/series');
  await expect(theirs.getByText(/vous propose d’administrer le trophée Trophée à deux/)).toBeVisible();
  await expectAccessible(theirs);
  await theirs.getByRole('button', { name: 'Accepter' }).click();
  await expect(theirs.getByText('Vous administrez ce trophée')).toBeVisible();
  await theirs.getByRole('link', { name: /Trophée à deux/ }).click();
  await expect(theirs.getByRole('heading', { name: /Trophée à deux/ })).toBeVisible();
  await page.goto(`${home()}/series`);
  await expect(page.getByText('Vous êtes invité')).toHaveCount(0);
  await other.close();
});
