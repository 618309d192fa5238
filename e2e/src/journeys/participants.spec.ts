import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition } from '../prepare.ts';
import { desktop, holdRequests, home, phone, signIn } from '../steps.ts';

/* How an organiser adds riders, one by one and from a file. */

let prepared: Prepared;
test.beforeAll(async () => {
  prepared = await prepareCompetition('Inscriptions', [1]);
});
const participants = (tab: string) => `/competitions/${prepared.competitionId}/participants?tab=${tab}`;

/** Opens the dialog of single entries on its tab. */
async function openEntry(page: Page) {
  await signIn(page, participants('add'));
  await page.getByRole('button', { name: 'Ajouter un participant' }).click();
  return page.getByRole('dialog', { name: 'Ajouter un participant' });
}

test('single entry is a dialog, with a custom category, that stays open for the next rider', async ({ page }) => {
  await page.setViewportSize(phone);
  const dialog = await openEntry(page);
  for (const [free, dossard, last, first] of [
    [2, '31', 'Durand', 'Lou'],
    [32, '32', 'Petit', 'Noa'],
  ] as const) {
    await expect(dialog.getByLabel('Dossard')).toBeFocused();
    await expect(dialog.getByLabel('Dossard')).toHaveAccessibleDescription(`Prochain numéro libre\u00a0: ${free}`);
    await page.keyboard.type(dossard);
    await dialog.getByLabel('Nom', { exact: true }).fill(last);
    await dialog.getByLabel('Prénom').fill(first);
    // The second rider begins with the category of the first.
    if (dossard === '31') {
      await dialog.getByRole('radio', { name: 'Autre' }).check();
      await dialog.getByLabel('Nom de la catégorie').fill('Open');
    }
    await dialog.getByRole('radio', { name: 'Femmes' }).check();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText(`${first} ${last} (Open Femmes)`)).toBeVisible();
    await expect(dialog.getByLabel('Dossard')).toHaveValue('');
  }
  // The same person in other letters; it may be somebody else, so it is only said.
  const again = dialog.getByText(/^Noa Petit est déjà sur la liste\s: dossard 32, Open Femmes/);
  await dialog.getByLabel('Nom', { exact: true }).fill('PETIT');
  await expect(again).toBeHidden();
  await dialog.getByLabel('Prénom').fill('Noà');
  await expect(again).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Prénom').fill('Zoé');
  await expect(again).toBeHidden();
  await dialog.getByRole('button', { name: 'Terminé' }).click();
  await page.getByRole('button', { name: 'Abandonner' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: 'Open' })).toHaveCount(2);
});

test('the tab of single entries opens the dialog to a pointer, not to arrow keys that pass', async ({ page }) => {
  await signIn(page, participants('list'));
  const dialog = page.getByRole('dialog', { name: 'Ajouter un participant' });
  await page.getByRole('tab', { name: 'Importer' }).click();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Ajouter' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: 'Ajouter un participant' })).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.getByRole('tab', { name: /^Liste/ }).click();
  await page.getByRole('tab', { name: 'Ajouter' }).click();
  await expect(dialog.getByLabel('Dossard')).toBeFocused();
});

test('a licence has a column once a rider has one, and finds the rider', async ({ page }) => {
  await signIn(page, participants('list'));
  const columns = page.getByRole('table').getByRole('columnheader');
  await expect(columns.filter({ hasText: 'Passages' })).toBeVisible();
  await expect(columns.filter({ hasText: 'Licence' })).toHaveCount(0);
  await page.goto(`${home()}${participants('add')}`);
  await page.getByRole('button', { name: 'Ajouter un participant' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ajouter un participant' });
  await dialog.getByLabel('Dossard').fill('51');
  await dialog.getByLabel('Nom', { exact: true }).fill('Licencié');
  await dialog.getByLabel('Prénom').fill('Lou');
  await dialog.getByRole('radio', { name: 'U13' }).check();
  await dialog.getByRole('radio', { name: 'Femmes' }).check();
  await dialog.getByLabel('Licence (facultatif)').fill('FR 2027-51');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Lou Licencié (U13 Femmes)')).toBeVisible();
  await dialog.getByRole('button', { name: 'Terminé' }).click();
  await page.getByRole('tab', { name: /^Liste/ }).click();
  await expect(columns.filter({ hasText: 'Licence' })).toBeVisible();
  await page.getByLabel('Chercher').fill('2027-51');
  await expect(page.getByRole('rowheader').filter({ hasText: 'Licencié' })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'FR 2027-51' })).toBeVisible();
  await expect(page.getByRole('rowheader').filter({ hasText: 'Exemple' })).toHaveCount(0);
  await expectAccessible(page);
  await page.setViewportSize(phone);
  // Below the name, not in the column of the bibs.
  const [licence, name] = [
    page.getByRole('cell', { name: 'FR 2027-51' }),
    page.getByRole('rowheader', { name: /Licencié/ }),
  ];
  await expect(licence).toBeVisible();
  expect((await licence.boundingBox())?.x).toBe((await name.boundingBox())?.x);
});

