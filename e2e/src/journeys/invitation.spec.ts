import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import {
  type Account,
  invitationLink,
  mailedInvitationLink,
  newAccount,
  type Prepared,
  prepareAccount,
  prepareCompetition,
} from '../prepare.ts';
import { desktop, home, inEnglish, phone, signInHere } from '../steps.ts';

/* Invitations to referee, accepted on the phone that scanned the QR code or opened the mail. */

let prepared: Prepared;
test.beforeAll(async () => {
  prepared = await prepareCompetition('Trial des juges', []);
});

const acceptButton = (page: Page) => page.getByRole('button', { name: /^(Accepter l’|Accept the )invitation$/ });

async function signedInAs(page: Page, account: Account): Promise<void> {
  await page.goto(`${home()}/login`);
  await signInHere(page, account);
  await expect(page).toHaveURL(`${home()}/competitions`);
}

/** Fills in the form for people who are not signed in. */
async function fillForm(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel(/^(Adresse e-mail|Email)$/).fill(email);
  await page.getByLabel(/^(Prénom|First name)$/).fill('Alix');
  await page.getByLabel(/^(Nom|Last name)$/).fill('Juge');
  await page.getByRole('textbox', { name: /^(Mot de passe|Password)$/ }).fill(password);
}

/** Expects the confirmation, then the competitions with the new one. */
async function isReferee(page: Page): Promise<void> {
  await expect(page.getByText('Invitation acceptée', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`${home()}/competitions`);
  await expect(page.getByText('Invitation acceptée : la compétition est dans votre liste.')).toBeVisible();
  await expect(page.getByRole('link', { name: /Trial des juges/ })).toBeVisible();
}

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('one tap accepts for the signed-in account, which is named', async ({ page }) => {
    const account = await prepareAccount();
    await signedInAs(page, account);
    await page.goto(await invitationLink(prepared));
    await expect(page.getByText(`Vous acceptez avec le compte ${account.email}.`)).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
    await acceptButton(page).click();
    await isReferee(page);
    await page.goBack();
    await expect(page).not.toHaveURL(/invitation/);
  });

  test('a new person gets an account, and is signed in', async ({ page }) => {
    await page.goto(await invitationLink(prepared));
    await acceptButton(page).click();
    await expect(page.getByText('Veuillez remplir tous les champs obligatoires.')).toBeVisible();
    await expect(page.getByLabel('Adresse e-mail')).toBeFocused();
    await expectAccessible(page);
    const account = newAccount();
    await fillForm(page, { ...account, password: 'faible' });
    await acceptButton(page).click();
    await expect(page.getByText('Le mot de passe doit compter au moins 8 caractères', { exact: false })).toBeVisible();
    await expect(page.getByLabel('Nom', { exact: true })).toHaveValue('Juge');
    await fillForm(page, account);
    await acceptButton(page).click();
    await isReferee(page);

    await page.goto(`${home()}/`);
    await page.getByRole('link', { name: 'Mes compétitions' }).click();
    await page.getByRole('link', { name: 'Profil' }).click();
    await expect(page.getByText(account.email)).toBeVisible();
    for (const words of ['Non vérifiée', 'Invité']) await expect(page.getByText(words, { exact: true })).toBeVisible();
  });

  test('a person with an account enters its password', async ({ page }) => {
    const account = await prepareAccount();
    await page.goto(await invitationLink(prepared));
    await fillForm(page, { ...account, password: 'pas le bon' });
    await acceptButton(page).click();
    await expect(page.getByText(/^Cette adresse a déjà un compte/)).toBeVisible();
    const password = page.getByRole('textbox', { name: 'Mot de passe' });
    await expect(password).toBeFocused();
    await expect(page.getByLabel('Adresse e-mail')).toHaveValue(account.email);
    await password.fill(account.password);
    await acceptButton(page).click();
    await isReferee(page);
  });

  test('a person with an account can sign in first, and then continues with the invitation once', async ({ page }) => {
    const account = await prepareAccount();
    const link = await invitationLink(prepared);
    await page.goto(link);
    await page.getByRole('button', { name: 'J’ai déjà un compte' }).click();
    await expect(page).toHaveURL(`${home()}/login`);
    await signInHere(page, account);
    await expect(page).toHaveURL(link);
    await acceptButton(page).click();
    await isReferee(page);
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await expect(page).toHaveURL(`${home()}/`);
    await signedInAs(page, account);
  });

  test('another person than the account on this phone can change the account', async ({ page }) => {
    await signedInAs(page, await prepareAccount());
    await page.goto(await invitationLink(prepared));
    await page.getByRole('button', { name: 'Utiliser un autre compte' }).click();
    await fillForm(page, newAccount());
    await acceptButton(page).click();
    await isReferee(page);
  });

  test('after the session has ended, the reader signs in again, and the invitation is kept', async ({
    page,
    context,
  }) => {
    const account = await prepareAccount();
    await signedInAs(page, account);
    const link = await invitationLink(prepared);
    await page.goto(link);
    await context.clearCookies();
    await acceptButton(page).click();
    await expect(page.getByText('Session expirée ou identifiants incorrects.')).toBeVisible();
    await page.getByRole('button', { name: 'Se reconnecter' }).click();
    await expect(page).toHaveURL(`${home()}/login`);
    await page.reload();
    await signInHere(page, account);
    await expect(page).toHaveURL(link);
    await acceptButton(page).click();
    await isReferee(page);
  });
});

