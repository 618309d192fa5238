import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../own.product.ts';
import { newAccount, type Prepared, prepareCompetition } from '../prepare.ts';
import { desktop, home, inEnglish, phone, signIn } from '../steps.ts';

/* An installation without a mail server, as that of the journeys: no promised mail is passed over. */

const sentence = 'This installation sends no mail: ask your organiser.';

/** Expects the sentence below what the specification says, and no secret on the page. */
async function expectTold(page: Page): Promise<void> {
  await expect(page.getByText(sentence)).toBeVisible();
  const text = await page.locator('body').innerText();
  expect(text).not.toMatch(/token=|verify-email|-Vt3/);
  await expectAccessible(page);
}

async function register(page: Page, account: ReturnType<typeof newAccount>): Promise<void> {
  await page.goto(`${home()}/register`);
  await page.getByLabel('Email', { exact: true }).fill(account.email);
  await page.getByLabel('First name').fill('Julie');
  await page.getByLabel('Last name').fill('Exemple');
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Create an account' }).click();
}

test.describe('on a phone', () => {
  test.use({ viewport: phone });
  test.beforeEach(({ page }) => inEnglish(page));

  test('registering and a forgotten password end with whom to ask, the same for known and unknown addresses', async ({
    page,
  }) => {
    const account = newAccount();
    for (const _ of ['unknown', 'known']) {
      await register(page, account);
      await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Resend verification email' })).toBeVisible();
      await expect(page.getByText(/^This installation sends no mail: whoever administers it/)).toBeVisible();
    }
    for (const email of [account.email, newAccount().email]) {
      await page.goto(`${home()}/forgot-password`);
      // Before somebody waits for a mail.
      await expectTold(page);
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByRole('button', { name: 'Send a new password' }).click();
      await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
      await expectTold(page);
    }
  });
});

test.describe('at the desk', () => {
  let prepared: Prepared;
  test.use({ viewport: desktop });
  test.beforeAll(async () => {
    prepared = await prepareCompetition('Trial sans courrier', [7]);
  });
  test.beforeEach(({ page }) => inEnglish(page));

  test('an invitation by mail offers the link and the QR code at once', async ({ page, browser }) => {
    await signIn(page, `/competitions/${prepared.competitionId}/zones`);
    await page.getByRole('button', { name: 'Invite referee' }).click();
    await page.getByRole('menuitem', { name: 'By email' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('This installation sends no mail: pass on this link or code')).toBeVisible();
    await expect(dialog.getByRole('img', { name: 'QR invitation' })).toBeVisible();
    const link = await dialog.getByLabel('Invitation link').inputValue();
    await expectAccessible(page);
    await dialog.getByLabel('Email').fill('judge@dossard.test');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(dialog).toBeHidden();
    await expect(
      page.getByText(/Invitation sent to judge@dossard.test. This installation sends no mail/),
    ).toBeVisible();
    const judge = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    await judge.goto(link);
    await expect(judge.getByText('Trial sans courrier')).toBeVisible();
  });

  test('an entry is received, and waits for no confirmation', async ({ page }) => {
    const { api, competitionId } = prepared;
    const limits = { closes_on: null, limit_in_all: null, limits_of_groups: [] };
    const settings = { is_open: true, ...limits, text: '', link: '', keep_days: 30 };
    await api.put(`/api/competition/${competitionId}/entries`, { data: settings });
    const rider = { key: 'one', first_name: 'Zoé', last_name: 'Exemple', category: 'U13', gender: 'F' };
    const form = { form_key: 'one', email: newAccount().email, contact_name: 'Dominique Contact', riders: [rider] };
    const sent = await api.post(`/api/competitions/${competitionId}/entry`, { data: form });
    expect(sent.status(), await sent.text()).toBe(201);
    await signIn(page, `/competitions/${competitionId}/entries`);
    await expect(page.getByText(/^Entry received · /)).toBeVisible();
    await expect(page.getByText(/not confirmed/i)).toHaveCount(0);
  });

  test('a manager of accounts gets the new password on screen, and it opens an account that no mail could verify', async ({
    page,
    browser,
  }) => {
    const account = newAccount();
    const owner = await (await browser.newContext({ locale: 'en-GB' })).newPage();
    await register(owner, account);
    await expect(owner.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await signIn(page, '/admin');
    await page.getByLabel('Email', { exact: true }).fill(account.email);
    const create = page.getByRole('button', { name: 'Create and show a password' });
    const dialog = page.getByRole('dialog', { name: `A new password for ${account.email}?` });
    await create.click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByLabel(/^New password of/)).toHaveCount(0);
    await create.click();
    await dialog.getByRole('button', { name: 'Create and show a password' }).click();
    const shown = page.getByLabel(`New password of ${account.email}`);
    await expect(shown).toBeVisible();
    await expectAccessible(page);
    await owner.goto(`${home()}/login`);
    await owner.getByLabel('Email', { exact: true }).fill(account.email);
    await owner.getByLabel('Password', { exact: true }).fill(await shown.inputValue());
    await owner.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(owner).toHaveURL(`${home()}/competitions`);
  });
});

test('with a mail server nothing of it is shown', async ({ page, startOwn }) => {
  const product = await startOwn({ SMTP_URL: 'smtp://127.0.0.1:1' });
  await inEnglish(page);
  await page.goto(`${product.url}/forgot-password`);
  await page.getByLabel('Email', { exact: true }).fill('nobody@dossard.test');
  await page.getByRole('button', { name: 'Send a new password' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(page.getByText(sentence)).toHaveCount(0);
});
