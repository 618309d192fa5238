import { writeFirst } from '@dossard/contract/language/locale.ts';
import { expect } from '@playwright/test';
import { expectHydrated, expectHydratedAlone, listComplaints } from '../hydration.ts';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, recordRuns } from '../prepare.ts';
import { atNoon, chooseEnglish, dayIn, home, inEnglish, openWithoutScripts, phone, signIn } from '../steps.ts';

/* The public pages arrive with their content, in the reader's language, and the browser hydrates them unchanged. */

test.use({ viewport: phone, ...atNoon });
let prepared: Prepared;
/** Today's competitions come first on the start page, which has fifty on a page. */
const today = dayIn(0);
const writtenIn = (language: string) =>
  writeFirst(
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(today),
    ),
  );
/** More riders than fit on one page. */
const others = Array.from({ length: 16 }, (_, index) => 100 + index);
const points = Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`points_door${door}`, 10]));
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  prepared = await prepareCompetition('Coupe du premier octet', [7, 45, ...others], today);
  const { api, competitionId, zoneId } = prepared;
  await api.post(`/api/competition/${competitionId}/zone/${zoneId}/graduation`, {
    data: { category: 'U15', gender: 'F', ...points },
  });
  await api.post('/api/participant', {
    data: {
      competition_id: competitionId,
      dossard_number: 300,
      category: 'U15',
      gender: 'F',
      first_name: 'Zoé',
      last_name: 'Exemple 300',
    },
  });
  await recordRuns(prepared, [45]);
});
const ranking = () => `${home()}/public/competitions/${prepared.competitionId}/live-ranking`;
const screen = () => `${home()}/public/competitions/${prepared.competitionId}/screen`;

for (const [language, expected] of Object.entries({
  fr: ['lang="fr"', 'Classement', 'U13 Femmes', writtenIn('fr')],
  en: ['lang="en"', 'Ranking', 'U13 Women', writtenIn('en')],
})) {
  test(`the first bytes contain the leader, in ${language}`, async ({ request }) => {
    const answer = await request.get(ranking(), { headers: { 'accept-language': language } });
    const html = await answer.text();
    for (const words of [...expected, 'Coupe du premier octet', 'Zoé Exemple 45']) expect(html).toContain(words);
    expect(html).toMatch(/<meta property="og:title" content="Coupe du premier octet[^"]*">/);
    expect(html).toMatch(/<meta property="og:description" content="[^"]*Zoé Exemple 45[^"]*">/);
    expect(html).toContain('"@type":"SportsEvent"');
    const [, address = ''] = /property="og:image" content="([^"]*)"/.exec(html) ?? [];
    const picture = await request.get(address.replaceAll('&#38;', '&'));
    expect(picture.headers()['content-type']).toBe('image/png');
    // Width and height, from the header of the file.
    const bytes = await picture.body();
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    const start = await (await request.get(`${home()}/`, { headers: { 'accept-language': language } })).text();
    expect(start).toContain('Coupe du premier octet');
    const board = await (await request.get(screen(), { headers: { 'accept-language': language } })).text();
    expect(board).toContain('Zoé Exemple 45');
  });
}

for (const [name, address] of Object.entries({ ranking, screen, start: () => `${home()}/` })) {
  test(`the page of the ${name} is hydrated without a flash, a call or a message`, async ({ page }) => {
    await expectHydratedAlone(page, address(), 'Coupe du premier octet');
  });
}

test('the reader’s language is the chosen one, or else the browser’s', async ({ browser }) => {
  const english = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await english.goto(ranking());
  await expect(english.getByRole('heading', { name: 'U13 Women' })).toBeVisible();
  await english.getByLabel('Language and display').click();
  await english.getByRole('radio', { name: 'Français' }).click();
  await expect(english.getByRole('heading', { name: 'U13 Femmes' })).toBeVisible();
  // The next page is in French immediately.
  const response = await english.goto(`${home()}/`);
  expect(await response?.text()).toContain('lang="fr"');
  await english.goto(`${home()}/login`);
  await expect(english.getByRole('heading', { name: 'Se connecter' })).toBeVisible();
});

test('a choice from before there was a cookie is respected from the first page on', async ({ page }) => {
  const complaints = listComplaints(page);
  await inEnglish(page);
  await page.goto(ranking());
  await expect(page.getByRole('heading', { name: 'U13 Women' })).toBeVisible();
  await expectHydrated(page);
  expect(complaints).toEqual([]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the ranking is read, and group and page are chosen by links', async ({ page }) => {
    await page.goto(`${home()}/`);
    const card = page.getByRole('listitem').filter({ hasText: 'Coupe du premier octet' });
    while ((await card.count()) === 0) await page.getByRole('link', { name: 'Page suivante' }).click();
    await card.getByRole('link', { name: 'Voir le classement' }).click();
    await expect(page.getByRole('row', { name: /Zoé Exemple 45/ })).toContainText('50');
    await expect(page.getByRole('combobox')).toHaveCount(0);
    await page.getByRole('navigation', { name: /Pages/ }).getByRole('link', { name: '2' }).click();
    await expect(page.getByRole('row', { name: /Zoé Exemple/ })).toHaveCount(3);
    await page.getByRole('navigation', { name: 'Catégorie' }).getByRole('link', { name: 'U15' }).click();
    await expect(page.getByRole('heading', { name: 'U15 Femmes' })).toBeVisible();
  });
});

