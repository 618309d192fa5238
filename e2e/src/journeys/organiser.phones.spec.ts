import { writeFile } from 'node:fs/promises';
import { expect, type Page, request } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { type Account, type Prepared, prepareCompetition, prepareMember, recordRuns, runsOf } from '../prepare.ts';
import { desktop, home, phone, signIn, signInAs } from '../steps.ts';

/* What an organiser sees of the referees' phones, and runs that never arrived or arrived twice. */

let prepared: Prepared;
test.beforeEach(async ({ page: _ }, { title }) => {
  prepared = await prepareCompetition(`Téléphones : ${title}`, [7, 45]);
});

/** Returns the calls of a referee with a new account. */
async function asReferee(account: Account) {
  const api = await request.newContext({ baseURL: home() });
  expect((await api.put('/api/login', { data: account })).ok()).toBe(true);
  return api;
}
type Api = Awaited<ReturnType<typeof asReferee>>;

async function report(api: Api, more: Record<string, unknown> = {}): Promise<void> {
  const { competitionId, zoneId } = prepared;
  const report = { zone_id: zoneId, unsent: 0, app_version: '1.2.0', clock: new Date().toISOString(), ...more };
  const answer = await api.post(`/api/competition/${competitionId}/referee/phone`, { data: report });
  expect(answer.ok(), await answer.text()).toBe(true);
}

const path = (page: 'phones' | 'doubtful-runs' | 'overview' | 'zones' | 'edit') =>
  `/competitions/${prepared.competitionId}/${page}`;
const run = (dossard: number, submission_id: string) => ({
  submission_id,
  competition_id: prepared.competitionId,
  zone_id: prepared.zoneId,
  dossard,
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`door${door}`, door <= 2])),
  penality: 3,
  chrono_sec: 80,
});

/** Records the same ride a second time, as another referee. */
async function recordTwice(dossard: number): Promise<void> {
  await recordRuns(prepared, [dossard]);
  const other = await asReferee(await prepareMember(prepared, 'referee'));
  expect((await other.post('/api/run', { data: run(dossard, `twice-${dossard}`) })).status()).toBe(201);
  await other.dispose();
}

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  test(`the organiser sees the state of each phone, on a ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await signIn(page, path('zones'));
    await page.getByRole('link', { name: /^Juges/ }).click();
    const own = page.getByRole('row', { name: /Super Admin/ });
    await expect(own).toContainText('Administrateur');

    const referee = await asReferee(await prepareMember(prepared, 'referee', 'Solène'));
    await report(referee, { unsent: 3, oldest_unsent_sec: 600, app_version: '1.1.0', battery: 64 });
    await report(prepared.api, { zone_id: null, clock: new Date(Date.now() + 200_000).toISOString() });
    // Without a reload, because the page polls.
    const late = page.getByRole('row', { name: /Solène Exemple/ });
    await expect(late).toContainText('3 passages non envoyés');
    await expect(late).toContainText('Les Dalles');
    await expect(late).toContainText('le plus ancien\u00a0: 10 min');
    await expect(late).toContainText('À l’instant');
    await expect(late).toContainText('Version 1.1.0, actuelle');
    await expect(late).toContainText('64');
    await expect(late).not.toContainText(/Avance|Retard|Silencieux|faible/);
    await expect(own).toContainText('Tout est envoyé');
    await expect(own).toContainText('Aucune zone ouverte');
    await expect(own).toContainText('Avance de 3 min');
    // A phone with the referee's page open sends heartbeats, with the version of this page.
    const real = await page.context().newPage();
    await real.goto(`${home()}/competitions/${prepared.competitionId}/zones/${prepared.zoneId}/referee`);
    await expect(own.getByRole('paragraph').filter({ hasText: 'Les Dalles' })).not.toContainText('actuelle');
    await expectAccessible(page);
    await real.close();
    await referee.dispose();
  });

  test(`of two runs of one ride one is kept, on a ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await recordTwice(45);
    await signIn(page, path('overview'));
    await expect(page.getByText('1 passage à vérifier')).toBeVisible();
    await page.getByRole('link', { name: 'Vérifier' }).click();
    await expect(page).toHaveURL(home() + path('doubtful-runs'));
    const parts = page.getByRole('navigation', { name: 'Filtres' });
    await expect(parts.locator('[aria-current=page]')).toHaveText('Passages à vérifier 1');
    const pair = page.getByRole('region', { name: 'Zoé Exemple 45' });
    for (const fact of [
      'U13 Femmes',
      'Les Dalles',
      'Super Admin',
      'Alix Exemple',
      '50 Points',
      '20 Points',
      '3 pén., 1:20',
    ]) {
      await expect(pair).toContainText(fact);
    }
    await expectAccessible(page);
    await pair.getByRole('button', { name: 'Garder le n°\u00a01' }).click();
    const dialog = page.getByRole('dialog', { name: 'Garder le passage n°\u00a01' });
    await expect(dialog).toContainText('Le passage n°\u00a02 d’Alix Exemple (20 points) sera supprimé');
    await dialog.getByRole('button', { name: 'Supprimer le n°\u00a02' }).click();
    await expect(
      dialog.getByText('Veuillez confirmer que vous comprenez que cette action est irréversible.'),
    ).toBeVisible();
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Supprimer le n°\u00a02' }).click();
    await expect(page.getByRole('heading', { name: 'Aucun passage à vérifier' })).toBeVisible();
    expect(await runsOf(prepared, 45)).toMatchObject([{ points: 50 }]);
  });
}

