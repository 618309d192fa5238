import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, recordRuns } from '../prepare.ts';
import { home, openWithoutScripts, phone } from '../steps.ts';

/* A rider is followed on one device: at the top of the ranking, with the changes since the last visit. */

test.use({ viewport: phone });
let prepared: Prepared;
test.beforeEach(async ({ page: _ }, { title }) => {
  prepared = await prepareCompetition(`Étoile : ${title}`, [7, 45]);
  const { api, competitionId, zoneId } = prepared;
  const points = Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`points_door${door}`, 10]));
  const graduation = { category: 'U15', gender: 'F', ...points };
  await api.post(`/api/competition/${competitionId}/zone/${zoneId}/graduation`, { data: graduation });
  const rider = { competition_id: competitionId, dossard_number: 300, category: 'U15', gender: 'F' };
  await api.post('/api/participant', { data: { ...rider, first_name: 'Zoé', last_name: 'Exemple 300' } });
});
const ranking = () => `${home()}/public/competitions/${prepared.competitionId}/live-ranking`;
const followed = (page: Page) => page.getByRole('region', { name: 'Pilotes suivis' });

test('a followed rider stays on top of every group, with the change since the last visit', async ({ page }) => {
  await page.goto(ranking());
  await expect(followed(page)).toHaveCount(0);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await page.getByRole('button', { name: 'Suivre Zoé Exemple 7', exact: true }).click();
  await expect(followed(page).getByRole('listitem')).toContainText('Zoé Exemple 7');
  expect(calls.filter((url) => url.includes('/api/') && !url.endsWith('/live'))).toEqual([]);
  await expectAccessible(page);
  await page.getByLabel('Catégorie').selectOption('U15');
  await expect(page.getByRole('heading', { name: 'U15 Femmes' })).toBeVisible();
  await expect(followed(page).getByRole('listitem')).toContainText('U13 Femmes');

  // The reader's last category opens again.
  await page.goto(ranking());
  await expect(page.getByRole('heading', { name: 'U15 Femmes' })).toBeVisible();
  await expect(followed(page).getByRole('listitem')).toContainText('Zoé Exemple 7');

  await recordRuns(prepared, [45, 7]);
  await page.goto(`${ranking()}?category=U13`);
  await expect(followed(page).getByRole('listitem')).toContainText('40');
  await page.reload();
  await expect(followed(page).getByText('Même place depuis votre dernière visite')).toBeAttached();
  await prepared.api.delete('/api/run', {
    params: { competitionID: prepared.competitionId, dossard: 45, runNumber: 1 },
  });
  await expect(page.locator('tr', { hasText: 'Zoé Exemple 45' })).toContainText('–');
  await expect(followed(page).getByText('Gagne 1 place depuis votre dernière visite')).toBeAttached();
  // A reload counts as the next visit.
  await page.reload();
  await expect(followed(page).getByText('Même place depuis votre dernière visite')).toBeAttached();
  await followed(page).getByRole('button', { name: 'Suivre Zoé Exemple 7', exact: true }).click();
  await expect(followed(page)).toHaveCount(0);
});

test('a tap on a followed rider shows their runs, each time', async ({ page }) => {
  await recordRuns(prepared, [7, 45]);
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto(`${ranking()}?category=U13`);
  await page.getByRole('button', { name: 'Suivre Zoé Exemple 7', exact: true }).click();
  const detail = page.locator('tr[data-detail]');
  for (const _ of ['first', 'second']) {
    await page.evaluate(() => scrollTo(0, 0));
    await followed(page)
      .getByRole('button', { name: /^Zoé Exemple 7/ })
      .click();
    await expect(detail.getByText(/points/).first()).toBeInViewport();
  }
});

test('a link shares the selection with another device', async ({ page, browser }) => {
  // Before the scripts have come: both stars count.
  const release = await openWithoutScripts(page, ranking());
  for (const bib of [7, 45]) await page.getByRole('button', { name: `Suivre Zoé Exemple ${bib}`, exact: true }).click();
  release();
  await followed(page).getByRole('button', { name: 'Partager' }).click();
  const link = await followed(page).getByLabel('Lien vers ces pilotes').inputValue();
  const other = await (await browser.newContext({ viewport: phone, locale: 'fr-FR' })).newPage();
  await other.goto(link);
  await expect(followed(other).getByRole('listitem')).toHaveText([/Zoé Exemple 7/, /Zoé Exemple 45/]);
  await expect(other).toHaveURL(ranking());
  await other.reload();
  await expect(followed(other).getByRole('listitem')).toHaveCount(2);
});
