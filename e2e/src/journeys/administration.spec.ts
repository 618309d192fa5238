import { admin } from '@dossard/testbed/product/product.ts';
import { expect } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { startBuiltServer } from '../built.server.ts';
import { test } from '../journey.ts';
import { prepareAccount, prepareCompetition } from '../prepare.ts';
import { desktop, home, inEnglish, phone, signIn, signInAs } from '../steps.ts';

/* The panel of the super administrator: passwords, global permissions, and the reset. */

test('an account gets another password, with the same rules as at registration', async ({ page, request }) => {
  const account = await prepareAccount();
  await page.setViewportSize(phone);
  await signIn(page);
  await inEnglish(page);
  await page.reload();
  await page.getByRole('link', { name: 'Administration' }).click();
  await expect(page).toHaveURL(`${home()}/admin`);
  await expect(page.getByText('Nobody receives messages sent to contact@dossard.test.')).toBeVisible();
  const form = page.locator('form').filter({ hasText: 'Account password' });
  const email = form.getByLabel('Email');
  const password = form.getByRole('textbox', { name: 'New password' });
  const update = form.getByRole('button', { name: 'Update the password' });

  await update.click();
  await expect(form.getByText('Email and password are required')).toHaveCount(1);
  await expect(email).toBeFocused();
  await email.fill(account.email);
  await update.click();
  await expect(form.getByText('Email and password are required')).toHaveCount(1);
  await expect(password).toBeFocused();
  await password.fill('trial');
  await expect(form.getByText('at least 8 characters, one uppercase letter, and one digit')).toBeVisible();
  await update.click();
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  // The page cannot know common passwords, so it does not say that all is met.
  await password.fill('Passw0rd1');
  await expect(form.getByText('A common password is refused when it is set.')).toBeVisible();
  await update.click();
  await expect(form.getByText('This password is too common.')).toBeVisible();
  await expect(form.getByText('A common password is refused when it is set.')).toBeHidden();
  await expect(password).toBeFocused();
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await password.fill('Montagne-2027');
  await expect(password).toHaveAttribute('aria-invalid', 'false');
  await expect(form.getByText('Password meets all requirements.')).toBeHidden();
  await update.click();
  await expect(page.getByText(`The password of ${account.email} was changed.`)).toBeVisible();
  await expect(email).toHaveValue('');
  const signInWith = (secret: string) =>
    request.put(`${home()}/api/login`, { data: { email: account.email, password: secret } });
  expect((await signInWith(account.password)).status()).toBe(401);
  expect((await signInWith('Montagne-2027')).status()).toBe(200);

  await email.fill('nobody@dossard.test');
  await password.fill('Montagne-2027');
  await update.click();
  await expect(form.getByText('User not found')).toBeVisible();
  await expect(email).toHaveValue('nobody@dossard.test');
});

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  test(`accounts are listed with their permissions, searched, and copied into the forms (${size})`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const account = await prepareAccount();
    await signIn(page, '/admin');
    const accounts = page.getByRole('region', { name: 'Comptes' });
    await expect(accounts.getByRole('row').filter({ hasText: admin.email })).toContainText('Super administrateur');
    await accounts.getByLabel('Chercher').fill(`exemple ${account.email}`);
    await expect(accounts.getByText('1 compte', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await accounts.getByRole('button', { name: `Choisir ${account.email}` }).click();
    await expect(page.getByLabel('Adresse e-mail', { exact: true })).toHaveValue(account.email);
    await expect(page.getByLabel('Adresse e-mail de l’utilisateur')).toHaveValue(account.email);
    await page.getByRole('button', { name: 'Donner le droit' }).click();
    await expect(accounts.getByRole('row').filter({ hasText: account.email })).toContainText('Créer des compétitions');
  });
}