test('of silent phones only those with unsent runs are marked', async ({ page }) => {
  const quiet = await asReferee(await prepareMember(prepared, 'referee', 'Noa'));
  const owing = await asReferee(await prepareMember(prepared, 'referee', 'Solène'));
  await report(quiet);
  await report(owing, { unsent: 1, oldest_unsent_sec: 5 });
  await page.route('**/referee/phones', async (route) => {
    const answer = await (await route.fetch()).json();
    const server_time = new Date(Date.parse(answer.server_time) + 400_000).toISOString();
    await route.fulfill({ json: { ...answer, server_time } });
  });
  await signIn(page, path('phones'));
  await expect(page.getByRole('row', { name: /Solène/ })).toContainText('Silencieux');
  const silent = page.getByRole('row', { name: /Noa/ });
  await expect(silent).toContainText('il y a 6 minutes · Tout est envoyé');
  await expect(silent).not.toContainText('Silencieux');
});

test('a phone that is silent for more than five minutes is marked, and an outdated list shows its age', async ({
  page,
}) => {
  await report(prepared.api, { unsent: 1, oldest_unsent_sec: 5 });
  await page.route('**/referee/phones', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    await route.fulfill({ json: { ...body, server_time: new Date(Date.now() + 6 * 60_000).toISOString() } });
  });
  await signIn(page, path('phones'));
  const row = page.getByRole('row', { name: /Super Admin/ });
  await expect(row).toContainText('il y a 6 minutes');
  await expect(row).toContainText('Silencieux');
  await page.unroute('**/referee/phones');
  await page.route('**/referee/phones', (route) => route.abort());
  await expect(page.getByText(/Serveur injoignable\u00a0: état à/)).toBeVisible();
  await expect(row).toBeVisible();
});

test('both runs of a pair are kept, and the question does not appear again', async ({ page }) => {
  await recordTwice(45);
  await signIn(page, path('doubtful-runs'));
  await page.getByRole('button', { name: 'Garder les deux' }).click();
  await expect(page.getByRole('heading', { name: 'Aucun passage à vérifier' })).toBeVisible();
  await page.goto(`${home()}/competitions/${prepared.competitionId}/participants/45/runs`);
  await expect(page.getByText('Passage n°\u00a02')).toBeVisible();
  await expect(page.getByText(/passages? à vérifier/)).toBeHidden();
  expect(await runsOf(prepared, 45)).toHaveLength(2);
});

