import { expect } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { prepareCompetition } from '../prepare.ts';
import { atNoon, dayIn, home, openWithoutScripts, phone } from '../steps.ts';

/* The start page: current, upcoming and past competitions, and a search if there are many. */

test.use({ viewport: phone, ...atNoon });

/** Creates a public competition without riders on a day (`YYYY-MM-DD`). */
const prepareOn = (name: string, date: string) => prepareCompetition(name, [], date);

test('cards are grouped: current, upcoming, or by past year', async ({ page }) => {
  await prepareOn('Trial du jour', dayIn(0));
  await prepareOn('Trial de bientôt', dayIn(3));
  await prepareOn('Trial de plus tard', dayIn(9));
  await prepareOn('Trial d’antan', '2019-05-04');
  await prepareMany();
  await page.goto(`${home()}/`);
  const now = page.getByRole('region', { name: 'En ce moment' });
  const card = now.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Trial du jour' }) });
  await expect(card).toContainText('En direct');
  await expect(now.getByText('Trial de bientôt')).toHaveCount(0);
  const coming = page.getByRole('region', { name: 'À venir' });
  const names = await coming.getByRole('heading', { level: 3 }).allTextContents();
  expect(names.filter((name) => /bientôt|plus tard/.test(name))).toEqual(['Trial de bientôt', 'Trial de plus tard']);
  await expectAccessible(page);
  // Past ones may be on a later page.
  await page.getByRole('searchbox').fill('antan');
  await expect(page.getByRole('heading', { name: 'Passées en 2019' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Trial d’antan' })).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await card.getByRole('link', { name: 'Voir le classement' }).click();
  await expect(page.getByRole('heading', { name: 'Trial du jour' })).toBeVisible();
});

const readPublic = async (query: string): Promise<{ total: number }> =>
  (await fetch(`${home()}/api/competitions/public?${query}`)).json();

/** Creates more competitions than are shown without a search. */
async function prepareMany(): Promise<void> {
  if ((await readPublic('search=série mlou')).total > 0) return;
  for (const [index, letter] of [...'ABCDEFGHIJKLM'].entries())
    await prepareOn(`Série ${letter}lou`, `2018-03-${10 + index}`);
}

test('more than twelve can be searched, by name, place or club', async ({ page }) => {
  await prepareMany();
  await page.goto(`${home()}/`);
  await page.getByRole('searchbox', { name: 'Chercher une compétition' }).fill('serie glou');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Série Glou']);
  await page.getByRole('searchbox').fill('introuvable');
  await expect(page.getByText('Aucune compétition trouvée.')).toBeVisible();
  await expectAccessible(page);
});

test('a search typed before hydration takes effect afterwards', async ({ page }) => {
  await prepareMany();
  const release = await openWithoutScripts(page, `${home()}/`);
  await page.getByRole('searchbox').pressSequentially('serie glou');
  release();
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Série Glou']);
  await expect(page.getByRole('searchbox')).toHaveValue('serie glou');
});

test('more than fifty are on pages, with and without scripts, and a search finds them on all', async ({
  page,
  browser,
}) => {
  const { total } = await readPublic('search=trial feuilleté');
  await Promise.all(
    Array.from({ length: 51 - total }, (_, index) => prepareOn(`Trial feuilleté ${total + index + 1}`, '2017-05-06')),
  );
  // Those of past years are folded.
  const cards = (on: typeof page) => on.locator('h3');
  await prepareOn('Trial en tête', dayIn(0));
  const scriptless = await (await browser.newContext({ javaScriptEnabled: false, locale: 'fr-FR' })).newPage();
  for (const reader of [page, scriptless]) {
    await reader.goto(`${home()}/`);
    await expect(cards(reader)).toHaveCount(50);
    const first = cards(reader).first();
    const nearest = (await first.textContent()) ?? '';
    const pages = reader.getByRole('navigation', { name: 'Pages des compétitions' });
    await pages.getByRole('link', { name: 'Page suivante' }).click();
    await expect(reader).toHaveURL(/\?page=2$/);
    await expect(first).not.toHaveText(nearest);
    await pages.getByRole('link', { name: 'Page précédente' }).click();
    await expect(reader).not.toHaveURL(/page/);
    await expect(first).toHaveText(nearest);
  }
  await page.getByRole('searchbox').fill('feuillete 51');
  await expect(cards(page)).toHaveText(['Trial feuilleté 51']);
  await page.getByRole('searchbox').fill('feuillete');
  await expect(page.getByText('Les 50 premières sur 51. Précisez la recherche.')).toBeVisible();
  await expectAccessible(page);
});

test('an unknown address says so in both languages, and leads back', async ({ page, browser }) => {
  const answer = await page.goto(`${home()}/trial/2027`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Cette page n’existe pas.' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Aller à l’accueil' }).click();
  await expect(page).toHaveURL(`${home()}/`);
  const unscripted = await (await browser.newContext({ viewport: phone, javaScriptEnabled: false })).newPage();
  await unscripted.goto(`${home()}/trial/2027.html`);
  await expect(unscripted.getByRole('heading')).toHaveText(['Cette page n’existe pas.', 'This page does not exist.']);
  expect(await unscripted.locator('main').innerText()).toContain('the ranking follows live');

  await unscripted.getByRole('link', { name: 'Dossard' }).click();
  await expect(unscripted.getByRole('heading', { level: 1 })).toBeVisible();
  await unscripted.context().close();
  expect((await fetch(`${home()}/favicon.ico`)).headers.get('content-type')).toBe('image/x-icon');
});

test('the menu of language and theme takes a tap on a word, and closes by one beside it', async ({ browser }) => {
  const page = await (await browser.newContext({ viewport: phone, hasTouch: true, locale: 'fr-FR' })).newPage();
  await page.goto(home());
  await page.getByLabel('Langue et affichage').tap();
  await page.getByText('Sombre', { exact: true }).tap();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.touchscreen.tap(phone.width / 2, phone.height - 10);
  await expect(page.getByText('Sombre', { exact: true })).toBeHidden();
});