test.describe('at a desk, in English', () => {
  test.use({ viewport: desktop });
  test.beforeEach(({ page }) => inEnglish(page));

  test('explains an invalid invitation, and what to do', async ({ page }) => {
    const invalid = 'This link has expired or is not valid.';
    const advice = /^Ask the organiser for a new QR code or a new invitation\./;

    await page.goto(`${home()}/referee/invitation`);
    await expect(page.getByText('No invitation token was found in this link.')).toBeVisible();
    await expect(page.getByText('Scan the QR code again, or open the complete link from the email.')).toBeVisible();

    await page.goto(`${home()}/referee/invitation?token=nonsense`);
    for (const words of [invalid, advice]) await expect(page.getByText(words)).toBeVisible();
    // Before anything is typed.
    await expect(page.getByRole('textbox')).toHaveCount(0);

    // An invitation that expires while the form is filled in.
    await page.goto(await invitationLink(prepared));
    await expect(page.getByText('You are invited to referee “Trial des juges”.')).toBeVisible();
    const { api, competitionId } = prepared;
    const { invitations } = await (await api.get(`/api/competition/${competitionId}/invitations`)).json();
    for (const { id } of invitations) await api.delete(`/api/competition/${competitionId}/invitations/${id}`);
    await fillForm(page, newAccount());
    await acceptButton(page).click();
    for (const words of [invalid, advice]) await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByLabel('Last name')).toHaveValue('Juge');

    await page.goto(await invitationLink(prepared));
    await fillForm(page, { ...(await prepareAccount()), password: 'not this one' });
    await acceptButton(page).click();
    await expect(
      page.getByText('This address already has an account: enter its password, or sign in first.'),
    ).toBeVisible();
  });

  test('a mailed invitation can be used by one account', async ({ page }) => {
    const invited = newAccount();
    const link = await mailedInvitationLink(prepared, invited.email);
    await page.goto(link);
    await fillForm(page, invited);
    await acceptButton(page).click();
    await expect(page).toHaveURL(`${home()}/competitions`);
    await page.goto(`${home()}/profile`);
    await expect(page.getByText('✓ Verified')).toBeVisible();

    // It was for one account: another one sees immediately that it is no longer valid.
    await page.goto(link);
    await expect(page.getByText('This link has expired or is not valid.')).toBeVisible();
    await expect(acceptButton(page)).toHaveCount(0);
    await page.getByRole('link', { name: 'My competitions' }).click();
    await expect(page.getByRole('link', { name: /Trial des juges/ })).toBeVisible();
  });
});
