import { expect, type Page, test } from '@playwright/test';
import { type Prepared, prepareCompetition, recordRuns } from '../prepare.ts';
import { guardedScreens, openScreens, type Screen } from '../screens.ts';
import { desktop, home, phone, signIn } from '../steps.ts';

/*
 * Every screen, loaded over a slow line: nothing that is shown moves when more of the page arrives. A button that moves under the
 * pointer loses its click, or gives it to another one.
 */

test.describe.configure({ mode: 'parallel', timeout: 600_000 });
// From the cache of a service worker nothing would arrive late.
test.use({ serviceWorkers: 'block' });

let prepared: Prepared;
test.beforeAll(async () => {
  prepared = await prepareCompetition('Trial des écrans', [7, 45, 112]);
  await recordRuns(prepared, [45, 45, 7]);
});

/** A phone far from the mast: 300 ms for each answer, and 200 kB a second. */
const slowLine = { offline: false, latency: 300, downloadThroughput: 200_000, uploadThroughput: 200_000 };

/** Notes what moves without the reader having pressed anything, from the first paint on. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    const describe = ({ node, previousRect, currentRect }: { node?: Node } & Record<string, DOMRectReadOnly>) => {
      const element = node instanceof Element ? node : node?.parentElement;
      const at = (rect?: DOMRectReadOnly) => `${rect?.x},${rect?.y} ${rect?.width}x${rect?.height}`;
      return `${element?.outerHTML.slice(0, 120)} (${at(previousRect)} → ${at(currentRect)})`;
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { hadRecentInput: boolean; sources: never[] }[]) {
        if (!entry.hadRecentInput) shifts.push(...entry.sources.map(describe));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

async function expectNothingMoves(page: Page, screens: readonly Screen[]): Promise<void> {
  await watchShifts(page);
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', slowLine);
  for (const screen of screens) {
    await test.step(screen.name, async () => {
      await page.goto(home() + (await screen.path(prepared)));
      await expect(page.getByText(screen.shows).filter({ visible: true }).first()).toBeVisible();
      await expect(page.locator('[aria-busy=true]').filter({ visible: true })).toHaveCount(0);
      await page.waitForLoadState('networkidle');
      const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
      expect.soft(shifts, screen.name).toEqual([]);
    });
  }
}

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  test.describe(size, () => {
    test.use({ viewport });
    test('nothing moves on the screens for anyone', async ({ page }) => {
      await expectNothingMoves(page, openScreens);
    });
    test('nothing moves on the screens for people who are signed in', async ({ page }) => {
      await signIn(page);
      await expectNothingMoves(page, guardedScreens);
    });
  });
}
