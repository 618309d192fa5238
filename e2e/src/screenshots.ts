import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium } from '@playwright/test';
import { findBrowser } from './browser.ts';
import { startBuiltServer } from './built.server.ts';
import { type Prepared, prepareCompetition, recordRuns } from './prepare.ts';
import { guardedScreens, openScreens, type Screen } from './screens.ts';
import { desktop, home, phone, signIn } from './steps.ts';

/* Takes a picture of every screen, on a phone and a desktop, in both languages, into a folder that git ignores. */

const folder = fileURLToPath(new URL('../screenshots', import.meta.url));
const sizes = { phone, desktop };

async function picture(context: BrowserContext, screen: Screen, ids: Prepared, language: string, size: string) {
  const page = await context.newPage();
  await page.goto(home() + (await screen.path(ids)));
  await page.getByRole('heading').first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(folder, `${screen.name.replaceAll(/\W+/g, '-')}-${size}-${language}.png`) });
  await page.close();
}

const stop = await startBuiltServer();
const { launchOptions } = await findBrowser();
const browser = await chromium.launch(launchOptions);
try {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const ids = await prepareCompetition('Trial des écrans', [7, 45, 112]);
  await recordRuns(ids, [45, 45, 7]);
  for (const [size, viewport] of Object.entries(sizes)) {
    const context = await browser.newContext({ viewport, locale: 'fr-FR', timezoneId: 'Europe/Paris' });
    const first = await context.newPage();
    for (const screen of openScreens) await picture(context, screen, ids, 'fr', size);
    await signIn(first);
    for (const screen of guardedScreens) await picture(context, screen, ids, 'fr', size);
    await first.evaluate(() => localStorage.setItem('app-language', 'en'));
    for (const screen of [...openScreens, ...guardedScreens]) await picture(context, screen, ids, 'en', size);
    await context.close();
  }
} finally {
  await browser.close();
  await stop();
}
process.stdout.write(`The pictures are in ${folder}\n`);
