import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, recordRuns } from '../prepare.ts';
import { home, phone } from '../steps.ts';

/* The page of one rider, which a parent follows without an account (L9). */

let prepared: Prepared;
test.beforeEach(async ({ page: _ }, { title }) => {
  prepared = await prepareCompetition(title, [7, 45], new Date().toISOString().slice(0, 10));
});
const path = (dossard = 7) => `${home()}/public/competitions/${prepared.competitionId}/riders/${dossard}`;

/** Replaces the browser's push service, which needs the network of its maker, and counts what is asked of it. */
async function standInForPush(page: Page, permission: 'granted' | 'denied') {
  await page.addInitScript((answer) => {
    const bytes = (length: number) => new Uint8Array(length).fill(65).buffer;
    let subscription: object | null = null;
    const subscribe = async ({ applicationServerKey }: { applicationServerKey: string }) => {
      const plain = atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/'));
      const key = Uint8Array.from(plain, (letter) => letter.charCodeAt(0)).buffer;
      subscription = {
        options: { applicationServerKey: key },
        endpoint: 'https://push.dossard.test/phone',
        toJSON: () => ({
          endpoint: 'https://push.dossard.test/phone',
          keys: { p256dh: btoa(String.fromCharCode(...new Uint8Array(bytes(65)))).slice(0, 87), auth: 'A'.repeat(22) },
        }),
        unsubscribe: async () => {
          subscription = null;
          return true;
        },
      };
      return subscription;
    };
    Object.assign(PushManager.prototype, { subscribe, getSubscription: async () => subscription });
    Notification.requestPermission = async () => answer;
    Object.defineProperty(Notification, 'permission', { get: () => answer });
  }, permission);
}

test('a parent sees place, points and runs as they come in, without an account and without scripts', async ({
  page,
  browser,
}) => {
  await page.setViewportSize(phone);
  await page.goto(`${home()}/public/competitions/${prepared.competitionId}/live-ranking`);
  await page.getByRole('button', { name: 'Zoé Exemple 7', exact: true }).click();
  await page.getByRole('link', { name: 'Page du pilote' }).click();
  await expect(page.getByRole('heading', { name: 'Zoé Exemple 7' })).toBeVisible();
  await expect(page.locator('[data-row=points]')).toContainText('–');
  await recordRuns(prepared, [45, 7]);
  await expect(page.locator('[data-row=rank]')).toContainText('2');
  await expect(page.getByRole('heading', { name: 'Les Dalles' })).toBeVisible();
  await expect(page.getByText('En direct')).toBeVisible();
  const plain = await browser.newPage({ javaScriptEnabled: false, locale: 'en-GB' });
  await plain.goto(path());
  await expect(plain.getByRole('heading', { name: 'Zoé Exemple 7' })).toBeVisible();
  await expect(plain.getByText('Notify me')).toBeHidden();
  await expect(plain.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  const missing = await plain.goto(path(99));
  expect(missing?.status()).toBe(404);
  await expect(plain.getByText('This rider is not visible here')).toBeVisible();
  await plain.close();
});

test('a browser follows a rider on request, also after a reload, and stops', async ({ page }) => {
  await standInForPush(page, 'granted');
  await page.goto(path());
  const menu = page.locator('summary');
  await menu.click();
  await page.getByLabel('Sombre').check();
  await page.getByLabel('English').check();
  await expect(page.getByRole('button', { name: 'Notify me of each run' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await menu.click();
  await expect(page.getByLabel('Dark')).toBeChecked();
  await page.getByLabel('Français').check();
  const button = page.getByRole('button', { name: 'M’avertir à chaque passage' });
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  const [sent] = await Promise.all([page.waitForResponse(/followers$/), button.click()]);
  expect([sent.request().method(), sent.status()]).toEqual(['POST', 204]);
  expect(sent.request().postDataJSON()).toMatchObject({ endpoint: 'https://push.dossard.test/phone', language: 'fr' });
  await expect(page.getByText('Vous serez averti')).toBeVisible();
  await recordRuns(prepared, [7]);
  await expect(page.locator('[data-row=points]')).not.toContainText('–');
  // The browser has lost its address, as after a restore: the page gives the server the new one.
  const [renewed] = await Promise.all([page.waitForResponse(/followers$/), page.reload()]);
  expect([renewed.request().method(), renewed.status()]).toEqual(['POST', 204]);
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  const [ended] = await Promise.all([page.waitForResponse(/followers$/), button.click()]);
  expect([ended.request().method(), ended.status()]).toEqual(['DELETE', 204]);
  await expect(page.getByText('Une notification sur cet appareil')).toBeVisible();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
});

test('a browser that blocks notifications says how to allow them', async ({ page }) => {
  await standInForPush(page, 'denied');
  await page.goto(path());
  await page.getByRole('button', { name: 'M’avertir à chaque passage' }).click();
  await expect(page.getByText('Le navigateur bloque les notifications')).toBeVisible();
});