test('a very long name leaves the other columns their room', async ({ page }) => {
  const { api, competitionId } = await prepareCompetition('Noms longs', [1, 2]);
  const rider = { competition_id: competitionId, dossard_number: 2, category: 'U13', gender: 'F' };
  const names = { first_name: 'Maximilienne Bartholomée', last_name: 'Featherstonehaugh-Cholmondeley-Wolstenholme' };
  expect((await api.put('/api/participant', { data: { ...rider, ...names } })).ok()).toBe(true);
  const own = await (await api.get(`/api/competition/${competitionId}`)).json();
  const start_plan = { first_start: '10:00', interval_sec: 120, breaks: [], pauses: [], groups: [] };
  expect((await api.put(`/api/competition/${competitionId}`, { data: { ...own, start_plan } })).ok()).toBe(true);
  await page.setViewportSize(desktop);
  await signIn(page, `/competitions/${competitionId}/participants`);
  await expect(page.getByRole('cell', { name: '10:02' })).toBeVisible();
  const row = await page.getByRole('row').filter({ hasText: 'Exemple 1' }).boundingBox();
  expect(row?.height, 'one line, without a break in a word').toBeLessThan(50);
});

// WCAG 3.3.3
test('the competition’s own categories are offered, and a warning for one without a graduation suggests the nearest', async ({
  page,
}) => {
  const { api, competitionId, zoneId } = prepared;
  const points = Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`points_door${door}`, 10]));
  const data = { category: 'Élite', gender: 'F', ...points };
  await api.post(`/api/competition/${competitionId}/zone/${zoneId}/graduation`, { data });
  const dialog = await openEntry(page);
  await expect(dialog.getByRole('radio', { name: 'Élite' })).toBeVisible();
  await dialog.getByRole('radio', { name: 'Femmes' }).check();
  await dialog.getByRole('radio', { name: 'U13' }).check();
  const warning = dialog.getByText(/^Aucune zone n’a de barème pour/);
  await expect(warning).toHaveCount(0);
  await dialog.getByRole('radio', { name: 'Autre' }).check();
  await dialog.getByLabel('Nom de la catégorie').fill('Elite');
  await dialog.getByLabel('Nom de la catégorie').blur();
  await expect(warning).toHaveText('Aucune zone n’a de barème pour Elite Femmes.');
  await expect(dialog.getByText('Vouliez-vous dire «\u00a0Élite\u00a0»\u00a0?')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Élite' }).click();
  await expect(warning).toHaveCount(0);
  await expect(dialog.getByRole('radio', { name: 'Élite' })).toBeChecked();
  // Only the other gender has a graduation.
  await dialog.getByRole('radio', { name: 'Hommes' }).check();
  await expect(warning).toHaveText('Aucune zone n’a de barème pour Élite Hommes.');
  await dialog.getByLabel('Dossard').fill('33');
  await dialog.getByLabel('Nom', { exact: true }).fill('Roy');
  await dialog.getByLabel('Prénom').fill('Lou');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Lou Roy (Élite Hommes)')).toBeVisible();
});

