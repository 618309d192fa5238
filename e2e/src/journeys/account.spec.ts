import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { linkIn, mailTo, passwordIn } from '../mail.ts';
import { type Account, newAccount, prepareAccount } from '../prepare.ts';
import { desktop, holdRequests, home, inEnglish, phone } from '../steps.ts';

/* An account from registration to deletion, with the mails that the product really wrote. */

test.beforeEach(({ page }) => inEnglish(page));

const email = (page: Page) => page.getByLabel('Email', { exact: true });
const password = (page: Page, label = 'Password') => page.getByRole('textbox', { name: label, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const sent = (page: Page) => page.getByText('Verification email sent successfully!');

/** Signs in on the sign-in page that is open, or is about to be. */
async function signInAs(page: Page, account: Account): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await email(page).fill(account.email);
  await password(page).fill(account.password);
  await press(page, 'Sign in');
}

async function signedInAs(page: Page, account: Account): Promise<void> {
  await page.goto(`${home()}/login`);
  await signInAs(page, account);
  await expect(page).toHaveURL(`${home()}/competitions`);
}

test.describe('on a phone', () => {
  test.use({ viewport: phone });

  // WCAG 3.3.1, 3.3.3
  test('registers, verifies by the mail, and signs in', async ({ page }) => {
    const account = newAccount();

    await test.step('the form marks missing fields, with the focus on the first', async () => {
      await page.goto(`${home()}/login`);
      await page.getByRole('link', { name: 'Create an account' }).click();
      await press(page, 'Create an account');
      for (const words of ['Please enter your email address.', 'First name is required.', 'Last name is required.'])
        await expect(page.getByText(words)).toBeVisible();
      await expect(page.getByText('Password is required.')).toBeVisible();
      await expect(email(page)).toBeFocused();
      await email(page).fill('alix');
      await page.getByLabel('First name').fill('A');
      await page.getByLabel('Last name').fill('E');
      await press(page, 'Create an account');
      await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
      await expect(page.getByText('First name must be at least 2 characters long.')).toBeVisible();
      await expect(page.getByText('Last name must be at least 2 characters long.')).toBeVisible();
    });

    await test.step('the password field shows what the typed password lacks', async () => {
      await expect(
        page.getByText(
          'Still missing: at least 8 characters, one uppercase letter, one lowercase letter, and one digit.',
        ),
      ).toBeVisible();
      await password(page).pressSequentially('trials');
      await expect(
        page.getByText('Still missing: at least 8 characters, one uppercase letter, and one digit.'),
      ).toBeVisible();
      await press(page, 'Create an account');
      await expect(password(page)).toHaveAttribute('aria-invalid', 'true');
      await password(page).fill(account.password);
      await expect(page.getByText('Password meets all requirements.')).toBeVisible();
      await expect(password(page)).toHaveAttribute('type', 'password');
      await press(page, 'Show Password');
      await expect(password(page)).toHaveAttribute('type', 'text');
      await press(page, 'Hide Password');
      await expect(password(page)).toHaveAttribute('type', 'password');
    });

    await test.step('then the page points to the mail, which can be sent again', async () => {
      await email(page).fill(account.email);
      await page.getByLabel('First name').fill('Alix');
      await page.getByLabel('Last name').fill('Exemple');
      await press(page, 'Create an account');
      await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused();
      await expect(page.getByText(account.email)).toBeVisible();
      await press(page, 'Resend verification email');
      await expect(sent(page)).toBeVisible();
      await mailTo(account.email, 'verification', 2);
      // The note is shown for five seconds.
      await expect(sent(page)).toBeHidden();
    });

    await test.step('signing in before is refused, and offers the mail', async () => {
      await page.getByRole('link', { name: 'Back to sign in' }).click();
      await signInAs(page, { ...account, password: 'not this one' });
      await expect(page.getByText('Invalid credentials: wrong email or password.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Resend verification email' })).toBeHidden();
      await signInAs(page, account);
      await expect(page.getByText('Email not verified.')).toBeVisible();
      await email(page).fill('');
      await press(page, 'Resend verification email');
      await expect(page.getByText('Please enter your email address first', { exact: true })).toBeVisible();
      await expect(email(page)).toBeFocused();
      await email(page).fill('alix');
      await press(page, 'Resend verification email');
      await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
      await email(page).fill(account.email);
      await press(page, 'Resend verification email');
      await expect(sent(page)).toBeVisible();
    });

    await test.step('the link of the mail verifies by one call, and again', async () => {
      const link = linkIn(await mailTo(account.email, 'verification', 3));
      const calls: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/auth/verify-email')) calls.push(request.url());
      });
      for (const times of [1, 2]) {
        await page.goto(link);
        await expect(page.getByText('Your email address is verified.')).toBeVisible();
        expect(calls).toHaveLength(times);
      }
      await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
      await signInAs(page, account);
      await expect(page).toHaveURL(`${home()}/competitions`);
    });
  });

  test('a failed verification shows the reason, and mails another link', async ({ page }) => {
    await page.goto(`${home()}/verify-email`);
    await expect(page.getByText('No verification token was found in this link.')).toBeVisible();
    await page.goto(`${home()}/verify-email?token=nonsense`);
    await expect(page.getByText('This link has expired or is not valid.')).toBeVisible();
    await press(page, 'Resend verification email');
    await expect(page.getByText('Please enter your email address.')).toBeVisible();
    await email(page).fill(newAccount().email);
    await press(page, 'Resend verification email');
    await expect(sent(page)).toBeVisible();
  });

  test('a verification without network shows a message, and can be retried', async ({ page }) => {
    const account = newAccount();
    await page.request.post(`${home()}/api/auth/register`, {
      data: { ...account, first_name: 'Alix', last_name: 'Exemple' },
    });
    await page.route('**/api/auth/verify-email*', (route) => route.abort());
    await page.goto(linkIn(await mailTo(account.email, 'verification')));
    await expect(page.getByText('Verifying your email address…')).toBeVisible();
    await expect(
      page.getByText('Unable to connect to the server. Please check your internet connection and try again.'),
    ).toBeVisible();
    await page.unroute('**/api/auth/verify-email*');
    await press(page, 'Try again');
    await expect(page.getByText('Your email address is verified.')).toBeVisible();
  });

  test('a forgotten password is replaced by a mailed one', async ({ page }) => {
    const account = await prepareAccount();
    await page.goto(`${home()}/login`);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await press(page, 'Send a new password');
    await expect(page.getByText('Please enter your email address.')).toBeVisible();
    await email(page).fill(account.email);
    await press(page, 'Send a new password');
    await expect(page.getByText('If this address has an account, a new password was just sent to it.')).toBeVisible();
    await page.getByRole('link', { name: 'Back to sign in' }).click();
    const mailed = { ...account, password: passwordIn(await mailTo(account.email, 'new_password')) };
    await signInAs(page, mailed);
    await expect(page).toHaveURL(`${home()}/competitions`);
    await press(page, 'Sign out');
    await page.goto(`${home()}/login`);
    await signInAs(page, account);
    await expect(page.getByText('Invalid credentials: wrong email or password.')).toBeVisible();
  });
});

