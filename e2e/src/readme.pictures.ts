import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser } from './browser.ts';
import { startBuiltServer } from './built.server.ts';
import { desktop, home, inEnglish, phone, signIn } from './steps.ts';

/* Takes the pictures of the two READMEs from the demonstration, each in its language. */

const folder = fileURLToPath(new URL('../../docs/images', import.meta.url));
/** Bound for the simulated referees, who record some 25 runs a minute, in milliseconds. */
const filledMs = 15 * 60_000;

const { launchOptions } = await findBrowser();
const browser = await chromium.launch(launchOptions);
try {
  for (const language of ['fr', 'en'] as const) await takeAll(language);
} finally {
  await browser.close();
}
process.stdout.write(`The pictures of the READMEs are in ${folder}\n`);

async function takeAll(language: 'fr' | 'en'): Promise<void> {
  const stop = await startBuiltServer();
  try {
    const into = join(folder, language);
    await mkdir(into, { recursive: true });
    const context = await browser.newContext({
      viewport: desktop,
      deviceScaleFactor: 1.5,
      locale: language === 'fr' ? 'fr-FR' : 'en-GB',
      timezoneId: 'Europe/Paris',
    });
    const page = await context.newPage();
    await signIn(page);
    if (language === 'en') await inEnglish(page);
    const opened = await page.request.post(`${home()}/api/admin/demonstration`, {
      headers: { 'accept-language': language, origin: home() },
    });
    const { competition_id: competition } = (await opened.json()) as { competition_id: number };
    await page.goto(`${home()}/competitions/${competition}/overview`);
    await takeDesk(page, into);
    await page.setViewportSize(phone);
    await takeReferee(page, competition, into);
    await takeRanking(context, competition, into);
    await context.close();
  } finally {
    await stop();
  }
}

/** Takes the event day once the simulated referees have filled it. */
async function takeDesk(page: Page, into: string): Promise<void> {
  await page
    .getByText(/^1[2-9]\d$/)
    .first()
    .waitFor({ timeout: filledMs });
  await page.screenshot({ path: join(into, 'desk.png') });
}

async function takeReferee(page: Page, competition: number, into: string): Promise<void> {
  const zones = (await (await page.request.get(`${home()}/api/competition/${competition}/zones`)).json()) as {
    zones: { id: number }[];
  };
  await page.goto(`${home()}/competitions/${competition}/zones/${zones.zones[0]?.id}/referee`);
  await page.locator('input[name="dossard"]').fill('35');
  await page.locator('input[name="dossard"]').press('Enter');
  const next = page.locator('main .button-go:visible').and(page.locator(':enabled'));
  await next.click();
  await page.getByRole('timer').waitFor();
  await next.click();
  for (const door of ['P1', 'P2', 'P4', 'P5']) await page.getByRole('button', { name: new RegExp(`^${door}`) }).click();
  await page.getByRole('timer').filter({ hasText: '0:34' }).waitFor({ timeout: 60_000 });
  await page.screenshot({ path: join(into, 'referee.png') });
}

async function takeRanking(context: BrowserContext, competition: number, into: string): Promise<void> {
  const page = await context.newPage();
  await page.setViewportSize(phone);
  await page.goto(`${home()}/public/competitions/${competition}/live-ranking`);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: join(into, 'ranking.png') });
}
