import { admin } from '@dossard/testbed/product/product.ts';
import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectAccessible } from '../accessible.ts';
import { plugAuthenticatorIn } from '../authenticator.ts';
import { startBuiltServer } from '../built.server.ts';
import { test } from '../journey.ts';
import { type Account, prepareAccount } from '../prepare.ts';
import { desktop, holdRequests, home, inEnglish, phone, signInAs, signInByForm } from '../steps.ts';

/* Second factors on the screens, with codes and passkeys as an authenticator would make them (S17–S21). */

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Chromium supports passkeys on `localhost` as over https, but not on an IP address. */
const named = () => home().replace('127.0.0.1', 'localhost');

async function fillIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Adresse e-mail').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(password);
  await button(page, 'Se connecter').click();
}

/** Returns the code that an authenticator shows half a minute later, because earlier ones may have been used. */
const nextCode = (secret: string, steps = 1) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Sets up one-time codes on the security page; returns the secret and the recovery codes. */
async function setUpCodes(page: Page): Promise<{ secret: string; recovery: string[] }> {
  await button(page, 'Configurer les codes').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: 'Code QR pour l’application d’authentification' })).toBeVisible();
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  await dialog.getByLabel('Code à six chiffres').fill(nextCode(secret, 0));
  await button(page, 'Activer les codes').click();
  await expect(page.getByRole('dialog', { name: 'Vos codes de secours' })).toBeVisible();
  const recovery = await page.getByRole('dialog').getByRole('listitem').allInnerTexts();
  await button(page, 'Je les ai notés').click();
  await expect(page.getByText('Demandés à la connexion.')).toBeVisible();
  return { secret, recovery };
}

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  test('codes of an authenticator are set up, required at sign-in, and replaced by recovery codes', async ({
    page,
  }) => {
    const account = await prepareAccount();
    await signInByForm(page, '/profile/security', account);
    await expect(page.getByText('Pas à cette adresse')).toBeVisible();
    await expectAccessible(page);

    const { secret, recovery } = await test.step('the QR code, the key, and a wrong code', async () => {
      await button(page, 'Configurer les codes').click();
      await page.getByRole('dialog').getByLabel('Code à six chiffres').fill('000000');
      await button(page, 'Activer les codes').click();
      await expect(page.getByText('Ce code est incorrect ou a déjà servi.')).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await button(page, 'Abandonner').click();
      return setUpCodes(page);
    });
    expect(recovery).toHaveLength(10);

    await test.step('the next sign-in asks for a code after the password', async () => {
      await page.context().clearCookies();
      await page.goto(`${home()}/login`);
      await fillIn(page, account);
      await expect(page.getByRole('heading', { name: 'Deuxième facteur' })).toBeVisible();
      await expect(page.getByLabel('Code à six chiffres ou code de secours')).toBeFocused();
      await expectAccessible(page);
      await page.getByLabel('Code à six chiffres ou code de secours').fill('123456');
      await button(page, 'Se connecter').click();
      await expect(page.getByText('Ce code est incorrect ou a déjà servi.')).toBeVisible();
      await page.getByLabel('Code à six chiffres ou code de secours').fill(nextCode(secret));
      await button(page, 'Se connecter').click();
      await expect(page).toHaveURL(`${home()}/competitions`);
    });

    await test.step('a recovery code works too, once', async () => {
      await page.context().clearCookies();
      await page.goto(`${home()}/login`);
      await fillIn(page, account);
      await page.getByLabel('Code à six chiffres ou code de secours').fill(recovery[0] ?? '');
      await button(page, 'Se connecter').click();
      await expect(page).toHaveURL(`${home()}/competitions`);
      await page.goto(`${home()}/profile/security`);
      await expect(page.getByText('Il vous en reste 9.')).toBeVisible();
    });

    await test.step('codes are removed, and the password is enough', async () => {
      await button(page, 'Retirer les codes').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Retirer les codes' }).click();
      await expect(button(page, 'Configurer les codes')).toBeVisible();
      await page.context().clearCookies();
      await page.goto(`${home()}/login`);
      await fillIn(page, account);
      await expect(page).toHaveURL(`${home()}/competitions`);
    });
  });
});

