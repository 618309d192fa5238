import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from './browser.ts';
import { startBuiltServer } from './built.server.ts';
import { type Prepared, prepareCompetition, recordRuns } from './prepare.ts';
import { home, inEnglish, signIn } from './steps.ts';

/* Takes the pictures of the guides, in both languages, into the folder from which the web application serves them. */

const folder = fileURLToPath(new URL('../../web/public/guide', import.meta.url));
const desk = { width: 800, height: 540 };
const phone = { width: 390, height: 700 };

/** The address of each picture within the competition, and a text that is visible once the screen is complete. */
const deskPictures: readonly { name: string; path: string; shows: string }[] = [
  { name: 'zones', path: 'edit', shows: 'Les Dalles' },
  { name: 'riders', path: 'participants?tab=list', shows: 'Exemple 12' },
  { name: 'overview', path: 'overview', shows: 'Les Dalles' },
  { name: 'runs', path: 'runs', shows: 'Exemple 12' },
  { name: 'paper', path: 'paper', shows: 'Les Dalles' },
  { name: 'ranking', path: 'live-ranking', shows: 'Exemple 12' },
];

const stop = await startBuiltServer();
const { launchOptions } = await findBrowser();
const browser = await chromium.launch(launchOptions);
try {
  await mkdir(folder, { recursive: true });
  const prepared = await prepareCompetition('Trial des Crêtes', [7, 12, 45, 112]);
  await recordRuns(prepared, [12, 45, 7]);
  for (const language of ['fr', 'en']) {
    const context = await browser.newContext({ viewport: desk, locale: 'fr-FR', timezoneId: 'Europe/Paris' });
    const page = await context.newPage();
    await signIn(page);
    if (language === 'en') await inEnglish(page);
    for (const { name, path, shows } of deskPictures) {
      await page.goto(`${home()}/competitions/${prepared.competitionId}/${path}`);
      await page.getByText(shows).first().waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
      await take(page, name, language);
    }
    await takeImport(page, prepared, language);
    await page.setViewportSize(phone);
    await takeReferee(page, prepared, language);
    await context.close();
  }
} finally {
  await browser.close();
  await stop();
}
process.stdout.write(`The pictures of the guides are in ${folder}\n`);

/** Takes the questions of an import: a rider with a new bib, and one without. */
async function takeImport(page: Page, { competitionId }: Prepared, language: string): Promise<void> {
  await page.goto(`${home()}/competitions/${competitionId}/participants?tab=import`);
  const buffer = Buffer.from('Dossard;Catégorie;Nom;Prénom;Sexe\n46;U13;Exemple 45;Zoé;F\n;U13;Pignon;Lou;F');
  await page.locator('input[type=file]').setInputFiles({ name: 'engagés.csv', mimeType: 'text/csv', buffer });
  await page.locator('select[name="rider 2 "]').evaluate((choice) => choice.scrollIntoView({ block: 'end' }));
  await take(page, 'lists', language);
}

async function takeReferee(page: Page, { competitionId, zoneId }: Prepared, language: string): Promise<void> {
  await page.goto(`${home()}/competitions/${competitionId}/zones/${zoneId}/referee`);
  const bib = page.locator('input[name="dossard"]');
  await bib.fill('112');
  await take(page, 'referee-bib', language);
  await bib.press('Enter');
  const next = page.locator('main .button-go:visible');
  await next.and(page.locator(':enabled')).click();
  await page.getByRole('timer').waitFor();
  await next.and(page.locator(':enabled')).click();
  for (const door of ['P1', 'P2', 'P4']) await page.getByRole('button', { name: new RegExp(`^${door}`) }).click();
  await take(page, 'referee-run', language);
  await page.getByRole('button', { name: /^(Arrêter|Stop)/ }).click();
  await page.getByRole('button', { name: /^(Valider|Validate)/ }).click();
  await page
    .getByRole('button', { name: /^(Enregistrer|Record|Submit)/ })
    .and(page.locator(':enabled'))
    .waitFor();
  await take(page, 'referee-check', language);
}

async function take(page: Page, name: string, language: string): Promise<void> {
  await page.screenshot({
    path: join(folder, `${name}-${language}.jpg`),
    type: 'jpeg',
    quality: 55,
    animations: 'disabled',
  });
}
