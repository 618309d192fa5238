import { readFile } from 'node:fs/promises';
import { admin } from '@dossard/testbed/product/product.ts';
import { expect } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { prepareAccount } from '../prepare.ts';
import { home, inEnglish, phone, signIn } from '../steps.ts';

/* The security log of a super administrator (S22). */

test('shows the events of an account, filtered by kind, person and day, and saves them', async ({ page, request }) => {
  const account = await prepareAccount();
  const stranger = `${crypto.randomUUID()}@dossard.test`;
  for (const email of [account.email, account.email, stranger])
    await request.put(`${home()}/api/login`, { data: { email, password: 'Wrong-2027' } });
  await page.setViewportSize(phone);
  await inEnglish(page);
  await page.goto(`${home()}/login?to=/admin`);
  await page.getByLabel('Email').fill(admin.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(admin.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: 'Security of the installation' }).click();
  const log = page.getByRole('region', { name: 'Security log' });
  await log.getByLabel('Person').fill(account.email);
  await log.getByLabel('Event').selectOption('Sign-in refused');
  await expect(log.getByText('1 event', { exact: true })).toBeVisible();
  const line = log.getByRole('listitem');
  await expect(line).toContainText(account.email);
  await expect(line).toContainText('2 times');
  await expectAccessible(page);

  await log.getByLabel('From').fill('2000-01-01');
  await log.getByLabel('To').fill('2000-01-02');
  await expect(log.getByText('No event matches.')).toBeVisible();
  await expectAccessible(page);
  await log.getByLabel('From').fill('');
  await log.getByLabel('To').fill('');
  await log.getByLabel('Person').fill('');
  await expect(log.getByText('Address without an account').first()).toBeVisible();
  await expect(page.getByText(stranger)).toHaveCount(0);

  const saved = page.waitForEvent('download');
  await log.getByRole('button', { name: 'Save as CSV' }).click();
  const file = await readFile(await (await saved).path(), 'utf8');
  expect(file).toContain(account.email);
  expect(file).not.toContain(stranger);
});

test('shows when it cannot be loaded, and offers a retry', async ({ page }) => {
  await page.route('**/api/admin/security-log*', (route) =>
    route.fulfill({ status: 400, json: { code: 'invalid_request', message: 'Panne', request_id: 'r' } }),
  );
  await signIn(page, '/admin/security');
  const log = page.getByRole('region', { name: 'Journal de sécurité' });
  await expect(log.getByText('Panne')).toBeVisible();
  await page.unroute('**/api/admin/security-log*');
  await log.getByRole('button', { name: 'Réessayer' }).click();
  await expect(log.getByRole('status')).toBeVisible();
});
