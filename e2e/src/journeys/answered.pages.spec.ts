import { expect } from '@playwright/test';
import { expectHydratedAlone, listComplaints } from '../hydration.ts';
import { test } from '../journey.ts';
import { newAccount, type Prepared, prepareAccount, prepareCompetition, recordRuns } from '../prepare.ts';
import { home, openWithoutScripts, phone } from '../steps.ts';

/* Sign-in, entry, official list and standings arrive with their content, and the browser hydrates them unchanged. */

test.use({ viewport: phone, timezoneId: 'America/Martinique' });
test.describe.configure({ mode: 'serial' });
let prepared: Prepared;
let seriesId: number;
const group = { category: 'U13', gender: 'F' };
test.beforeAll(async () => {
  prepared = await prepareCompetition('Coupe des quatre pages', [7, 45]);
  const { api, competitionId } = prepared;
  await recordRuns(prepared, [45, 7]);
  const page = { is_open: true, closes_on: null, limit_in_all: null, limits_of_groups: [], text: '', link: '' };
  await api.put(`/api/competition/${competitionId}/entries`, { data: { ...page, keep_days: 30 } });
  await api.put(`/api/competition/${competitionId}/results`, { data: { ...group, state: 'official' } });
  const { id } = await (await api.post('/api/series', { data: { name: 'Trophée du octet', season: '2027' } })).json();
  await api.put(`/api/series/${id}/competitions`, { data: { competition_ids: [competitionId] } });
  await api.put(`/api/series/${id}`, { data: { is_public: true } });
  seriesId = id;
});

const list = () => `/public/competitions/${prepared.competitionId}/results?category=U13&gender=F&revision=1`;
const pages = {
  'sign-in': { address: () => '/login', words: 'Adresse e-mail', title: 'Se connecter – Dossard' },
  'entry page': {
    address: () => `/entry/${prepared.competitionId}`,
    words: 'Votre nom',
    title: 'Inscriptions – Dossard',
  },
  'official list': { address: list, words: 'Zoé Exemple 45', title: 'Coupe des quatre pages – Liste officielle' },
  standings: { address: () => `/series/${seriesId}`, words: 'Zoé Exemple 45', title: 'Classement général – Dossard' },
};

for (const [name, { address, words, title }] of Object.entries(pages)) {
  test(`the ${name} is hydrated without a flash, a call or a message`, async ({ page }) => {
    await expectHydratedAlone(page, home() + address(), words);
    await expect(page).toHaveTitle(title);
  });
}

test('a list in the reader’s time zone and language, of a revision that exists', async ({ page, request }) => {
  const complaints = listComplaints(page);
  const release = await openWithoutScripts(page, home() + list());
  await expect(page.getByText(/^Publiée? le/)).toBeHidden();
  release();
  await expect(page.getByText(/Publiée? le/)).toBeVisible();
  expect(complaints).toEqual([]);
  const english = await request.get(home() + list(), { headers: { 'accept-language': 'en' } });
  expect(await english.text()).toContain('lang="en"');
  const missing = await request.get(home() + list().replace('revision=1', 'revision=9'));
  expect(await missing.text()).not.toContain('Exemple 45');
});

test('standings follow a choice in their address', async ({ page }) => {
  await page.goto(`${home()}/series/${seriesId}`);
  await page.getByRole('radio', { name: 'Femmes' }).check({ force: true });
  await expect(page).toHaveURL(/gender=F/);
  await page.getByRole('button', { name: 'Zoé Exemple 45' }).click();
  await expect(page).toHaveURL(/line=/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Zoé Exemple 45' })).toHaveAttribute('aria-expanded', 'true');
});

test('what was typed and sent before the scripts came signs in, and is in no address', async ({ page }) => {
  const account = await prepareAccount();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const release = await openWithoutScripts(page, `${home()}/login?to=/profile`);
  await page.getByLabel('Adresse e-mail').fill(account.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Se connecter' }).click({ noWaitAfter: true });
  await expect(page).toHaveURL(`${home()}/login?to=/profile`);
  release();
  await expect(page).toHaveURL(`${home()}/profile`);
  expect(asked.filter((address) => address.includes(account.password))).toEqual([]);
});

test('a sign-in that is sent while its fields are filled in again is sent whole', async ({ page }) => {
  const account = await prepareAccount();
  const release = await openWithoutScripts(page, `${home()}/login`);
  await page.getByLabel('Adresse e-mail').fill(account.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(account.password);
  await page.evaluate(() => {
    const send = document.querySelector<HTMLElement>('button[type="submit"]');
    // After the first field, before the next one.
    document.addEventListener('input', () => queueMicrotask(() => send?.click()), { capture: true, once: true });
  });
  release();
  await expect(page).toHaveURL(`${home()}/competitions`);
});

test('an entry typed before the scripts came is kept', async ({ page }) => {
  const { email } = newAccount();
  const release = await openWithoutScripts(page, `${home()}/entry/${prepared.competitionId}`);
  await page.getByLabel('Votre nom').fill('Dominique Contact');
  await page.getByLabel('Adresse e-mail').first().fill(email);
  release();
  await page.getByRole('button', { name: 'Ajouter un pilote' }).click();
  await expect(page.getByRole('group', { name: 'Pilote 2', exact: true })).toBeVisible();
  await expect(page.getByLabel('Votre nom')).toHaveValue('Dominique Contact');
  await expect(page.getByLabel('Adresse e-mail').first()).toHaveValue(email);
});

test.describe('without scripts at all', () => {
  test.use({ javaScriptEnabled: false });

  test('lists and standings are read, and a password never goes into an address', async ({ page }) => {
    for (const { address, words } of [pages['official list'], pages.standings]) {
      await page.goto(home() + address());
      await expect(page.getByText(words).first()).toBeVisible();
    }
    await page.goto(`${home()}/login`);
    await page.getByLabel('Mot de passe', { exact: true }).fill('Trial-2027');
    await page.getByRole('button', { name: 'Se connecter' }).click();
    expect(page.url()).not.toContain('Trial-2027');
  });
});
