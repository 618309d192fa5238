import { expect, type Page } from '@playwright/test';
import { expectHydrated } from '../hydration.ts';
import { test } from '../journey.ts';
import { newAccount, prepareCompetition } from '../prepare.ts';
import { home, signIn } from '../steps.ts';

/* Forms remember typed text, and allow pasting and autofill. */

const email = (page: Page) => page.getByLabel('Adresse e-mail');
const password = (page: Page) => page.getByLabel('Mot de passe', { exact: true });

// WCAG 3.3.7
test('a typed address is prefilled in the form for a new password, in registration and back', async ({ page }) => {
  const account = newAccount();
  await page.goto(`${home()}/login`);
  await expectHydrated(page);
  await email(page).fill(account.email);
  await page.getByRole('link', { name: 'Mot de passe oublié' }).click();
  await expect(email(page)).toHaveValue(account.email);
  await page.getByRole('link', { name: 'Retour à la connexion' }).click();
  await page.getByRole('link', { name: 'Créer un compte' }).click();
  // The sign-in page, which has the same field, stays until this one has loaded.
  await expect(page.getByRole('heading', { name: 'Créer un compte' })).toBeVisible();
  await expect(email(page)).toHaveValue(account.email);
  await email(page).fill(`neu.${account.email}`);
  await page.getByLabel('Prénom').fill('Alix');
  await page.getByLabel('Nom', { exact: true }).fill('Exemple');
  await password(page).fill(account.password);
  await page.getByRole('button', { name: 'Créer un compte' }).click();
  await expect(page.getByRole('heading', { name: 'Consultez votre messagerie' })).toBeVisible();
  await page.getByRole('link', { name: 'Retour à la connexion' }).click();
  await expect(email(page)).toHaveValue(`neu.${account.email}`);
});

test('an address is not prefilled under the hands of a reader who is in the field already', async ({ page }) => {
  await page.goto(`${home()}/login`);
  await expectHydrated(page);
  await email(page).fill('earlier@dossard.test');
  // The next page starts slowly: the reader is in the field of what the server has rendered.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\.js$/, async (route) => {
    if (!route.request().url().endsWith('/theme.js')) await held;
    await route.continue();
  });
  await page.goto(`${home()}/login`, { waitUntil: 'commit' });
  await email(page).focus();
  release();
  await expectHydrated(page);
  await page.keyboard.type('now@dossard.test');
  await expect(email(page)).toHaveValue('now@dossard.test');
});

// WCAG 1.3.5, 3.3.8
test('passwords can be pasted and autofilled: signing in is not a test of memory', async ({ page }) => {
  for (const [path, tokens] of [
    ['/login', ['username', 'current-password']],
    ['/register', ['username', 'given-name', 'family-name', 'new-password']],
  ] as const) {
    await page.goto(home() + path);
    // What was typed before it is filled in again, which loses a selection.
    await expectHydrated(page);
    const fields = page.getByRole('main').locator('input');
    expect(await fields.evaluateAll((all) => all.map((field) => field.getAttribute('autocomplete')))).toEqual(tokens);
    await email(page).fill('Trial-2027');
    await email(page).press('ControlOrMeta+A');
    await email(page).press('ControlOrMeta+X');
    await password(page).press('ControlOrMeta+V');
    await expect(password(page)).toHaveValue('Trial-2027');
  }
});

// WCAG 2.4.1, 3.1.2
test('the first stop of the keyboard skips the header, and each language is named in that language', async ({
  page,
}) => {
  const { competitionId } = await prepareCompetition('Trial des habitudes', [7]);
  await page.goto(`${home()}/`);
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
  await page.getByText('FR ◐').click();
  await expect(page.getByText('English')).toHaveAttribute('lang', 'en');
  await expect(page.getByText('Français')).toHaveAttribute('lang', 'fr');
  await signIn(page, `/competitions/${competitionId}/participants?tab=list`);
  await expect(page.getByText('Exemple 7').filter({ visible: true }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByText('Exemple 7').filter({ visible: true }).first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
