import { expect, type Page, test } from '@playwright/test';
import { type Prepared, prepareCompetition, recordRuns } from '../prepare.ts';
import { holdScripts, home, inEnglish, phone, signIn } from '../steps.ts';

/* The public pages come with their content, in the reader's language, and the browser takes them over as they are. */

test.use({ viewport: phone });
let prepared: Prepared;
/** More than one page of riders. */
const others = Array.from({ length: 16 }, (_, index) => 100 + index);
const points = Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`points_door${door}`, 10]));
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  prepared = await prepareCompetition('Coupe du premier octet', [7, 45, ...others]);
  const { api, competitionId, zoneId } = prepared;
  await api.post(`/api/competition/${competitionId}/zone/${zoneId}/graduation`, {
    data: { category: 'U15', gender: 'F', ...points },
  });
  await recordRuns(prepared, [45]);
});
const ranking = () => `${home()}/public/competitions/${prepared.competitionId}/live-ranking`;
const screen = () => `${home()}/public/competitions/${prepared.competitionId}/screen`;

/** What a browser says of a page that it cannot take over as it is. */
function listComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (said) => {
    if (['error', 'warning'].includes(said.type())) complaints.push(said.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

/** Waits until React has taken the page over. */
async function expectTakenOver(page: Page): Promise<void> {
  const keys = () => Object.keys(document.getElementById('root') ?? {});
  await expect.poll(async () => (await page.evaluate(keys)).join()).toContain('__reactContainer');
  // An effect of its first rendering.
  await page.waitForLoadState('networkidle');
}

/** The calls of the API that a page makes, without its stream. */
function listCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (/\/api\//.test(request.url()) && !request.url().endsWith('/live')) calls.push(request.url());
  });
  return calls;
}

for (const [language, said] of Object.entries({
  fr: ['lang="fr"', 'Classement', 'U13 Femmes', '12 juin 2027'],
  en: ['lang="en"', 'Ranking', 'U13 Women', 'June 12, 2027'],
})) {
  test(`the first bytes have the leader in them, in ${language}`, async ({ request }) => {
    const answer = await request.get(ranking(), { headers: { 'accept-language': language } });
    const html = await answer.text();
    for (const words of [...said, 'Coupe du premier octet', 'Zoé Exemple 45']) expect(html).toContain(words);
    expect(html).toMatch(/<meta property="og:title" content="Coupe du premier octet[^"]*">/);
    expect(html).toMatch(/<meta property="og:description" content="[^"]*Zoé Exemple 45[^"]*">/);
    expect(html).toContain('"@type":"SportsEvent"');
    const [, address = ''] = /property="og:image" content="([^"]*)"/.exec(html) ?? [];
    const picture = await request.get(address.replaceAll('&#38;', '&'));
    expect(picture.headers()['content-type']).toBe('image/png');
    // Width and height, from the head of the file.
    const bytes = await picture.body();
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    const start = await (await request.get(`${home()}/`, { headers: { 'accept-language': language } })).text();
    expect(start).toContain('Coupe du premier octet');
    const board = await (await request.get(screen(), { headers: { 'accept-language': language } })).text();
    expect(board).toContain('Zoé Exemple 45');
  });
}

for (const [name, address] of Object.entries({ ranking, screen, start: () => `${home()}/` })) {
  test(`the page of the ${name} is taken over without a flash, a call or a complaint`, async ({ page }) => {
    const complaints = listComplaints(page);
    const calls = listCalls(page);
    await page.addInitScript(() => {
      // Whatever leaves the page as the server rendered it was not taken over.
      const noted = window as Window & { removed?: string[] };
      noted.removed = [];
      new MutationObserver((changes) => {
        for (const { removedNodes } of changes)
          for (const node of removedNodes) if (node instanceof Element) noted.removed?.push(node.tagName);
      }).observe(document, { childList: true, subtree: true });
    });
    const response = await page.goto(address());
    expect(await response?.text()).toContain('Coupe du premier octet');
    await expectTakenOver(page);
    expect(complaints).toEqual([]);
    expect(calls).toEqual([]);
    expect(await page.evaluate(() => (window as Window & { removed?: string[] }).removed)).not.toContain('MAIN');
  });
}

