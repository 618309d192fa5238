import { expect, type Page } from '@playwright/test';
import { findBadColours, findViolations } from '../accessible.ts';
import {
  expectNothing,
  findClippedTexts,
  findMissingHelp,
  findMotion,
  findShifts,
  findStatesShownByColour,
  measureSideways,
  showTheme,
  slowDown,
  spaceTexts,
  walkWithTab,
  watchShifts,
} from '../inspections.ts';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, recordRuns } from '../prepare.ts';
import { guardedScreens, openScreens, type Screen } from '../screens.ts';
import { bringSession, desktop, home, phone, withMotion } from '../steps.ts';

/*
 * Every screen, opened on a phone and on a desktop over a slow line: without layout shifts while the page loads, in every
 * theme and in forced colours; the desktop's window also at 200 %, and the phone's as the smallest one, with spaced texts and
 * the keyboard. In each, without findings of axe, sideways scrolling, or messages on the console.
 */

// Each test opens every screen, and the tests run in parallel on the workers.
test.describe.configure({ mode: 'parallel', timeout: 900_000 });

let prepared: Prepared;
test.beforeAll(async () => {
  prepared = await prepareCompetition('Trial des écrans', [7, 45, 112]);
  const { api, competitionId: competition_id } = prepared;
  // Names have up to 100 characters, with no space where a line could break.
  const names = {
    first_name: 'Zoé'.padEnd(100, 'é'),
    last_name: 'Exemple'.padEnd(100, 'e'),
    club: 'Club'.padEnd(100, 'u'),
  };
  const data = { competition_id, dossard_number: 46, category: 'U13', gender: 'F', ...names };
  expect((await api.post('/api/participant', { data })).status()).toBe(201);
  await recordRuns(prepared, [45, 46, 7]);
});

type Inspection = (page: Page, screen: Screen) => Promise<void>;

interface Sweep {
  screens: readonly Screen[];
  inspection: Inspection;
}

/** The cache of a service worker would make everything arrive fast. */
const blocked = { serviceWorkers: 'block' } as const;
const blockedMessage = 'Service Worker registration blocked by Playwright';

/** Opens each screen once, and inspects it. */
async function inspect(page: Page, { screens, inspection }: Sweep): Promise<void> {
  const messages: string[] = [];
  page.on('console', (message) => {
    if (message.text() === blockedMessage) return;
    // The list preloads what the keyboard reaches, and another test may have deleted its competition meanwhile.
    const [, other] = /\/api\/competition\/(\d+)/.exec(message.location().url) ?? [];
    if (other && Number(other) !== prepared.competitionId) return;
    if (message.type() === 'error' || message.type() === 'warning') messages.push(message.text());
  });
  await watchShifts(page);
  await slowDown(page);
  for (const screen of screens) {
    await test.step(screen.name, async () => {
      await page.goto(home() + (await screen.path(prepared)));
      await expect(page.getByText(screen.shows).filter({ visible: true }).first()).toBeVisible();
      await expect(page.locator('[aria-busy=true]').filter({ visible: true })).toHaveCount(0);
      await page.waitForLoadState('networkidle');
      expectNothing(await findShifts(page), `${screen.name}, what moved`);
      expectNothing(await findViolations(page), screen.name);
      expect.soft(await measureSideways(page), `${screen.name} scrolls sideways`).toBe(0);
      await inspection(page, screen);
    });
  }
  expect(messages).toEqual([]);
}

/** Inspects the other themes, and the forced colours of the reader's system. */
async function inspectColours(page: Page, { name }: Screen): Promise<void> {
  for (const theme of ['dark', 'sun'] as const) {
    await showTheme(page, theme);
    expectNothing(await findBadColours(page), `${name}, ${theme}`);
  }
  await page.emulateMedia({ forcedColors: 'active' });
  expectNothing(await findStatesShownByColour(page), `${name}, forced colours`);
  await page.emulateMedia({ forcedColors: 'none' });
}

/** Inspects the window at 200 %, a size between phone and desktop. */
async function inspectLarge(page: Page, screen: Screen): Promise<void> {
  const { name, isDisplay } = screen;
  await inspectColours(page, screen);
  await page.setViewportSize({ width: desktop.width / 2, height: desktop.height / 2 });
  expect.soft(await measureSideways(page), `${name} scrolls sideways at 200 %`).toBe(0);
  if (!isDisplay) expectNothing(await findClippedTexts(page), `${name}, 200 %`);
  if (!isDisplay) expectNothing(await findMissingHelp(page), `${name}, help`);
  await page.setViewportSize(desktop);
}

/** Inspects the phone, and then the smallest window. */
async function inspectSmall(page: Page, screen: Screen): Promise<void> {
  // First, or what moves from one theme to the next would still run when motion is looked for.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await inspectColours(page, screen);
  await showTheme(page, 'light');
  await page.setViewportSize({ width: 320, height: 640 });
  await inspectZoomed(page, screen);
  await page.setViewportSize(phone);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
}

/** Inspects 1280 × 1024 at 400 %: 320 × 256, with the reader's text spacing, reduced motion, and the keyboard. */
async function inspectZoomed(page: Page, { name, isDisplay }: Screen): Promise<void> {
  expectNothing(await findViolations(page), `${name}, 400 %`);
  expect.soft(await measureSideways(page), `${name} scrolls sideways at 400 %`).toBe(0);
  expectNothing(await findMotion(page), `${name}, motion`);
  await spaceTexts(page);
  expect.soft(await measureSideways(page), `${name} scrolls sideways when texts are spaced`).toBe(0);
  if (!isDisplay) expectNothing(await findClippedTexts(page), `${name}, spaced texts`);
  await page.setViewportSize({ width: 320, height: 256 });
  expectNothing(await walkWithTab(page), `${name}, Tab`);
}

test.describe('phone, and a small one, or a desktop at 400 %', () => {
  test.use({ viewport: phone, ...withMotion, ...blocked });
  // WCAG 1.1.1, 1.3.1, 1.4.1, 1.4.3, 2.4.2, 2.4.4, 2.5.3, 2.5.8, 3.1.1, 3.3.2, 4.1.2
  // WCAG 1.4.10, 1.4.12, 2.1.2, 2.4.7, 2.4.11
  test('screens for anyone', async ({ page }) => {
    await inspect(page, { screens: openScreens, inspection: inspectSmall });
  });
  // WCAG 1.1.1, 1.3.1, 1.4.1, 1.4.3, 2.4.2, 2.4.4, 2.5.3, 2.5.8, 3.1.1, 3.3.2, 4.1.2
  // WCAG 1.4.10, 1.4.12, 2.1.2, 2.4.7, 2.4.11
  test('screens for signed-in people', async ({ page }) => {
    await bringSession(page);
    await inspect(page, { screens: guardedScreens, inspection: inspectSmall });
  });
});

test.describe('desktop', () => {
  test.use({ viewport: desktop, ...withMotion, ...blocked });
  // WCAG 1.4.4, 3.2.6
  test('screens for anyone', async ({ page }) => {
    await inspect(page, { screens: openScreens, inspection: inspectLarge });
  });
  // WCAG 1.4.4, 3.2.6
  test('screens for signed-in people', async ({ page }) => {
    await bringSession(page);
    await inspect(page, { screens: guardedScreens, inspection: inspectLarge });
  });
});
