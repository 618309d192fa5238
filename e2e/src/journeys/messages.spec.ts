import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, recordRuns } from '../prepare.ts';
import { bringSession, home, inEnglish, phone } from '../steps.ts';

/* Messages that no other journey covers, in their fixed English (S11). */

test.use({ viewport: phone });
let prepared: Prepared;
test.beforeAll(async () => {
  prepared = await prepareCompetition('Messages', [7, 45]);
  await recordRuns(prepared, [45]);
});

async function open(page: Page, path: string): Promise<void> {
  await page.goto(home() + path);
}

test.beforeEach(async ({ page }) => {
  await bringSession(page);
  await inEnglish(page);
});

test.describe('messages of the list of competitions when it cannot be loaded (S11)', () => {
  const cases: [string, number | 'cut', object, string][] = [
    ['no network', 'cut', {}, 'Unable to connect to the server. Please check your internet connection and try again.'],
    ['a message of the server', 422, { message: 'The moon is not full.' }, 'The moon is not full.'],
    ['401', 401, {}, 'Session expired or invalid credentials. Please login again.'],
    ['404', 404, {}, 'The requested resource was not found.'],
    ['500', 500, {}, 'Internal server error. Please try again later or contact support.'],
    ['502', 502, {}, 'The server is temporarily unavailable. Please try again later.'],
    ['503', 503, {}, 'The server is temporarily unavailable. Please try again later.'],
    ['504', 504, {}, 'The server is temporarily unavailable. Please try again later.'],
    ['another status', 418, {}, 'An unexpected error occurred (418). Please try again.'],
  ];
  for (const [name, status, json, sentence] of cases) {
    test(name, async ({ page }) => {
      await page.route('**/api/competition', (route) =>
        status === 'cut' ? route.abort() : route.fulfill({ status, json }),
      );
      await open(page, '/competitions');
      await expect(page.getByText(sentence)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Sign in' })).toHaveCount(status === 401 ? 1 : 0);
      await page.unroute('**/api/competition');
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByText('Messages').first()).toBeVisible();
    });
  }
});

for (const [name, json, sentence] of [
  ['the words of the server', { code: 'forbidden', message: 'Only at full moon.' }, 'Only at full moon.'],
  ['its own words', {}, 'You do not have permission to access this area.'],
] as const) {
  test(`any 403 shows the Access Denied dialog with ${name} (A5)`, async ({ page }) => {
    await page.route('**/api/competition', (route) => route.fulfill({ status: 403, json }));
    await open(page, '/competitions');
    const denied = page.getByRole('dialog', { name: 'Access Denied' });
    await expect(denied.getByText(sentence)).toBeVisible();
    await page.unroute('**/api/competition');
    await denied.getByRole('button', { name: 'Got it' }).click();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Messages').first()).toBeVisible();
  });
}

test('an unreadable answer is reported too (S11)', async ({ page }) => {
  await page.route('**/results/export', (route) => route.fulfill({ status: 200, json: {} }));
  await open(page, `/competitions/${prepared.competitionId}/edit?section=export`);
  await page.getByRole('button', { name: 'Export results' }).click();
  await expect(page.getByText('An unexpected error occurred. Please try again.')).toBeVisible();
});

test('unknown addresses are reported', async ({ page }) => {
  const { competitionId } = prepared;
  for (const [path, sentence] of [
    ['/competitions/x/zones', 'Invalid competition ID'],
    ['/competitions/0/edit', 'Invalid competition ID'],
    ['/competitions/999999/zones', 'Competition not found'],
    ['/public/competitions/999999/live-ranking', 'Competition not found or not public'],
    ['/competitions/x/participants/1/runs', 'Invalid competition ID or dossard'],
    [`/competitions/${competitionId}/zones/999999/referee`, 'Invalid competition or zone.'],
  ] as const) {
    await open(page, path);
    await expect(page.getByText(sentence).first()).toBeVisible();
  }
});

test('forms of participants and zones mark missing fields (V5)', async ({ page }) => {
  const { competitionId } = prepared;
  await open(page, `/competitions/${competitionId}/participants?tab=import`);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('Please select a file.')).toBeVisible();

  await open(page, `/competitions/${competitionId}/participants?tab=add`);
  await page.getByRole('button', { name: 'Add participant' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('Please fill in all required fields.')).toBeVisible();

  await open(page, `/competitions/${competitionId}/participants?tab=list`);
  await page.getByRole('button', { name: /^Actions for 7/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Please confirm that you understand this action cannot be undone.')).toBeVisible();
});

// WCAG 3.3.1
test('a second graduation for the same group is refused at its field (S11)', async ({ page }) => {
  await open(page, `/competitions/${prepared.competitionId}/edit`);
  await page.getByRole('button', { name: 'Add graduations' }).click();
  const form = page.locator('form').filter({ has: page.getByRole('heading', { name: 'More graduations' }) });
  await form.getByRole('checkbox', { name: 'U13' }).check();
  await form.getByRole('checkbox', { name: 'Women' }).check();
  for (const door of [1, 2, 3, 4, 5, 6]) await form.getByLabel(`Points of door ${door}`).fill('10');
  await form.getByRole('button', { name: 'Add graduations' }).click();
  await expect(form.getByText('Graduation "U13 F" already exists')).toBeVisible();
});

test('a wrong bib is reported to the referee (S11)', async ({ page }) => {
  const { competitionId, zoneId } = prepared;
  await open(page, `/competitions/${competitionId}/zones/${zoneId}/referee`);
  await page.getByLabel('Bib number').fill('0');
  await page.getByLabel('Bib number').press('Enter');
  await expect(page.getByText('Please enter a valid dossard number.')).toBeVisible();
});
