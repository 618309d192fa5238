import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, prepareMember, recordRuns, runsOf } from '../prepare.ts';
import { desktop, holdRequests, home, phone, signIn, signInAs } from '../steps.ts';

/* All runs of a competition on one page: filtered, corrected and deleted in place. */

const dossards = [7, 45, 112];
const rows = (page: Page) => page.locator('[aria-posinset]');
/** How much higher the list is than its rows, in pixels. */
const heightBeyondRows = (page: Page) =>
  rows(page).evaluateAll((all) => {
    const height = all.reduce((sum, one) => sum + one.getBoundingClientRect().height, 0);
    return (all[0]?.parentElement?.getBoundingClientRect().height ?? 0) - height;
  });
const row = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(name) });
const path = ({ competitionId }: Prepared) => `/competitions/${competitionId}/runs`;

/** Six o’clock in UTC of the day before yesterday. */
const morning = new Date();
morning.setUTCDate(morning.getUTCDate() - 2);
morning.setUTCHours(6, 0, 0, 0);
/** The time of day of a run, by its index. */
const timeOf = (index: number) =>
  new Date(morning.getTime() + index * 180_000).toLocaleTimeString('fr', { timeZone: 'Europe/Paris' });

/** Records `count` runs of the bibs in turn, one every three minutes of that day, by a phone whose clock is right. */
async function recordMany({ api, competitionId, zoneId }: Prepared, count: number): Promise<void> {
  const phone_id = `many-${competitionId}`;
  const report = { phone_id, zone_id: zoneId, unsent: count, app_version: '0.1.0', clock: new Date().toISOString() };
  expect((await api.post(`/api/competition/${competitionId}/referee/phone`, { data: report })).ok()).toBe(true);
  const runs = Array.from({ length: count }, (_, index) => ({
    submission_id: `many-${competitionId}-${index}`,
    competition_id: competitionId,
    zone_id: zoneId,
    dossard: dossards[index % dossards.length],
    ...{ door1: true, door2: index % 2 === 0, door3: false, door4: false, door5: false, door6: false },
    penality: 1,
    chrono_sec: 30 + (index % 60),
    ...{ phone_id, recorded_at: new Date(morning.getTime() + index * 180_000).toISOString() },
  }));
  for (let from = 0; from < count; from += 200) {
    const data = { runs: runs.slice(from, from + 200) };
    const answer = await api.post(`/api/competition/${competitionId}/runs/sheet`, { data });
    expect(await answer.json()).toMatchObject({ refused: [] });
  }
}

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  test(`an editor finds a run, corrects it in its place and deletes another, on ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const prepared = await prepareCompetition(`Tous les passages, ${size}`, dossards);
    await recordRuns(prepared, [45, 45, 7]);
    const editor = await prepareMember(prepared, 'editor');
    await signInAs(page, editor, `/competitions/${prepared.competitionId}/zones`);
    await page.getByRole('navigation').getByRole('link', { name: 'Jour J' }).click();
    await page.getByRole('link', { name: 'Passages', exact: true }).click();
    await expect(page).toHaveURL(home() + path(prepared));
    await expect(page.getByText('3 passages', { exact: true })).toBeVisible();
    await page.getByLabel('Dossard', { exact: true }).fill('7');
    await expect(page.getByText('1 passage', { exact: true })).toBeVisible();
    await row(page, 'Zoé Exemple 7').click();
    await page.getByRole('button', { name: 'Modifier' }).click();
    await page.getByRole('checkbox', { name: 'P4' }).check();
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(row(page, 'Zoé Exemple 7')).toContainText('40 Points');
    expect(await runsOf(prepared, 7)).toMatchObject([{ points: 40 }]);
    await page.getByRole('button', { name: 'Afficher tous les passages' }).click();
    await expect(rows(page)).toHaveCount(3);
    const latest = rows(page).filter({ hasText: 'Zoé Exemple 45' }).first();
    await latest.getByRole('button').click();
    await latest.getByRole('button', { name: 'Supprimer' }).click();
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Supprimer' }).click();
    await expect(page.getByText('2 passages', { exact: true })).toBeVisible();
    // The place of the opened row is not left behind.
    await expect.poll(() => heightBeyondRows(page)).toBeLessThan(2);
    expect(await runsOf(prepared, 45)).toHaveLength(1);
  });
}

test('an admin undoes a correction and a deletion where they were made', async ({ page }) => {
  const prepared = await prepareCompetition('Passages annulés', dossards);
  await recordRuns(prepared, [45]);
  await signIn(page, path(prepared));
  await row(page, 'Zoé Exemple 45').click();
  await page.getByRole('button', { name: 'Modifier' }).click();
  await page.getByLabel('Pénalités').fill('4');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(row(page, 'Zoé Exemple 45')).toContainText('4 pén.');
  // On a slow network the outcome of the first undo is shown after the next change.
  const release = await holdRequests(page, `**/api/competition/${prepared.competitionId}/zones`);
  await page.getByRole('button', { name: 'Annuler', exact: true }).click();
  await expect(row(page, 'Zoé Exemple 45')).not.toContainText('4 pén.');
  expect(await runsOf(prepared, 45)).toMatchObject([{ penality: 0 }]);
  await page.getByRole('button', { name: 'Supprimer' }).click();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Supprimer' }).click();
  await expect(page.getByRole('heading', { name: 'Aucun passage' })).toBeVisible();
  await expect(page.getByText('Portes gagnées')).toHaveCount(0);
  release();
  await expect(page.getByText('C’est rétabli')).toBeVisible();
  await page.getByRole('button', { name: 'Annuler', exact: true }).click();
  await expect(row(page, 'Zoé Exemple 45')).toBeVisible();
});

test('hundreds of runs are scrolled through to the first one, and new ones do not move the visible rows', async ({
  page,
}) => {
  const prepared = await prepareCompetition('Beaucoup de passages', dossards);
  await recordMany(prepared, 450);
  await signIn(page, path(prepared));
  await expect(page.getByText('450 passages', { exact: true })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const last = page.locator('[aria-posinset="450"]');
  await expect(last).toContainText('Zoé Exemple 7');
  await expect(last).toContainText(timeOf(0));
  expect(await rows(page).count()).toBeLessThan(60);
  const read = rows(page).filter({ hasText: timeOf(5) });
  await expect(read).toBeInViewport();
  const before = await read.boundingBox();
  await recordRuns(prepared, [45]);
  await expect(page.getByText('451 passages', { exact: true })).toBeAttached();
  await expect(read).toHaveAttribute('aria-posinset', '446');
  await expect(async () => expect(await read.boundingBox()).toEqual(before)).toPass();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.locator('[aria-posinset="1"]')).toContainText('Zoé Exemple 45');
});

test('text typed into a run stays while the list is scrolled and others arrive', async ({ page }) => {
  const prepared = await prepareCompetition('Passage ouvert', dossards);
  await recordMany(prepared, 200);
  await signIn(page, path(prepared));
  await page.locator('[aria-posinset="2"]').getByRole('button').click();
  await page.getByRole('button', { name: 'Modifier' }).click();
  await page.getByLabel('Pénalités').fill('3');
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.locator('[aria-posinset="200"]')).toBeVisible();
  await recordRuns(prepared, [112]);
  await expect(page.getByText('201 passages', { exact: true })).toBeAttached();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.locator('[aria-posinset="1"]')).toContainText('Zoé Exemple 112');
  await expect(page.locator('[aria-posinset="3"]').getByLabel('Pénalités')).toHaveValue('3');
});

test('text typed into a run stays when a filter hides the run and shows it again', async ({ page }) => {
  const prepared = await prepareCompetition('Passage caché', dossards);
  await recordMany(prepared, 6);
  await signIn(page, path(prepared));
  await page.locator('[aria-posinset="1"]').getByRole('button').click();
  await page.locator('[aria-posinset="2"]').getByRole('button').first().click();
  const typedInto = await page.locator('[aria-posinset="1"]').getByRole('button').first().textContent();
  await page.locator('[aria-posinset="1"]').getByRole('button', { name: 'Modifier' }).click();
  const penalties = page.getByLabel('Pénalités');
  await penalties.fill('4');
  const note = page.getByText('Les filtres cachent ce passage.');
  const bib = page.getByRole('search').getByRole('textbox', { name: 'Dossard' });
  await bib.fill('999');
  await expect(page.getByText('0 passage', { exact: true })).toBeVisible();
  await expect(note).toHaveCount(1);
  await expect(penalties).toHaveValue('4');
  await bib.fill('');
  await expect(page.getByText('6 passages', { exact: true })).toBeVisible();
  await expect(note).toHaveCount(0);
  await expect(page.locator('[aria-posinset="1"]')).toContainText(typedInto ?? '?');
  await expect(page.locator('[aria-posinset="1"]').getByLabel('Pénalités')).toHaveValue('4');
  await expect(page.locator('[aria-posinset="2"]').getByRole('button').first()).toHaveAttribute(
    'aria-expanded',
    'false',
  );
});

test('unlikely runs are marked, and can be filtered', async ({ page }) => {
  const prepared = await prepareCompetition('Passages étonnants', dossards);
  await recordMany(prepared, 6);
  const { api, competitionId, zoneId } = prepared;
  const doors = { door1: true, door2: true, door3: true, door4: true, door5: true, door6: true };
  // On the same phone and after the others, so that no time of this day is among those that are looked for.
  const recorded = { phone_id: `many-${competitionId}`, recorded_at: new Date(morning.getTime() + 3_600_000) };
  const ride = { competition_id: competitionId, zone_id: zoneId, dossard: 112, ...doors, penality: 2, chrono_sec: 60 };
  const odd = { ...ride, ...recorded, submission_id: `odd-${competitionId}` };
  expect((await api.post('/api/run', { data: odd })).ok()).toBe(true);
  await signIn(page, path(prepared));
  await expect(rows(page)).toHaveCount(7);
  await page.getByRole('button', { name: 'Filtres' }).click();
  await page.getByLabel('Seulement les passages étonnants').check();
  await expect(page).toHaveURL(`${home()}${path(prepared)}?odd=true`);
  await expect(rows(page)).toHaveCount(1);
  await row(page, 'Zoé Exemple 112').click();
  await expect(page.getByText(/^Six portes gagnées avec des pénalités/)).toBeVisible();
  await page.getByLabel('Dossard', { exact: true }).fill('45');
  await expect(page.getByRole('heading', { name: 'Aucun passage ne correspond' })).toBeVisible();
  await page.getByRole('button', { name: 'Afficher tous les passages' }).last().click();
  await expect(rows(page)).toHaveCount(7);
  await expect(page.getByLabel('Dossard', { exact: true })).toHaveValue('');
  // In the time zone of the competition’s day, which is in summer.
  await page.getByLabel('De', { exact: true }).fill('08:00');
  await page.getByLabel('À', { exact: true }).fill('08:06');
  await expect(rows(page)).toHaveCount(3);
});

test('cancelling a correction asks before it drops typed input', async ({ page }) => {
  const prepared = await prepareCompetition('Correction abandonnée', dossards);
  await recordRuns(prepared, [45]);
  await signIn(page, path(prepared));
  await row(page, 'Zoé Exemple 45').click();
  await page.getByRole('button', { name: 'Modifier' }).click();
  const penalties = page.getByLabel('Pénalités');
  await penalties.fill('4');
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('button', { name: 'Annuler', exact: true }).click();
  await expect(penalties).toHaveValue('4');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.getByRole('button', { name: 'Annuler', exact: true }).click();
  await expect(penalties).toHaveCount(0);
  expect(await runsOf(prepared, 45)).toMatchObject([{ penality: 0 }]);
});
