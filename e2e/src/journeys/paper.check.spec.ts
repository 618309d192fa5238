import { expect, type Page } from '@playwright/test';
import { collectAnnouncements, takeAnnouncements } from '../announcements.ts';
import { test } from '../journey.ts';
import { prepareCompetition, prepareMember, recordRuns, runsOf } from '../prepare.ts';
import { desktop, home, phone, signIn, signInAs, typeLine } from '../steps.ts';

/* A judge's sheet, compared with what the phones recorded. */

/** The line that shows how far the zone is checked. */
const summary = (page: Page) => page.getByRole('status').getByRole('heading', { level: 2 });
const card = (page: Page, name: string) => page.getByRole('article', { name });

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  test(`an editor types a sheet beside recorded runs and decides what differs, on ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const prepared = await prepareCompetition(`Feuille comparée, ${size}`, [7, 45, 112]);
    const { competitionId, zoneId } = prepared;
    await recordRuns(prepared, [7, 45, 112]);
    const editor = await prepareMember(prepared, 'editor');
    await signInAs(page, editor, `/competitions/${competitionId}/paper?zone=${zoneId}`);
    await page.getByRole('radio', { name: 'Vérifier ce que les téléphones ont noté' }).check();
    await expect(page).toHaveURL(`${home()}/competitions/${competitionId}/paper?zone=${zoneId}&check=true`);
    await expect(summary(page)).toHaveText('Les Dalles\u00a0: 0 sur 3 vérifiés');
    await page.getByLabel('Dossard', { exact: true }).focus();
    await typeLine(page, '7', '12345', '1:01');
    await expect(page.getByText('Dossard 7\u00a0: identique.')).toBeVisible();
    await expect(summary(page)).toHaveText('Les Dalles\u00a0: 1 sur 3 vérifiés');
    await expect(page.getByText('Comparés par Alix Exemple (1).')).toBeVisible();
    await expect(page.getByText('Pas encore comparés, dossards\u00a0: 45, 112.')).toBeVisible();
    await typeLine(page, '45', '123.1', '1:02');
    await typeLine(page, '112', '123456.2', '1:03');
    await expect(summary(page)).toHaveText('Les Dalles\u00a0: 1 sur 3 vérifiés, 2 diffèrent');

    await card(page, '45 Zoé Exemple 45').getByRole('button', { name: 'Le téléphone fait foi' }).click();
    await expect(card(page, '45 Zoé Exemple 45')).toHaveCount(0);
    await expect(summary(page)).toHaveText('Les Dalles\u00a0: 2 sur 3 vérifiés, 1 diffère');
    await card(page, '112 Zoé Exemple 112').getByRole('button', { name: 'Le papier fait foi' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('30 points → 60 points');
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Le papier fait foi' }).click();
    await expect(summary(page)).toHaveText('Les Dalles\u00a0: 3 sur 3 vérifiés');
    await expect(page.getByText('Tout est vérifié.')).toBeVisible();
    expect(await runsOf(prepared, 45)).toMatchObject([{ points: 40, version: 1 }]);
    expect(await runsOf(prepared, 112)).toMatchObject([{ points: 60, penality: 2, chrono_sec: 63.5, version: 2 }]);
  });
}

test('after each line a screen reader announces the count of checked runs, without the bibs that are left', async ({
  page,
}) => {
  const prepared = await prepareCompetition('Feuille annoncée', [7, 45, 112]);
  const { competitionId, zoneId } = prepared;
  await recordRuns(prepared, [7, 45, 112]);
  await collectAnnouncements(page);
  await signIn(page, `/competitions/${competitionId}/paper?zone=${zoneId}&check=true`);
  await expect(summary(page)).toHaveText('Les Dalles\u00a0: 0 sur 3 vérifiés');
  await takeAnnouncements(page);
  await typeLine(page, '7', '12345', '1:01');
  await expect(page.getByText('Pas encore comparés, dossards\u00a0: 45, 112.')).toBeVisible();
  const announced: string[] = [];
  await expect
    .poll(async () => announced.push(...(await takeAnnouncements(page))) && announced.join('\n'))
    .toContain('1 sur 3 vérifiés');
  expect(announced.join('\n')).not.toContain('Pas encore comparés');
});

test('a line that is only on paper waits for its decision after a reload, and can be removed', async ({
  page,
  context,
}) => {
  const { competitionId, zoneId } = await prepareCompetition('Feuille rechargée', [7, 45]);
  await signIn(page, `/competitions/${competitionId}/paper?zone=${zoneId}&check=true`);
  await expect(page.getByLabel('Dossard', { exact: true })).toBeFocused();
  await typeLine(page, '7', '12', '50');
  const card = page.getByRole('article', { name: '7 Zoé Exemple 7' });
  await expect(card).toBeVisible();
  await context.route('**/runs/checks', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  await typeLine(page, '45', '12', '50');
  await expect(page.getByText('Les Dalles · Dossard 45')).toBeVisible();
  await page.reload();
  await expect(card).toBeVisible();
  await page.getByRole('button', { name: 'Retirer la ligne du dossard 45' }).click();
  await card.getByRole('button').last().click();
  await expect(card).toBeHidden();
  await page.reload();
  await expect(page.getByLabel('Dossard', { exact: true })).toBeVisible();
  await expect(page.getByText('Les Dalles · Dossard 45')).toHaveCount(0);
  await expect(card).toHaveCount(0);
});

test('a run that is only on paper is recorded or ignored, and counts as checked', async ({ page }) => {
  const prepared = await prepareCompetition('Sur papier seulement', [7, 45]);
  const { competitionId, zoneId } = prepared;
  await signIn(page, `/competitions/${competitionId}/paper?zone=${zoneId}&check=true`);
  await expect(page.getByLabel('Dossard', { exact: true })).toBeFocused();
  await typeLine(page, '7', '123.2', '57');
  await typeLine(page, '45', '1', '20');
  await card(page, '45 Zoé Exemple 45').getByRole('button', { name: 'Ignorer cette ligne' }).click();
  await card(page, '7 Zoé Exemple 7').getByRole('button', { name: 'Enregistrer ce passage' }).click();
  await expect(summary(page)).toHaveText('Les Dalles\u00a0: 1 sur 1 vérifiés');
  await expect(page.getByRole('article')).toHaveCount(0);
  expect(await runsOf(prepared, 7)).toMatchObject([{ points: 30, penality: 2, chrono_sec: 57 }]);
  expect(await runsOf(prepared, 45)).toEqual([]);
});

test('two people who type one sheet see the same, and record nothing twice', async ({ page, browser }) => {
  const prepared = await prepareCompetition('Feuille à deux', [7, 45]);
  const { competitionId, zoneId } = prepared;
  await recordRuns(prepared, [45]);
  const path = `/competitions/${competitionId}/paper?zone=${zoneId}&check=true`;
  const context = await browser.newContext({ locale: 'fr-FR', timezoneId: 'Europe/Paris' });
  const other = await context.newPage();
  await signIn(page, path);
  await signInAs(other, await prepareMember(prepared, 'editor'), path);
  for (const one of [page, other]) {
    await expect(one.getByLabel('Dossard', { exact: true })).toBeFocused();
    await typeLine(one, '45', '1.4', '40');
    await expect(summary(one)).toHaveText('Les Dalles\u00a0: 0 sur 1 vérifiés, 1 diffère');
    await typeLine(one, '7', '12', '30');
    // Compared before the other one records the run; afterwards there is nothing to decide.
    await expect(card(one, '7 Zoé Exemple 7')).toBeVisible();
  }
  for (const one of [page, other]) {
    await card(one, '7 Zoé Exemple 7').getByRole('button', { name: 'Enregistrer ce passage' }).click();
    await expect(card(one, '7 Zoé Exemple 7')).toHaveCount(0);
  }
  expect(await runsOf(prepared, 7)).toHaveLength(1);
  await context.close();
});

test('without network lines wait, and a deleted rider is reported with the line', async ({ page, context }) => {
  const prepared = await prepareCompetition('Feuille comparée sans réseau', [7, 45]);
  const { api, competitionId, zoneId } = prepared;
  await recordRuns(prepared, [7]);
  await signIn(page, `/competitions/${competitionId}/paper?zone=${zoneId}&check=true`);
  await expect(page.getByLabel('Dossard', { exact: true })).toBeFocused();
  await api.delete('/api/participant', { data: { competition_id: competitionId, dossard_number: 45 } });
  await typeLine(page, '45', '12', '50');
  await expect(page.getByText('Retapez-la\u00a0: Les Dalles · 45 · 12 · 50')).toBeVisible();
  await expect(page.getByText('Aucun participant ne porte ce dossard.')).toBeVisible();
  await context.route('**/runs/checks', (route) => route.abort());
  await typeLine(page, '7', '12345', '61');
  const waiting = page.getByText('Les Dalles · Dossard 7');
  await expect(waiting).toBeVisible();
  await page.reload();
  await expect(waiting).toBeVisible();
  await context.unroute('**/runs/checks');
  await page.getByRole('button', { name: 'Réessayer' }).last().click();
  await expect(waiting).toHaveCount(0);
  await expect(summary(page)).toHaveText('Les Dalles\u00a0: 1 sur 1 vérifiés');
});

test('a refused line names its reason and does not hold up the lines after it', async ({ page, context }) => {
  const prepared = await prepareCompetition('Feuille avec ligne refusée', [7, 45]);
  const { api, competitionId, zoneId } = prepared;
  await recordRuns(prepared, [7]);
  await signIn(page, `/competitions/${competitionId}/paper?zone=${zoneId}&check=true`);
  await expect(page.getByLabel('Dossard', { exact: true })).toBeFocused();
  await context.route('**/runs/checks', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  );
  await typeLine(page, '45', '12', '50');
  const refused = page.getByRole('listitem').filter({ hasText: 'Les Dalles · Dossard 45' });
  await expect(refused).toBeVisible();
  await typeLine(page, '7', '12345', '61');
  const waiting = page.getByText('Les Dalles · Dossard 7');
  await expect(waiting).toBeVisible();
  await api.delete('/api/participant', { data: { competition_id: competitionId, dossard_number: 45 } });
  await context.unroute('**/runs/checks');
  await page.getByRole('button', { name: 'Réessayer' }).last().click();
  await expect(waiting).toHaveCount(0);
  await expect(refused).toContainText('Aucun participant ne porte ce dossard.');
  await expect(summary(page)).toHaveText('Les Dalles\u00a0: 1 sur 1 vérifiés');
});