test('a hydrated page follows the runs', async ({ page }) => {
  await page.goto(`${ranking()}?gender=F`);
  await expect(page.getByText('En direct', { exact: true })).toBeVisible();
  await prepared.api.put('/api/participant', {
    data: {
      competition_id: prepared.competitionId,
      dossard_number: 45,
      ...{ category: 'U13', gender: 'F', first_name: 'Zoé', last_name: 'Renommée' },
    },
  });
  await expect(page.getByRole('button', { name: 'Zoé Renommée', exact: true })).toBeVisible();
});

test('a competition that becomes private disappears from everything that machines read', async ({ page, request }) => {
  const hidden = await prepareCompetition('Coupe bientôt privée', [7]);
  const address = `${home()}/public/competitions/${hidden.competitionId}/live-ranking`;
  const picture = `${home()}/public/competitions/${hidden.competitionId}/picture.png`;
  expect((await request.get(address)).status()).toBe(200);
  expect((await request.get(picture)).status()).toBe(200);
  expect(await (await request.get(`${home()}/sitemap.xml`)).text()).toContain(`/${hidden.competitionId}/live-ranking`);
  await signIn(page, `/competitions/${hidden.competitionId}/edit`);
  await hidden.api.put('/api/competition/visibility', {
    data: { competition_id: hidden.competitionId, is_public: false },
  });
  const gone = await request.get(address);
  expect(gone.status()).toBe(404);
  expect((await request.get(picture)).status()).toBe(404);
  expect(await gone.text()).not.toContain('Coupe bientôt privée');
  expect(await gone.text()).toContain('noindex');
  expect(await (await request.get(`${home()}/`)).text()).not.toContain('Coupe bientôt privée');
  expect(await (await request.get(`${home()}/sitemap.xml`)).text()).not.toContain(`/${hidden.competitionId}/live`);
});

test('a button pressed before hydration takes effect afterwards, once', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', `${document.body.dataset.printed ?? ''}yes`);
  });
  const release = await openWithoutScripts(page, ranking());
  const print = page.getByRole('button', { name: 'Imprimer' });
  await print.click({ noWaitAfter: true });
  await print.click({ noWaitAfter: true });
  await expect(page.locator('body')).not.toHaveAttribute('data-printed');
  release();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
});

test('the skip link works before hydration', async ({ page }) => {
  const release = await openWithoutScripts(page, ranking());
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused();
  await page.keyboard.press('Enter');
  release();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveURL(ranking());
});

test('choices and text from before hydration are kept', async ({ page }) => {
  const release = await openWithoutScripts(page, ranking());
  await page.getByLabel('Catégorie').selectOption('U15');
  await page.getByRole('radio', { name: 'Hommes' }).check({ force: true });
  await page.getByRole('radio', { name: 'Femmes' }).check({ force: true });
  await chooseEnglish(page);
  release();
  await expect(page.getByRole('heading', { name: 'U15 Women' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Women' })).toBeChecked();
  await expect(page).toHaveURL(/category=U15&gender=F/);
});

test('choices during hydration are kept', async ({ page }) => {
  await page.addInitScript(() => {
    const listen = EventTarget.prototype.addEventListener;
    let isDone = false;
    EventTarget.prototype.addEventListener = function (this: EventTarget, ...given: Parameters<typeof listen>) {
      listen.apply(this, given);
      // React listens from here on, and hydrates the page a moment later.
      if (isDone || !(this instanceof Element) || this.id !== 'root') return;
      isDone = true;
      queueMicrotask(() => {
        const category = document.querySelector<HTMLSelectElement>('main select');
        if (category) category.value = 'U15';
        for (const type of ['input', 'change']) category?.dispatchEvent(new Event(type, { bubbles: true }));
      });
    };
  });
  await page.goto(ranking());
  await expect(page.getByRole('heading', { name: 'U15 Femmes' })).toBeVisible();
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'America/Martinique' });
  let publishedAt: string;
  test.beforeAll(async () => {
    const { api, competitionId } = prepared;
    const data = { category: 'U13', gender: 'F', state: 'official' };
    const answer = await api.put(`/api/competition/${competitionId}/results`, { data });
    const moment = new Date((await answer.json()).published_at);
    const format = { hour: '2-digit', minute: '2-digit', timeZone: 'America/Martinique' } as const;
    publishedAt = moment.toLocaleTimeString('fr', format);
  });

  for (const [name, address] of Object.entries({ ranking, frame: () => `${ranking()}?embed=1` })) {
    test(`the time of a list appears on the ${name} without moving the content below`, async ({ page }) => {
      const complaints = listComplaints(page);
      const release = await openWithoutScripts(page, address());
      const following = [page.getByRole('link', { name: 'Liste officielle' }), page.getByRole('table')];
      const findBoxes = () => Promise.all(following.map((part) => part.first().boundingBox()));
      const rendered = await findBoxes();
      const time = page.getByText(publishedAt, { exact: true });
      await expect(time).toHaveCount(0);
      release();
      await expect(time).toBeVisible();
      expect(await findBoxes()).toEqual(rendered);
      expect(complaints).toEqual([]);
    });
  }
});
