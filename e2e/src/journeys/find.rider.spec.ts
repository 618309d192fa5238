import { expect } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, prepareMember } from '../prepare.ts';
import { desktop, home, phone, signInAs } from '../steps.ts';

/* A parent opens the ranking for one child: the first category shown has riders, and the child is found by name. */

let prepared: Prepared;
const first = 301;
test.beforeAll(async () => {
  prepared = await prepareCompetition('Retrouver un pilote', [45]);
  const { api, competitionId, zoneId } = prepared;
  const points = Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`points_door${door}`, 10]));
  for (const [category, gender] of [
    ['U9', 'F'],
    ['U11', 'H'],
    ['Vétéran', 'H'],
  ]) {
    const data = { category, gender, ...points };
    await api.post(`/api/competition/${competitionId}/zone/${zoneId}/graduation`, { data });
  }
  const riders = Array.from({ length: 20 }, (_, at) => ({
    dossard_number: first + at,
    category: 'vétéran',
    gender: 'H',
    first_name: 'Hélène-Noël',
    last_name: at === 19 ? 'Bœuf' : `Numéro ${at}`,
  }));
  riders.push({ dossard_number: 400, category: 'Open', gender: 'H', first_name: 'Sans', last_name: 'Barème' });
  for (const rider of riders) {
    await api.post('/api/participant', { data: { competition_id: competitionId, ...rider } });
  }
});
const publicRanking = () => `${home()}/public/competitions/${prepared.competitionId}/live-ranking`;

test('the public ranking opens the first category with riders, the members’ ranking the first category', async ({
  page,
}) => {
  await page.goto(publicRanking());
  await expect(page.getByRole('heading', { name: 'U13 Femmes' })).toBeVisible();
  await expect(page.getByLabel('Catégorie')).toHaveValue('U13');
  await signInAs(page, await prepareMember(prepared, 'editor'), `/competitions/${prepared.competitionId}/live-ranking`);
  await expect(page.getByLabel('Catégorie')).toHaveValue('U9');
});

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  test.describe(size, () => {
    test.use({ viewport });

    test('a rider is found by name in another category and on another page', async ({ page }) => {
      await page.goto(`${publicRanking()}?gender=F`);
      await page.getByRole('searchbox', { name: /Chercher un pilote/ }).fill('boeuf helene');
      const found = page.getByRole('listitem').filter({ hasText: 'Hélène-Noël Bœuf' });
      await expect(found).toContainText('vétéran Hommes');
      await expectAccessible(page);
      await found.getByRole('button').click();
      await expect(page.getByRole('heading', { name: 'Vétéran Hommes' })).toBeVisible();
      const row = page.getByRole('row').filter({ hasText: 'Hélène-Noël Bœuf' });
      await expect(row.getByRole('button', { expanded: true })).toBeFocused();
      await expect(row).toBeInViewport();
      await expect(page.getByText('2 / 2')).toBeVisible();
    });

    test('a rider is found by bib number, with the keyboard alone', async ({ page }) => {
      await page.goto(publicRanking());
      await page.getByRole('searchbox').focus();
      await page.keyboard.type('302');
      await expect(page.getByRole('button', { name: /302/ })).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(
        page.getByRole('row').filter({ hasText: 'Numéro 1' }).getByRole('button', { expanded: true }),
      ).toBeFocused();
    });
  });
}

test('on a phone the search is a magnifier that opens over its line: nothing moves until something is typed', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  await page.goto(publicRanking());
  const heading = page.getByRole('heading', { name: 'U13 Femmes' });
  await expect(page.getByText('En direct', { exact: true })).toBeVisible();
  const search = page.getByRole('searchbox', { name: /Chercher un pilote/ });
  const places = async () => [await heading.boundingBox(), (await search.boundingBox())?.y];
  const closed = await places();
  expect((await search.boundingBox())?.width).toBeLessThanOrEqual(48);
  await search.click();
  await expect.poll(async () => (await search.boundingBox())?.width).toBeGreaterThan(300);
  expect(await places()).toEqual(closed);
  await page.keyboard.press('Tab');
  await expect.poll(async () => (await search.boundingBox())?.width).toBeLessThanOrEqual(48);
  expect(await places()).toEqual(closed);
});

test('Enter opens the rider of the typed bib, also while the list is still that of an earlier search', async ({
  page,
}) => {
  await page.goto(publicRanking());
  await page.getByRole('searchbox').fill('30');
  await expect(page.getByRole('button', { name: /301/ })).toBeVisible();
  await page.getByRole('searchbox').evaluate(async (field: HTMLInputElement) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
    set?.call(field, '302');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    // The field has its new value, and the list follows later.
    await Promise.resolve();
    field.form?.requestSubmit();
  });
  await expect(
    page.getByRole('row').filter({ hasText: 'Numéro 1' }).getByRole('button', { expanded: true }),
  ).toBeVisible();
});

test('a rider without a ranking is found too, and an unknown one is reported', async ({ page }) => {
  await page.goto(publicRanking());
  await page.getByRole('searchbox').fill('sans bareme');
  await expect(page.getByRole('button', { name: /Sans Barème/ })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('searchbox').fill('personne');
  await expect(page.getByText('Aucun pilote trouvé.')).toBeVisible();
});

test('hidden names cannot be searched', async ({ page }) => {
  const hidden = await prepareCompetition('Noms cachés', [45]);
  const { api, competitionId } = hidden;
  const competition = await (await api.get(`/api/competition/${competitionId}`)).json();
  await api.put(`/api/competition/${competitionId}`, { data: { ...competition, public_names: 'bib' } });
  await page.goto(`${home()}/public/competitions/${competitionId}/live-ranking`);
  await page.getByRole('searchbox').fill('Exemple');
  await expect(page.getByText('Aucun pilote trouvé.')).toBeVisible();
  await page.getByRole('searchbox').fill('45');
  await expect(page.getByRole('button', { name: /45 Dossard 45/ })).toBeVisible();
});