test.describe('at a desk', () => {
  test.use({ viewport: desktop });

  test('changes the names and the language of the mails', async ({ page }) => {
    const account = await prepareAccount();
    await signedInAs(page, account);
    await page.getByRole('link', { name: 'Profile' }).click();
    for (const words of [account.email, '✓ Verified', 'Active']) await expect(page.getByText(words)).toBeVisible();
    await page.getByLabel('First name').fill('Z');
    await page.getByLabel('Last name').fill('');
    await press(page, 'Save');
    await expect(page.getByText('First name must be at least 2 characters long.')).toBeVisible();
    await expect(page.getByText('Last name is required.')).toBeVisible();
    await page.getByLabel('First name').fill('Zoé');
    await page.getByLabel('Last name').fill('Nouvelle');
    await page.getByLabel('Language of emails').selectOption('English');
    await press(page, 'Save');
    await expect(page.getByText('Profile saved')).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('First name')).toHaveValue('Zoé');
    await expect(page.getByLabel('Last name')).toHaveValue('Nouvelle');
    await expect(page.getByLabel('Language of emails')).toHaveValue('en');
    await page.request.post(`${home()}/api/auth/forgot-password`, { data: { email: account.email } });
    expect((await mailTo(account.email, 'new_password')).subject).toBe('Your new password');
    await page.getByRole('link', { name: 'My competitions' }).click();
    await expect(page).toHaveURL(`${home()}/competitions`);
  });

  test('changes the password, with every message of its form', async ({ page }) => {
    const account = await prepareAccount();
    await signedInAs(page, account);
    // The other tab, which is shown first, loads behind this one.
    const release = await holdRequests(page, '**/api/user/profile');
    await page.goto(`${home()}/profile`);
    await page.getByRole('tab', { name: 'Password' }).click();
    release();
    const fill = async (current: string, next: string, confirmation = next) => {
      await password(page, 'Current password').fill(current);
      await password(page, 'New password').fill(next);
      await password(page, 'Confirm new password').fill(confirmation);
      await press(page, 'Change password');
    };
    const expectMessage = (words: string) => expect(page.getByText(words, { exact: true })).toBeVisible();

    await fill('', '');
    await expectMessage('Please enter your current password.');
    await expectMessage('Please enter a new password.');
    await expect(password(page, 'Current password')).toBeFocused();
    await fill(account.password, 'abcde');
    await expectMessage('New password must be at least 6 characters long.');
    await fill(account.password, 'abcdef', 'abcdeg');
    await expectMessage('New password and confirmation do not match.');
    await expect(password(page, 'Confirm new password')).toBeFocused();
    await fill(account.password, account.password);
    await expectMessage('New password must be different from current password.');
    await fill('not this one', 'abcdef');
    await expectMessage('The current password is wrong.');
    await expect(password(page, 'Current password')).toBeFocused();
    await expect(password(page, 'New password')).toHaveValue('abcdef');
    for (const label of ['Current password', 'New password', 'Confirm new password']) {
      await press(page, `Show ${label}`);
      await expect(password(page, label)).toHaveAttribute('type', 'text');
    }
    await fill(account.password, 'abcdef');
    await expectMessage('Your password was changed.');
    await expect(password(page, 'New password')).toHaveValue('');

    await page.getByRole('link', { name: 'My competitions' }).click();
    await press(page, 'Sign out');
    await signedInAs(page, { ...account, password: 'abcdef' });
  });

  test('finds the form alone at /change-password, after signing in', async ({ page }) => {
    const account = await prepareAccount();
    await page.goto(`${home()}/change-password`);
    await signInAs(page, account);
    await expect(page).toHaveURL(`${home()}/change-password`);
    await expect(page.getByRole('heading', { name: 'Change password' })).toBeVisible();
    await expect(password(page, 'Confirm new password')).toBeVisible();
    await expect(page.getByRole('tab')).toHaveCount(0);
  });

  test('finds the contact address on each of these pages', async ({ page }) => {
    await signedInAs(page, await prepareAccount());
    for (const path of ['login', 'register', 'verify-email', 'forgot-password', 'referee/invitation', 'profile']) {
      await page.goto(`${home()}/${path}`);
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'contact@dossard.test' })).toBeVisible();
    }
  });
});

