import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { type Account, type Prepared, prepareCompetition, prepareMember, recordRuns } from '../prepare.ts';
import { desktop, holdRequests, home, phone, signIn, signInAs } from '../steps.ts';

/* From every page of a competition to every other one, by touch and by keyboard. */

let prepared: Prepared;
const members: Record<string, Account> = {};

test.beforeAll(async () => {
  prepared = await prepareCompetition('Trial des sentiers', [4, 45, 451]);
  await recordRuns(prepared, [45]);
  for (const role of ['editor', 'referee'] as const) members[role] = await prepareMember(prepared, role);
});

const at = (path: string) => `/competitions/${prepared.competitionId}/${path}`;
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Pages de la compétition' });
const goTo = (page: Page) => page.getByPlaceholder('Dossard, nom ou page');

// WCAG 3.2.3
test('an admin reaches every page by six entries, which stay while pages change', async ({ page }) => {
  await page.setViewportSize(desktop);
  await signIn(page, at('zones'));
  const links = navigation(page).getByRole('link');
  await expect(links).toHaveText(['Préparer', /^Participants\d+$/, /^Juges\d+$/, 'Jour J', 'Résultats']);
  const row = await navigation(page).elementHandle();
  for (const [name, heading] of [
    ['Jour J', 'Jour J'],
    ['Résultats', 'Résultats'],
    ['Préparer', 'Préparer'],
  ] as const) {
    await navigation(page).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(navigation(page).locator('[aria-current="page"]')).toHaveText(name);
  }
  expect(await row?.evaluate((node) => node.isConnected)).toBe(true);
  // The other pages of an entry are beside the title; the rare ones in a menu.
  await navigation(page).getByRole('link', { name: 'Participants' }).click();
  await page.getByRole('link', { name: 'Remise des dossards' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Remise des dossards' })).toBeVisible();
  await expect(navigation(page).locator('[aria-current]')).toHaveText(/^Participants/);
  await expectAccessible(page);
  await navigation(page).getByRole('button', { name: 'Plus' }).click();
  await page.getByRole('menuitem', { name: 'Historique' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Historique' })).toBeVisible();
  await expect(navigation(page).locator('[aria-current]')).toHaveText('Plus');
  // What spectators see elsewhere, and practice, are there too.
  await navigation(page).getByRole('button', { name: 'Plus' }).click();
  await expect(page.getByRole('menuitem', { name: 'Ouvrir le grand écran' })).toHaveAttribute(
    'href',
    `/public${at('screen')}`,
  );
  await page.getByRole('menuitem', { name: 'Zone d’entraînement' }).click();
  await expect(page).toHaveURL(home() + at('practice'));
  await page.goBack();
  await page.getByRole('link', { name: 'Trial des sentiers' }).click();
  await expect(page).toHaveURL(home() + at('zones'));
});

test('a referee sees no navigation, neither on the zones nor while recording', async ({ page }) => {
  await page.setViewportSize(phone);
  await signInAs(page, members.referee as Account, at('zones'));
  await expect(page.getByRole('link', { name: 'Juger' })).toBeVisible();
  await expect(navigation(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Juger' }).click();
  await expect(page.getByLabel('Dossard')).toBeVisible();
  await expect(navigation(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Compte et affichage' })).toHaveCount(0);
});

test('on a phone the navigation is one row, and shows the page that is open', async ({ page }) => {
  await page.setViewportSize(phone);
  await signIn(page, at('edit'));
  await expect(navigation(page).locator('[aria-current="page"]')).toBeInViewport();
  // Also if the reader was known before the competition.
  const release = await holdRequests(page, `${home()}/api/competition/${prepared.competitionId}`);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Compte et affichage' })).toBeVisible();
  await expect(navigation(page)).toHaveCount(0);
  release();
  await expect(navigation(page).locator('[aria-current="page"]')).toBeInViewport();
  expect((await navigation(page).boundingBox())?.height).toBeLessThanOrEqual(52);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(phone.width);
  // Links that go on fade at the edge of the window, where the last one is not.
  await page.goto(`${home()}${at('participants')}`);
  const pages = page.getByRole('navigation', { name: 'Pages de la rubrique' });
  expect(await pages.boundingBox()).toMatchObject({ x: 0, width: phone.width });
  await pages.evaluate((it) => it.scrollTo({ left: it.scrollWidth }));
  const last = await pages.getByRole('link').last().boundingBox();
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThan(phone.width - 15);
});

// WCAG 2.1.1, 2.1.4, 2.4.5
test('the keyboard opens a rider by bib, a name, and a page', async ({ page }) => {
  await page.setViewportSize(desktop);
  await signIn(page, at('zones'));
  await expect(page.getByRole('heading', { name: 'Les Dalles' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(goTo(page)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('45');
  // The exact bib comes before those that begin with it.
  await expect(page.getByRole('option')).toHaveText([/^45Zoé/, /^451Zoé/]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(home() + at('participants/45/runs'));

  await page.keyboard.press('Control+k');
  await page.keyboard.type('exemple');
  await expect(page.getByRole('option')).toHaveCount(3);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(home() + at('participants/45/runs'));

  await page.keyboard.press('Control+k');
  await page.keyboard.type('histo');
  await expect(page.getByRole('option')).toHaveText(['Historique']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(home() + at('history'));
  await expect(page.locator('main')).toBeFocused();

  // By what one does there, after the pages of that name.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('imprimer');
  await expect(page.getByRole('dialog').getByRole('option')).toHaveText(['Impressions']);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('zones');
  await expect(page.getByRole('dialog').getByRole('option')).toHaveText(['Zones', 'Préparer']);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('zzz');
  await expect(page.getByText('Aucun pilote ni page de ce nom.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(goTo(page)).toBeHidden();
});

// ASVS 7.4.4
test('the reader’s menu opens competitions and profile, and ends the session', async ({ page }) => {
  await page.setViewportSize(phone);
  await signInAs(page, members.editor as Account, at('participants'));
  const open = page.getByRole('button', { name: 'Compte et affichage' });
  await open.click();
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Sombre' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('link', { name: 'Profil' }).click();
  await expect(page).toHaveURL(`${home()}/profile`);
  await expect(page.getByRole('link', { name: 'Mes compétitions', exact: true })).toHaveCount(0);
  await open.click();
  await page.getByRole('dialog').getByRole('radio', { name: 'English' }).click();
  await page.getByRole('button', { name: 'Account and display' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${home()}/`);
  await page.goto(home() + at('zones'));
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});

test('signing out asks first when input is unsaved', async ({ page }) => {
  await signIn(page, '/profile');
  await page.getByLabel('Prénom').fill('Camille');
  await page.getByRole('button', { name: 'Compte et affichage' }).click();
  page.once('dialog', (dialog) => void dialog.dismiss());
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
  await expect(page.getByLabel('Prénom')).toHaveValue('Camille');
  await expect(page).toHaveURL(`${home()}/profile`);
});

/** Every list of a competition, with its first row. */
const lists: Record<string, (page: Page) => Locator> = {
  participants: (page) => page.getByRole('row', { name: /Exemple/ }),
  runs: (page) => page.locator('[aria-posinset="1"]'),
  progress: (page) => page.getByRole('row', { name: /Exemple/ }),
  users: (page) => page.getByRole('row', { name: /Super Admin/ }),
  phones: (page) => page.getByRole('row', { name: /Super Admin/ }),
  handout: (page) => page.getByRole('listitem').filter({ hasText: 'Exemple' }),
  results: (page) => page.getByRole('row', { name: /U13 Femmes/ }),
  zones: (page) => page.getByRole('region', { name: 'Les Dalles' }),
};

for (const [path, rowOf] of Object.entries(lists))
  test(`the list ${path} begins near the top, in the container of the navigation`, async ({ page }) => {
    await signIn(page, at(path));
    for (const [viewport, top] of [
      [desktop, 300],
      [phone, 330],
    ] as const) {
      await page.setViewportSize(viewport);
      const row = rowOf(page).first();
      await expect(row).toBeVisible();
      await expect(navigation(page)).toBeVisible();
      const box = await row.boundingBox();
      expect(box?.y).toBeLessThanOrEqual(top);
      expect(box?.height).toBeGreaterThanOrEqual(44);
      const left = (part: string) =>
        page.evaluate((selector) => document.querySelector(selector)?.getBoundingClientRect().left, part);
      expect(await left('main h1')).toBe(await left('nav li a'));
    }
  });
