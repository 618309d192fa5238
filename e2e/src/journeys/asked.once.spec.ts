import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { home, signInAndRead, signInByForm } from '../steps.ts';

/* How often a page asks: a failure counts as an answer, and each refused session is counted (S10). */

/** Answers a call with a failure; returns the times at which it was asked. */
async function failing(page: Page, path: RegExp, status: number): Promise<number[]> {
  const asked: number[] = [];
  await page.route(path, (route) => {
    asked.push(Date.now());
    return route.fulfill({ status, json: { code: 'x', message: `Panne ${status}` } });
  });
  return asked;
}
const mine = /\/api\/competition$/;
const deleted = /\/api\/competition\?deleted=true$/;
const profile = /\/api\/user\/profile$/;

for (const status of [400, 403, 404, 418, 422])
  test(`a list answered ${status} is asked for once`, async ({ page, context }) => {
    await signInByForm(page);
    // Opened anew, the page reads ahead while it checks its session.
    const other = await context.newPage();
    const asked = await failing(other, mine, status);
    await other.route(profile, async (route) => {
      const answer = await route.fetch();
      // Later than the list, as on a slow network.
      await expect.poll(() => asked.length).toBeGreaterThan(0);
      await route.fulfill({ response: answer });
    });
    await other.goto(`${home()}/competitions`);
    await expect(other.getByRole('main').getByText(`Panne ${status}`)).toBeVisible();
    await expect(other.getByRole('link', { name: 'Profil' }).first()).toBeVisible();
    expect(asked).toHaveLength(1);
  });

for (const path of ['/competitions', '/profile', '/admin', '/new-competition'])
  test(`a failing check of the session asks at most three times on ${path}, and the page says so`, async ({
    page,
    context,
  }) => {
    await signInByForm(page);
    const other = await context.newPage();
    const asked = await failing(other, profile, 500);
    await other.goto(`${home()}${path}`);
    await expect(other.getByText('Vérification de votre session…')).toBeAttached();
    await expect(other.locator('main[aria-busy]')).toHaveCount(0);
    // The page is complete at once: nothing waits for a second round.
    expect(asked).toHaveLength(3);
    await expect(other.locator('[data-waiting]')).toHaveCount(0);
    expect(asked).toHaveLength(3);
  });

test('refused reads of deleted competitions count towards the end of the session', async ({ page }) => {
  await signInAndRead(page);
  // Without a success in between, which would start the count again.
  await failing(page, profile, 401);
  const [asked, askedDeleted] = [await failing(page, mine, 401), await failing(page, deleted, 401)];
  await page.reload();
  const retry = page.getByRole('main').getByRole('button', { name: 'Réessayer' });
  await expect(retry).toBeVisible();
  await expect.poll(() => askedDeleted.length).toBe(1);
  await retry.click();
  await expect(page).toHaveURL(/\/login\?to=/);
  expect([asked.length, askedDeleted.length]).toEqual([2, 1]);
});