test('an empty list offers no creation to accounts without the permission', async ({ page }) => {
  await signInAs(page, await prepareAccount(), '/competitions');
  await expect(page.getByRole('heading', { name: 'Aucune compétition pour le moment' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Créer la compétition' })).toHaveCount(0);
});

test('an account that may not create competitions is told whom to ask, and may once the permission is granted', async ({
  page,
  browser,
}) => {
  const account = await prepareAccount();
  const organiser = await (await browser.newContext({ viewport: desktop })).newPage();
  await signInAs(organiser, account, '/new-competition');
  await inEnglish(organiser);
  await organiser.reload();
  await organiser.getByLabel('Name').fill('Trial demandé');
  await organiser.getByLabel('Location').fill('Pommiers');
  await organiser.getByLabel('Organiser').fill('Vélo Club Fictif');
  await organiser.getByRole('textbox', { name: 'Contact' }).fill('contact@dossard.test');
  const create = organiser.getByRole('button', { name: 'Create the competition' });
  await create.click();
  await expect(organiser.getByText('Competition Creation Not Allowed')).toBeVisible();
  await expect(organiser.getByText('Contact the product team')).toBeVisible();
  await expect(organiser.getByRole('link', { name: 'Write to contact@dossard.test' })).toBeVisible();
  await expect(organiser.getByRole('dialog')).toHaveCount(0);

  await page.setViewportSize(desktop);
  await signIn(page, '/admin');
  await inEnglish(page);
  await page.reload();
  const form = page.locator('form').filter({ hasText: 'Global permissions' });
  await form.getByRole('button', { name: 'Grant the permission' }).click();
  await expect(form.getByText('User email is required')).toBeVisible();
  await form.getByLabel('User email').fill(account.email);
  await form.getByRole('button', { name: 'Grant the permission' }).click();
  await expect(page.getByText(`${account.email} now has this permission: create competitions.`)).toBeVisible();

  await create.click();
  await expect(organiser).toHaveURL(/\/competitions\/\d+\/edit$/);

  await form.getByLabel('Permission', { exact: true }).selectOption('Super administrator');
  await form.getByRole('button', { name: 'Grant the permission' }).click();
  const question = page.getByRole('dialog', { name: `Grant ${account.email} all permissions?` });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await form.getByLabel('Permission', { exact: true }).selectOption('Create competitions');
  await form.getByRole('radio', { name: 'Revoke' }).check();
  await form.getByRole('button', { name: 'Revoke the permission' }).click();
  await expect(page.getByText(`${account.email} no longer has this permission: create competitions.`)).toBeVisible();
  await form.getByLabel('User email').fill(admin.email);
  await form.getByLabel('Permission', { exact: true }).selectOption('Super administrator');
  await form.getByRole('button', { name: 'Revoke the permission' }).click();
  await expect(form.getByText('This is the last super administrator.')).toBeVisible();
});

test('an account that manages users sees only the passwords, and is refused those of super administrators', async ({
  page,
}) => {
  const account = await prepareAccount();
  const { api } = await prepareCompetition('Trial des comptes', []);
  const change = { action: 'grant', permission: 'manage_users', user_email: account.email };
  expect((await api.put('/api/admin/global-permissions', { data: change })).ok()).toBe(true);
  await page.setViewportSize(phone);
  await signInAs(page, account, '/competitions');
  await page.getByRole('link', { name: 'Administration' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Mot de passe d’un compte']);
  await page.getByLabel('Adresse e-mail').fill(admin.email);
  await page.getByRole('textbox', { name: 'Nouveau mot de passe' }).fill('Montagne-2027');
  await page.getByRole('button', { name: 'Changer le mot de passe' }).click();
  await expect(page.getByRole('dialog')).toContainText('Vous n’avez pas le droit');
});

test('an account that manages users exports the personal data of an account, and deletes it', async ({ page }) => {
  const [manager, account] = [await prepareAccount(), await prepareAccount()];
  const { api } = await prepareCompetition('Trial des adieux', []);
  const change = { action: 'grant', permission: 'manage_users', user_email: manager.email };
  expect((await api.put('/api/admin/global-permissions', { data: change })).ok()).toBe(true);
  await page.setViewportSize(phone);
  await signInAs(page, manager, '/admin');
  await page.getByRole('link', { name: 'Données et suppression d’un compte' }).click();
  await page.getByRole('button', { name: 'Supprimer le compte' }).click();
  await expect(page.getByLabel('Adresse e-mail')).toBeFocused();
  await page.getByLabel('Adresse e-mail').fill(account.email);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter les données' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^compte-dossard-\d+\.json$/);
  await page.getByRole('button', { name: 'Supprimer le compte' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(account.email);
  await expectAccessible(page);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Supprimer le compte' }).click();
  await expect(page.getByText('Le compte est supprimé')).toBeVisible();
  await page.getByLabel('Adresse e-mail').fill(account.email);
  await page.getByRole('button', { name: 'Exporter les données' }).click();
  await expect(page.getByText('Utilisateur introuvable')).toBeVisible();
});

test.describe('on a separate server', () => {
  const shared = { url: home(), data: process.env.JOURNEY_DATA };
  let stop: () => Promise<void>;
  test.beforeAll(async () => {
    stop = await startBuiltServer();
  });
  test.afterAll(async () => {
    await stop();
    process.env.JOURNEY_URL = shared.url;
    process.env.JOURNEY_DATA = shared.data;
  });

  test('everything is erased once after a typed word, and the backup is named', async ({ page }) => {
    await prepareCompetition('Trial éphémère', [7]);
    await page.setViewportSize(desktop);
    await signIn(page);
    await expect(page.getByText('Trial éphémère')).toBeVisible();
    await page.getByRole('link', { name: 'Administration' }).click();
    await page.getByRole('button', { name: 'Remettre le système à zéro' }).click();
    const dialog = page.getByRole('dialog');
    const erase = dialog.getByRole('button', { name: 'Tout effacer' });
    await expect(dialog).toContainText('1 compétition disparaît');
    await erase.click();
    await expect(dialog.getByText('Écrivez EFFACER pour confirmer.')).toBeVisible();
    await expect(dialog.getByRole('textbox')).toBeFocused();
    await expectAccessible(page);

    let attempts = 0;
    await page.route('**/api/admin/reset-system', (route) => {
      attempts += 1;
      return attempts === 1 ? route.abort() : route.continue();
    });
    await dialog.getByRole('textbox').fill('effacer');
    await erase.click();
    await expect(dialog.getByText('La remise à zéro a peut-être eu lieu quand même.')).toBeVisible();
    expect(attempts).toBe(1);
    await erase.click();
    await expect(dialog).toBeHidden();
    await expect(
      page.getByText(/Tout a été effacé, sauf les super administrateurs\. Sauvegarde\s: \S+\.gz/),
    ).toBeVisible();
    expect(attempts).toBe(2);
    await page.getByRole('link', { name: 'Mes compétitions' }).click();
    await expect(page.getByText('Aucune compétition')).toBeVisible();

    // The reset was a mistake.
    await page.getByRole('link', { name: 'Administration' }).click();
    await page.getByRole('button', { name: 'Annuler la remise à zéro' }).click();
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Annuler la remise à zéro' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('listitem').getByText('Remise à zéro annulée')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Annuler la remise à zéro' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Mes compétitions' }).click();
    await expect(page.getByText('Trial éphémère')).toBeVisible();
  });
});