test('sees where the account is open, ends a session, takes the data along, and deletes the account', async ({
  page,
  browser,
}) => {
  const account = await prepareAccount();
  await signedInAs(page, account);
  const elsewhere = await browser.newContext({ viewport: phone });
  const other = await elsewhere.newPage();
  await inEnglish(other);
  await signedInAs(other, account);

  await page.goto(`${home()}/profile`);
  await page.getByRole('link', { name: 'Account security' }).click();
  const sessions = page.getByRole('region', { name: 'My sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: 'This device' })).toContainText('Chrome');
  await expectAccessible(page);
  await sessions.filter({ hasNotText: 'This device' }).getByRole('button').click();
  await expect(page.getByText('Session ended')).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await other.reload();
  await expect(other.getByText('Session expired or invalid credentials. Please login again.')).toBeVisible();

  const downloading = page.waitForEvent('download');
  await press(page, 'Download my data');
  expect((await downloading).suggestedFilename()).toBe('my-dossard-account.json');

  await press(page, 'Delete my account');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Current password' }).fill('Wrong-2027');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByText('The current password is wrong.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(account.password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByRole('dialog', { name: 'Your account is deleted' })).toBeVisible();
  await press(page, 'Go to the start page');
  await expect(page).toHaveURL(`${home()}/`);
  await page.goto(`${home()}/login`);
  await signInAs(page, account);
  await expect(page.getByText('Invalid credentials: wrong email or password.')).toBeVisible();
  await elsewhere.close();
});