test('a custom category needs text', async ({ page }) => {
  const dialog = await openEntry(page);
  await dialog.getByRole('radio', { name: 'Autre' }).check();
  await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click();
  await expect(dialog.getByText('Veuillez remplir tous les champs obligatoires.')).toBeVisible();
  await expect(dialog.getByLabel('Nom de la catégorie')).toHaveAttribute('aria-invalid', 'true');
});

for (const [language, headings] of [
  ['fr', ['Dossard', 'Catégorie', 'Nom', 'Prénom', 'Genre', 'Club']],
  ['en', ['Bib number', 'Category', 'Last name', 'First name', 'Gender', 'Club']],
] as const) {
  test(`a picture of a sheet shows what to import, beside the template (${language})`, async ({ page }) => {
    await signIn(page, participants('import'));
    await page.evaluate((chosen) => localStorage.setItem('app-language', chosen), language);
    await page.goto(home() + participants('import'));
    const picture = page.locator('form').getByRole('img');
    await expect(picture).toHaveAccessibleName(new RegExp(headings.join(', ')));
    // Nothing of it is cut off on a phone.
    await page.setViewportSize(phone);
    const box = await picture.boundingBox();
    expect(box?.width).toBeGreaterThan(250);
    expect(box && box.x + box.width).toBeLessThanOrEqual(phone.width);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /modèle|template/ }).click();
    const stream = await (await download).createReadStream();
    const template = (await stream.toArray()).join('');
    expect(template.replace('\uFEFF', '').trim().split(/[;,]/)).toEqual(headings);
  });
}

test('the list waits for the warning above it, which would move its rows', async ({ page }) => {
  // The page waits for a second, which a busy machine may need to look at it.
  await page.addInitScript(() => {
    const later = window.setTimeout;
    window.setTimeout = ((work: () => void, ms?: number) => later(work, ms === 1_000 ? 120_000 : ms)) as never;
  });
  await signIn(page, '/profile');
  const release = await holdRequests(page, '**/api/competitions/*/categories');
  const listed = page.waitForResponse(/\/participants$/);
  await page.goto(home() + participants('list'));
  await listed;
  await expect(page.getByRole('main').locator('.skeleton')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Actions pour 1 / })).toHaveCount(0);
  release();
  await expect(page.getByRole('button', { name: /^Actions pour 1 / })).toBeVisible();
  await expect(page.getByText(/participants? sans barème/)).toBeVisible();
});

test.describe('text typed into a dialog', () => {
  test('is not dropped by Escape or the cross without a question', async ({ page }) => {
    const dialog = await openEntry(page);
    await dialog.getByLabel('Nom', { exact: true }).fill('Durand');
    const question = page.getByRole('dialog', { name: 'Fermer sans enregistrer' });
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(dialog.getByLabel('Nom', { exact: true })).toHaveValue('Durand');
    await dialog.getByRole('button', { name: 'Fermer' }).click();
    await question.getByRole('button', { name: 'Continuer' }).click();
    await expect(dialog.getByLabel('Nom', { exact: true })).toHaveValue('Durand');
    await dialog.getByRole('button', { name: 'Terminé' }).click();
    await question.getByRole('button', { name: 'Abandonner' }).click();
    await expect(dialog).toBeHidden();
  });

  test('is protected in the dialogs of a rider and of an invitation too', async ({ page }) => {
    const question = page.getByRole('dialog', { name: 'Fermer sans enregistrer' });
    await signIn(page, participants('list'));
    await page.getByRole('button', { name: /^Actions pour 1 / }).click();
    await page.getByRole('menuitem', { name: 'Modifier' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Prénom').fill('Zo');
    await dialog.getByRole('button', { name: 'Annuler' }).click();
    await question.getByRole('button', { name: 'Continuer' }).click();
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Abandonner' }).click();
    await page.goto(`${home()}/competitions/${prepared.competitionId}/zones`);
    await page.getByRole('button', { name: 'Inviter un juge' }).click();
    await page.getByRole('menuitem', { name: 'Par e-mail' }).click();
    await page.getByRole('dialog').getByLabel('Adresse e-mail').fill('a@');
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible();
  });

  test('an untouched dialog closes immediately', async ({ page }) => {
    const dialog = await openEntry(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
});
