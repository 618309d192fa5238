import { expect } from '@playwright/test';
import { expectHydrated } from '../hydration.ts';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, recordRuns } from '../prepare.ts';
import { home, phone } from '../steps.ts';

/* The ranking updates itself: notified by a stream, or by polling without one. */

test.use({ viewport: phone });
let prepared: Prepared;
test.beforeEach(async ({ page: _ }, { title }) => {
  prepared = await prepareCompetition(`Suivi : ${title}`, [7, 45]);
});
const ranking = () => `${home()}/public/competitions/${prepared.competitionId}/live-ranking`;

test('a run appears immediately, read at the version that the stream announced', async ({ page }) => {
  await page.goto(ranking());
  await expect(page.getByText('En direct', { exact: true })).toBeVisible();
  const read = page.waitForRequest((request) => /liveranking\/public.*version=\d+/.test(request.url()));
  await recordRuns(prepared, [45]);
  await read;
  const row = page.locator('tr', { hasText: 'Zoé Exemple 45' });
  await expect(row).toContainText('50');
  await expect(row).toHaveAttribute('data-changed', 'true');
});

test('without a stream the page polls', async ({ page }) => {
  await page.route('**/live', (route) => route.fulfill({ status: 503 }));
  await page.goto(ranking());
  await expect(page.getByText(/Mis à jour à/)).toBeVisible();
  await expect(page.getByText('En direct', { exact: true })).toBeHidden();
  await recordRuns(prepared, [7]);
  await expect(page.locator('tr', { hasText: 'Zoé Exemple 7' })).toContainText('50');
});

test('a broken stream is reconnected, and the ranking stays visible meanwhile', async ({ page, context }) => {
  await page.goto(ranking());
  await expect(page.getByText('En direct', { exact: true })).toBeVisible();
  await expectHydrated(page);
  await context.setOffline(true);
  await expect(page.getByText(/Pas de réseau/)).toBeVisible();
  await recordRuns(prepared, [45]);
  await expect(page.getByText('Zoé Exemple 45')).toBeVisible();
  await context.setOffline(false);
  await expect(page.locator('tr', { hasText: 'Zoé Exemple 45' })).toContainText('50');
  await expect(page.getByText('En direct', { exact: true })).toBeVisible();
});

test('a stream that dies silently is opened again, and the page polls meanwhile', async ({ page }) => {
  await page.addInitScript(() => {
    const page = window as Window & { streams?: number };
    class SilentStream extends EventTarget {
      constructor() {
        super();
        page.streams = (page.streams ?? 0) + 1;
        const data = JSON.stringify({ version: 1, groups: [] });
        if (page.streams === 1) setTimeout(() => this.dispatchEvent(new MessageEvent('ranking', { data })), 10);
      }
      close() {}
    }
    Object.defineProperty(window, 'EventSource', { value: SilentStream });
  });
  await page.clock.install();
  await page.goto(ranking());
  await expect(page.getByText('En direct', { exact: true })).toBeVisible();
  await recordRuns(prepared, [45]);
  await page.clock.fastForward(41_000);
  await expect(page.locator('tr', { hasText: 'Zoé Exemple 45' })).toContainText('50');
  await expect.poll(() => page.evaluate(() => (window as Window & { streams?: number }).streams)).toBe(2);
});