test('an editor can decide too, from the rider’s runs; a referee may not', async ({ page }) => {
  await recordTwice(45);
  const runs = `/competitions/${prepared.competitionId}/participants/45/runs`;
  await signInAs(page, await prepareMember(prepared, 'editor'), runs);
  await expect(page.getByText('1 passage à vérifier')).toBeVisible();
  await page.getByRole('link', { name: 'Vérifier' }).click();
  await expect(page.getByRole('button', { name: 'Garder les deux' })).toBeVisible();
  await page.goto(home() + path('phones'));
  await expect(page.getByText('Accès refusé')).toBeVisible();
  await page.context().clearCookies();
  await page.evaluate(() => sessionStorage.clear());
  await signInAs(page, await prepareMember(prepared, 'referee'), path('doubtful-runs'));
  await expect(page.getByText('Accès refusé')).toBeVisible();
});

const choose = (page: Page, name: string, content: string) =>
  page.getByLabel('Choisir le fichier du téléphone').setInputFiles({
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(content),
  });

test('the runs of a phone without network are imported from its file, once', async ({ page }, info) => {
  const { competitionId } = prepared;
  const file = (more: Record<string, unknown> = {}) => ({
    dossard_outbox: 1,
    competition_id: competitionId,
    exported_at: '2027-06-12T17:05:00.000Z',
    runs: [
      { ...run(7, 'kept-1'), referee_name: 'Solène Juge' },
      { ...run(45, 'kept-2'), referee_name: 'Solène Juge' },
      { ...run(99, 'kept-3'), referee_name: 'Solène Juge' },
    ],
    ...more,
  });
  await signIn(page, path('phones'));
  await choose(page, 'photo.json', 'PK');
  await expect(page.getByText('Ce n’est pas un fichier de passages de Dossard.')).toBeVisible();
  await choose(page, 'ailleurs.json', JSON.stringify(file({ competition_id: competitionId + 1 })));
  await expect(page.getByText('Ce fichier vient d’une autre compétition. Rien n’a été importé.')).toBeVisible();
  await choose(page, 'vide.json', JSON.stringify(file({ runs: [] })));
  await expect(page.getByText('Ce fichier ne contient aucun passage.')).toBeVisible();

  // As from a disk, by the visible button.
  const onDisk = info.outputPath('dossard-outbox.json');
  await writeFile(onDisk, JSON.stringify(file(), null, 2));
  const chooser = page.waitForEvent('filechooser');
  await page.getByText('Choisir le fichier du téléphone').click();
  await (await chooser).setFiles(onDisk);
  await expect(page.getByText('2 passages enregistrés')).toBeVisible();
  await expect(page.getByText('1 refusé\u00a0:')).toBeVisible();
  await expect(page.getByText('Dossard 99\u00a0: Aucun participant ne porte ce dossard.')).toBeVisible();
  await expectAccessible(page);
  expect(await runsOf(prepared, 7)).toMatchObject([{ points: 20, referee_name: 'Solène Juge' }]);

  await choose(page, 'encore.json', JSON.stringify(file()));
  await expect(page.getByText('0 passage enregistré')).toBeVisible();
  await expect(page.getByText('2 étaient déjà enregistrés')).toBeVisible();
  expect(await runsOf(prepared, 7)).toHaveLength(1);
});

test('an editor imports a phone’s file from the results page', async ({ page }) => {
  await signInAs(page, await prepareMember(prepared, 'editor'), path('edit'));
  const file = { dossard_outbox: 1, competition_id: prepared.competitionId, exported_at: '2027-06-12T17:05:00.000Z' };
  await choose(page, 'a.json', JSON.stringify({ ...file, runs: [{ ...run(7, 'e-1'), referee_name: 'Solène' }] }));
  await expect(page.getByText('1 passage enregistré')).toBeVisible();
});
