import { admin } from '@dossard/testbed/product/product.ts';
import { expect } from '@playwright/test';
import { expectHydrated } from '../hydration.ts';
import { test } from '../journey.ts';
import { prepareCompetition } from '../prepare.ts';
import { holdRequests, home, signInByForm, signInHere } from '../steps.ts';

/* Signing in, returning to the requested page, and the end of a session. */

test('a guarded page redirects to sign-in and back; a direct sign-in opens the competitions', async ({ page }) => {
  await signInByForm(page, '/new-competition');
  await page.goto(`${home()}/competitions`);
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL(`${home()}/`);
  await page.goto(`${home()}/login`);
  await page.getByLabel('Adresse e-mail').fill(admin.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill('pas le bon');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByText('Adresse e-mail ou mot de passe incorrect.')).toBeVisible();
  await expect(page.getByLabel('Adresse e-mail')).toHaveValue(admin.email);
  await signInHere(page);
  await expect(page).toHaveURL(`${home()}/competitions`);
});

test('a valid session needs no new sign-in after a visit to the sign-in page', async ({ page, context }) => {
  await signInByForm(page);
  const other = await context.newPage();
  await other.goto(`${home()}/login`);
  await other.getByRole('link', { name: 'Dossard', exact: true }).click();
  await other.getByRole('link', { name: 'Mes compétitions' }).click();
  await expect(other.getByRole('heading', { name: 'Mes compétitions' })).toBeVisible();
});

// ASVS 3.7.2
test('a sign-in link cannot lead to another site', async ({ page }) => {
  await page.goto(`${home()}/login?to=${encodeURIComponent('//example.com/')}`);
  await signInHere(page);
  await expect(page).toHaveURL(`${home()}/competitions`);
});

test('an ended session is shown on the list, with sign-in and retry', async ({ page, context }) => {
  await signInByForm(page);
  await context.clearCookies();
  await page.reload();
  await expect(page.getByText('Session expirée ou identifiants incorrects.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL(/\/login\?to=/);
});

test('while the session is checked, the data of the page are requested too, and its layout is shown', async ({
  page,
  context,
}) => {
  const { competitionId } = await prepareCompetition('Réseau lent', [7]);
  await signInByForm(page);
  const other = await context.newPage();
  const asked = other.waitForRequest(`**/api/competition/${competitionId}/zones`);
  const letThrough = await holdRequests(other, '**/api/user/profile');
  await other.goto(`${home()}/competitions/${competitionId}/zones`);
  await expect(other.getByText('Vérification de votre session…')).toBeAttached();
  await expect(other.locator('main[aria-busy] .card').first()).toBeVisible();
  await asked;
  letThrough();
  await expect(other.getByRole('heading', { name: 'Les Dalles' })).toBeVisible();
});

test('the ranking stays on screen without network, shows its age, and recovers automatically', async ({
  page,
  context,
}) => {
  const { competitionId } = await prepareCompetition('Trial hors ligne', [112]);
  await page.goto(`${home()}/public/competitions/${competitionId}/live-ranking`);
  await expect(page.getByText('Zoé Exemple 112')).toBeVisible();
  await expectHydrated(page);
  await context.setOffline(true);
  await expect(page.getByText(/Pas de réseau, classement de \d\d:\d\d/)).toBeVisible();
  await expect(page.getByText('Zoé Exemple 112')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('De nouveau en ligne.')).toBeVisible();
  await expect(page.getByText(/Mis à jour à/)).toBeVisible();
  await expect(page.getByText('De nouveau en ligne.')).toBeHidden();
});