test('the language of a reader is the one they chose, then the browser’s', async ({ browser }) => {
  const english = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await english.goto(ranking());
  await expect(english.getByRole('heading', { name: 'U13 Women' })).toBeVisible();
  await english.getByLabel('Language').selectOption('fr');
  await expect(english.getByRole('heading', { name: 'U13 Femmes' })).toBeVisible();
  // The next page comes in French at once.
  const response = await english.goto(`${home()}/`);
  expect(await response?.text()).toContain('lang="fr"');
  await english.goto(`${home()}/login`);
  await expect(english.getByRole('heading', { name: 'Se connecter' })).toBeVisible();
});

test('a choice of before there was a cookie is honoured from the first page on', async ({ page }) => {
  const complaints = listComplaints(page);
  await inEnglish(page);
  await page.goto(ranking());
  await expect(page.getByRole('heading', { name: 'U13 Women' })).toBeVisible();
  await expectTakenOver(page);
  expect(complaints).toEqual([]);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the ranking is read, and group and page are chosen by links', async ({ page }) => {
    await page.goto(`${home()}/`);
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Coupe du premier octet' })
      .getByRole('link', { name: 'Voir le classement' })
      .click();
    await expect(page.getByRole('row', { name: /Zoé Exemple 45/ })).toContainText('50');
    await expect(page.getByRole('combobox')).toHaveCount(0);
    await page.getByRole('navigation', { name: /Pages/ }).getByRole('link', { name: '2' }).click();
    await expect(page.getByRole('row', { name: /Zoé Exemple/ })).toHaveCount(3);
    await page.getByRole('navigation', { name: 'Catégorie' }).getByRole('link', { name: 'U15' }).click();
    await expect(page.getByRole('heading', { name: 'U15 Femmes' })).toBeVisible();
  });
});

test('a page that was taken over follows the runs', async ({ page }) => {
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

test('a competition that becomes private is gone from all that machines read', async ({ page, request }) => {
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

test('a button that is pressed before the page can answer is answered then, once', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', `${document.body.dataset.printed ?? ''}yes`);
  });
  const release = await holdScripts(page);
  await page.goto(ranking(), { waitUntil: 'commit' });
  const print = page.getByRole('button', { name: 'Imprimer' });
  await print.click({ noWaitAfter: true });
  await print.click({ noWaitAfter: true });
  await expect(page.locator('body')).not.toHaveAttribute('data-printed');
  release();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
});

test('the way past the head is taken before the page can answer', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto(ranking());
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused();
  await page.keyboard.press('Enter');
  release();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveURL(ranking());
});

test('what is chosen and typed before the page can answer is chosen and typed then', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto(ranking());
  await page.getByLabel('Catégorie').selectOption('U15');
  await page.getByRole('radio', { name: 'Hommes' }).check({ force: true });
  await page.getByRole('radio', { name: 'Femmes' }).check({ force: true });
  await page.getByRole('combobox', { name: 'Langue' }).selectOption('en');
  release();
  await expect(page.getByRole('heading', { name: 'U15 Women' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Women' })).toBeChecked();
  await expect(page).toHaveURL(/category=U15&gender=F/);
});

test('what is chosen while the page is being taken over is chosen', async ({ page }) => {
  await page.addInitScript(() => {
    const listen = EventTarget.prototype.addEventListener;
    let isDone = false;
    EventTarget.prototype.addEventListener = function (this: EventTarget, ...given: Parameters<typeof listen>) {
      listen.apply(this, given);
      // React listens from here on, and takes the page over a moment later.
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

test.describe('in a time zone of its own', () => {
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
    test(`the time of a list comes on the ${name} without moving what follows`, async ({ page }) => {
      const complaints = listComplaints(page);
      const release = await holdScripts(page);
      await page.goto(address());
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