// WCAG 3.3.8
test('a passkey is created, signs in without a password, proves the identity, and is removed', async ({
  page,
  context,
}) => {
  const account = await prepareAccount();
  await page.setViewportSize(desktop);
  await plugAuthenticatorIn(page);
  await page.goto(`${named()}/login?to=/profile/security`);
  await fillIn(page, account);
  await button(page, 'Ajouter une clé d’accès').click();
  const dialog = page.getByRole('dialog', { name: 'Ajouter une clé d’accès' });
  await dialog.getByRole('button', { name: 'Ajouter une clé d’accès' }).click();
  await expect(dialog.getByLabel('Nom de la clé')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Nom de la clé').fill('Mon ordinateur');
  await dialog.getByRole('button', { name: 'Ajouter une clé d’accès' }).click();
  await expect(page.getByRole('dialog', { name: 'Vos codes de secours' })).toBeVisible();
  await expectAccessible(page);
  await button(page, 'Je les ai notés').click();
  await expect(page.getByText('Mon ordinateur', { exact: true }).first()).toBeVisible();

  await test.step('it signs in alone', async () => {
    await context.clearCookies();
    await page.goto(`${named()}/login?to=/profile/security`);
    await button(page, 'Se connecter avec une clé d’accès').click();
    await expect(page).toHaveURL(`${named()}/profile/security`);
    await expect(page.getByText('Dernière utilisation')).toBeVisible();
  });

  await test.step('and after the password', async () => {
    await context.clearCookies();
    await page.goto(`${named()}/login?to=/profile/security`);
    await fillIn(page, account);
    await button(page, 'Utiliser une clé d’accès').click();
    await expect(page).toHaveURL(`${named()}/profile/security`);
  });

  await test.step('a destructive action requires it again when the sign-in was long ago', async () => {
    // Instead of waiting for the server's ten minutes, fake its answer.
    let asked = 0;
    await page.route('**/api/user/factors/passkeys/*', async (route) => {
      asked += 1;
      if (asked > 1) return route.continue();
      const body = { code: 'proof_required', message: 'Montrez d’abord que c’est bien vous.', request_id: 'r' };
      return route.fulfill({ status: 403, json: body });
    });
    await page.getByRole('button', { name: 'Retirer Mon ordinateur' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retirer' }).click();
    const proof = page.getByRole('dialog', { name: 'Montrez que c’est bien vous' });
    await expect(proof).toBeVisible();
    await expectAccessible(page);
    await proof.getByRole('button', { name: 'Utiliser une clé d’accès' }).click();
    await expect(page.getByText('Mon ordinateur', { exact: true }).first()).toBeHidden();
    expect(asked).toBe(2);
  });
});

test.describe('on a separate installation', () => {
  const shared = { url: process.env.JOURNEY_URL, data: process.env.JOURNEY_DATA };
  let stop = async () => {};
  test.beforeAll(async () => {
    stop = await startBuiltServer();
  });
  test.afterAll(async () => {
    await stop();
    process.env.JOURNEY_URL = shared.url;
    process.env.JOURNEY_DATA = shared.data;
  });

  test('a required second factor is set up first, and removed for an account that lost it', async ({
    page,
    browser,
  }) => {
    await page.setViewportSize(desktop);
    const manager = await prepareAccount();
    await signInAs(page, admin, '/admin/security');
    const rule = page.getByLabel('Qui doit avoir un deuxième facteur');
    await rule.selectOption('Les super administrateurs et les gestionnaires de comptes');
    await button(page, 'Enregistrer').click();
    await expect(page.getByText('Configurez d’abord un deuxième facteur pour votre propre compte.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Configurer les codes' }).click();
    await button(page, 'Quitter la page').click();
    await setUpCodes(page);
    await page.request.put(`${home()}/api/admin/global-permissions`, {
      data: { action: 'grant', permission: 'manage_users', user_email: manager.email },
    });
    await page.goto(`${home()}/admin/security`);
    await rule.selectOption('Les super administrateurs et les gestionnaires de comptes');
    await button(page, 'Enregistrer').click();
    await expect(page.getByText('Règle enregistrée')).toBeVisible();

    const other = await (await browser.newContext({ viewport: phone, locale: 'fr-FR' })).newPage();
    await test.step('an account without one is sent to set it up, and can do nothing else', async () => {
      await other.goto(`${home()}/login`);
      await fillIn(other, manager);
      await expect(other).toHaveURL(`${home()}/profile/security`);
      await expect(other.getByText('Configurez-en un pour continuer.')).toBeVisible();
      await expectAccessible(other);
      const release = await holdRequests(other, '**/api/user/profile');
      await other.reload();
      await button(other, 'Configurer les codes').click();
      await expect(other.getByText('Configurez-en un pour continuer.')).toHaveCount(0);
      release();
      await expect(other.getByText('Configurez-en un pour continuer.')).toBeAttached();
      await expect(other.getByRole('dialog')).toBeVisible();
      await other.goto(`${home()}/competitions`);
      await expect(other).toHaveURL(`${home()}/profile/security`);
      await setUpCodes(other);
      await other.getByRole('link', { name: 'Continuer' }).click();
      await expect(other).toHaveURL(`${home()}/competitions`);
    });

    await test.step('an administrator removes it for an account that lost it', async () => {
      await inEnglish(page);
      await page.goto(`${home()}/admin/account`);
      await page.getByLabel('Email').fill(manager.email);
      await button(page, 'Remove second factors').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove second factors' }).click();
      await expect(page.getByText('The second factors were removed.')).toBeVisible();
    });
  });
});
