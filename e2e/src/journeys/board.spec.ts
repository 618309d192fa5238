import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, recordRuns } from '../prepare.ts';
import { home, signIn } from '../steps.ts';

/* The big screen beside the course, which runs unattended. */

const sizes = { 'a full HD screen': { width: 1920, height: 1080 }, 'a small screen': { width: 1280, height: 720 } };
let prepared: Prepared;
const board = () => `${home()}/public/competitions/${prepared.competitionId}/screen`;
const row = (page: Page, name: RegExp) => page.getByRole('row', { name });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Another group beside the girls of U13. */
async function addBoys(dossards: readonly number[]): Promise<void> {
  const { api, competitionId, zoneId } = prepared;
  const points = Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`points_door${door}`, 10]));
  const graduation = { category: 'U15', gender: 'H', ...points };
  expect(
    (await api.post(`/api/competition/${competitionId}/zone/${zoneId}/graduation`, { data: graduation })).ok(),
  ).toBe(true);
  for (const dossard_number of dossards) {
    const rider = { category: 'U15', gender: 'H', first_name: 'Nils', last_name: `Exemple ${dossard_number}` };
    const data = { competition_id: competitionId, dossard_number, ...rider };
    expect((await api.post('/api/participant', { data })).ok()).toBe(true);
  }
}

for (const [size, viewport] of Object.entries(sizes)) {
  test(`cycles through groups and pages automatically, on ${size}`, async ({ page }) => {
    prepared = await prepareCompetition(`Écran : ${size}`, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 112]);
    await addBoys([201]);
    await recordRuns(prepared, [112, 7]);
    await page.setViewportSize(viewport);
    await page.clock.install();
    await page.goto(board());
    await expect(heading(page)).toHaveText(/U13 Femmes\s*1 \/ 2/);
    await expect(page.getByRole('row').filter({ has: page.locator('.bib') })).toHaveCount(9);
    await expect(row(page, /Exemple 112/)).toContainText('50');
    const fits = await page.evaluate(() => {
      const last = document.querySelector('table tr:last-child')?.getBoundingClientRect().bottom ?? 0;
      const foot = document.querySelector('footer')?.getBoundingClientRect().top ?? 0;
      const { scrollHeight, clientHeight } = document.documentElement;
      return { cut: last > foot, scrolls: scrollHeight > clientHeight };
    });
    expect(fits).toEqual({ cut: false, scrolls: false });
    await expectAccessible(page);
    await page.clock.runFor(10_000);
    await expect(heading(page)).toHaveText(/U13 Femmes\s*2 \/ 2/);
    await page.clock.runFor(10_000);
    await expect(heading(page)).toHaveText('U15 Hommes');
    await expect(row(page, /Nils Exemple 201/)).toContainText('Pas encore passé');
    await page.clock.runFor(10_000);
    await expect(heading(page)).toHaveText(/U13 Femmes\s*1 \/ 2/);
  });
}

// WCAG 2.2.2
test('can be paused and resumed, by mouse and by keyboard', async ({ page }) => {
  prepared = await prepareCompetition('Écran arrêté', [7]);
  await addBoys([201]);
  await page.clock.install();
  await page.goto(board());
  await expect(heading(page)).toHaveText(/U13 Femmes/);
  await page.getByRole('button', { name: 'Garder cette page' }).click();
  await page.clock.runFor(35_000);
  await expect(heading(page)).toHaveText(/U13 Femmes/);
  await page.getByRole('button', { name: 'Tourner les pages' }).press('Enter');
  await page.clock.runFor(10_000);
  await expect(heading(page)).toHaveText(/U15 Hommes/);
});

test('shows a run immediately, with its row marked', async ({ page }) => {
  prepared = await prepareCompetition('Écran : en direct', [7, 45]);
  await page.goto(board());
  await expect(page.getByText(/Mis à jour à/)).toBeVisible();
  await expect(row(page, /Exemple 7\b/)).toBeVisible();
  await recordRuns(prepared, [45]);
  await expect(row(page, /Exemple 45/)).toContainText('50');
  await expect(row(page, /Exemple 45/)).toHaveAttribute('data-changed', 'true');
  await expect(row(page, /Exemple 7\b/)).not.toHaveAttribute('data-changed');
});

