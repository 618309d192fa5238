import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { type Prepared, prepareCompetition, recordRuns } from '../prepare.ts';
import { guardedScreens, openScreens, type Screen } from '../screens.ts';
import { desktop, home, phone, signIn } from '../steps.ts';

/* Every screen in every theme: nothing that axe finds, nothing that scrolls sideways, nothing said to the console. */

let prepared: Prepared;
test.beforeAll(async () => {
  prepared = await prepareCompetition('Trial des écrans', [7, 45, 112]);
  await recordRuns(prepared, [45, 45, 7]);
});

async function inspect(page: Page, screens: readonly Screen[]): Promise<void> {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(message.text());
  });
  for (const screen of screens) {
    await test.step(screen.name, async () => {
      await page.goto(home() + (await screen.path(prepared)));
      await expect(page.getByText(screen.shows).filter({ visible: true }).first()).toBeVisible();
      for (const theme of ['light', 'dark', 'sun']) {
        await page.evaluate((name) => {
          document.documentElement.dataset.theme = name;
          document.documentElement.dataset.mantineColorScheme = name === 'dark' ? 'dark' : 'light';
        }, theme);
        const { violations } = await new AxeBuilder({ page }).analyze();
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
        expect.soft(found, `${screen.name}, ${theme}`).toEqual([]);
      }
      const sideways = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect.soft(sideways, `${screen.name} scrolls sideways`).toBe(0);
    });
  }
  expect(said).toEqual([]);
}

for (const [size, viewport] of Object.entries({ phone, desktop, 'small phone': { width: 320, height: 640 } })) {
  test.describe(size, () => {
    test.use({ viewport });
    // WCAG 1.1.1, 1.3.1, 1.4.3, 1.4.10, 2.4.2, 2.4.4, 3.1.1, 3.3.2, 4.1.2
    test('screens for anyone', async ({ page }) => {
      await inspect(page, openScreens);
    });
    // WCAG 1.1.1, 1.3.1, 1.4.3, 1.4.10, 2.4.2, 2.4.4, 3.1.1, 3.3.2, 4.1.2
    test('screens for people who are signed in', async ({ page }) => {
      test.slow();
      await signIn(page);
      await inspect(page, guardedScreens);
    });
  });
}