test('keeps the last ranking without network, shows its age, and recovers without a reload', async ({
  page,
  context,
}) => {
  prepared = await prepareCompetition('Écran : coupure', [7, 45]);
  await page.goto(board());
  await expect(row(page, /Exemple 45/)).toBeVisible();
  await page.evaluate(() => document.body.setAttribute('data-same-page', 'yes'));
  // The server renders the rows; the time comes with the scripts, which must be loaded before the network is lost.
  await expect(page.getByText(/^Mis à jour à/)).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/^Pas de réseau/)).toBeVisible();
  await expect(row(page, /Exemple 45/)).toBeVisible();
  await recordRuns(prepared, [45]);
  await context.setOffline(false);
  await expect(row(page, /Exemple 45/)).toContainText('50');
  await expect(page.getByText(/^Pas de réseau/)).toBeHidden();
  await expect(page.locator('body')).toHaveAttribute('data-same-page', 'yes');
});

test('survives an unreachable server', async ({ page }) => {
  prepared = await prepareCompetition('Écran : serveur', [7, 45]);
  // Like a stopped server: no stream, then no answer.
  await page.route('**/live', (route) => route.abort());
  await page.goto(board());
  await expect(row(page, /Exemple 45/)).toBeVisible();
  await page.route('**/api/**', (route) => route.fulfill({ status: 502 }));
  await expect(page.getByText(/^Pas de réseau/)).toBeVisible();
  await expect(row(page, /Exemple 45/)).toBeVisible();
  await recordRuns(prepared, [45]);
  await page.unroute('**/api/**');
  await expect(row(page, /Exemple 45/)).toContainText('50');
  await expect(page.getByText(/Mis à jour à/)).toBeVisible();
});

test('shows when there are no riders or the competition is private, and the ranking once it is public', async ({
  page,
}) => {
  prepared = await prepareCompetition('Écran : vide', []);
  await page.clock.install();
  await page.goto(board());
  await expect(heading(page)).toHaveText('Aucun pilote pour l’instant');
  const { api, competitionId: competition_id } = prepared;
  const setPublic = (is_public: boolean) =>
    api.put('/api/competition/visibility', { data: { competition_id, is_public } });
  await setPublic(false);
  await page.reload();
  await expect(heading(page)).toHaveText('Compétition introuvable ou non publique');
  await addBoys([201]);
  await setPublic(true);
  await page.clock.runFor(30_000);
  await expect(heading(page)).toHaveText('U15 Hommes');
  await setPublic(false);
  await page.clock.runFor(30_000);
  await expect(heading(page)).toHaveText('Compétition introuvable ou non publique');
  await expect(page.getByText('Nils')).toBeHidden();
  await page.goto(`${home()}/public/competitions/x/screen`);
  await expect(heading(page)).toHaveText('Numéro de compétition incorrect');
});

test('names the first of several times at which held results are released', async ({ page }) => {
  prepared = await prepareCompetition('Écran : retenu', [7]);
  await addBoys([201]);
  const { api, competitionId } = prepared;
  const hold = async (category: string, gender: string, hour?: number) => {
    const release_at = hour === undefined ? undefined : new Date(Date.now() + hour * 3_600_000).toISOString();
    const data = { groups: [{ category, gender }], held: 'all', release_at };
    expect((await api.put(`/api/competition/${competitionId}/results/hold`, { data })).ok()).toBe(true);
    return release_at;
  };
  await hold('U13', 'F');
  const released = await hold('U15', 'H', 3);
  await page.goto(board());
  const time = page.getByRole('main').locator('time, [data-published]');
  await expect(time).toHaveAttribute('data-published', released ?? '');
  await hold('U13', 'F', 4);
  await expect(time).toHaveAttribute('data-published', released ?? '');
  const sooner = await hold('U13', 'F', 1);
  await expect(time).toHaveAttribute('data-published', sooner ?? '');
});

test('is opened from the settings, and fills the screen', async ({ page }) => {
  prepared = await prepareCompetition('Écran : plein', [7]);
  await signIn(page, `/competitions/${prepared.competitionId}/edit?section=visibility`);
  const popup = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Ouvrir le grand écran' }).click();
  const screen = await popup;
  await expect(screen).toHaveURL(board());
  await expect(heading(screen)).toHaveText('U13 Femmes');
  await screen.getByRole('button', { name: 'Plein écran' }).click();
  await expect(screen.getByRole('button', { name: 'Plein écran' })).toBeHidden();
  expect(await screen.evaluate(() => document.fullscreenElement !== null)).toBe(true);
});
