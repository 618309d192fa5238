import { readFile } from 'node:fs/promises';
import { read, utils } from '@e965/xlsx';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, prepareMember } from '../prepare.ts';
import {
  bringSession,
  desktop,
  holdRequests,
  home,
  inEnglish,
  phone,
  readRanking,
  signIn,
  signInAs,
} from '../steps.ts';

/* What organisers do around the runs: share links, export, change the ranking, delete and restore. */

let prepared: Prepared;

test.beforeAll(async () => {
  prepared = await prepareCompetition('Trial des juges', [7, 45]);
});

const at = (path: string) => `${home()}/competitions/${prepared.competitionId}${path}`;

/** Serves the pages as a server with these facts in its environment. */
async function pretend(page: Page, facts: Record<string, string>): Promise<void> {
  await page.route('**/competitions/*/{edit*,qr-invitation}', async (route) => {
    const response = await route.fetch();
    let body = await response.text();
    for (const [name, fact] of Object.entries(facts))
      body = body.replace(new RegExp(`(<meta name="${name}" content=")[^"]*`), `$1${fact}`);
    const headers: Record<string, string> = { ...response.headers() };
    headers['content-security-policy'] = (headers['content-security-policy'] ?? '').replace(
      'img-src ',
      'img-src https://qr.example ',
    );
    await route.fulfill({ response, headers, body });
  });
}

test('shared links use the public address if other devices cannot open this one', async ({ page }) => {
  await bringSession(page);
  await pretend(page, { 'public-url': 'https://dossard.example' });
  await page.goto(at('/qr-invitation'));
  await expect(page.getByLabel('Lien d’invitation')).toHaveValue(
    /^https:\/\/dossard\.example\/referee\/invitation\?token=/,
  );
  await expect(page.getByText('Ce lien contient')).toHaveCount(0);
});

test('the public link is copied, or shows that it is not, and has a QR code', async ({ page }) => {
  await page.setViewportSize(desktop);
  await bringSession(page);
  await inEnglish(page);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new Error('no clipboard here')) },
    });
  });
  await page.goto(at('/edit?section=visibility'));
  const link = `${home()}/public/competitions/${prepared.competitionId}/live-ranking`;
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await expect(page.getByText(/^Failed to copy link/)).toBeVisible();
  await expect(page.getByLabel('Link to the public ranking')).toHaveValue(link);
  await expect(page.getByLabel('Link to the public ranking')).toBeFocused();
  await page.getByRole('button', { name: 'QR code' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('svg[role=img]')).toHaveAccessibleName(`QR code of the link ${link}`);
  await expect(dialog.getByText(link)).toBeVisible();
  await expectAccessible(page);
});

test('the configured QR service draws the public link, or the page itself if the service cannot be reached', async ({
  page,
}) => {
  await bringSession(page);
  await pretend(page, { 'qr-image-service': 'https://qr.example/draw?data={url}' });
  let answers = true;
  const asked: string[] = [];
  await page.route('https://qr.example/**', (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('data') ?? '');
    const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    return answers ? route.fulfill({ contentType: 'image/svg+xml', body: picture }) : route.abort();
  });
  await page.goto(at('/edit?section=visibility'));
  await page.getByRole('button', { name: 'Code QR' }).click();
  const picture = page.getByRole('dialog').locator('img');
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(9);
  expect(asked).toEqual([`${home()}/public/competitions/${prepared.competitionId}/live-ranking`]);
  answers = false;
  await page.reload();
  await page.getByRole('button', { name: 'Code QR' }).click();
  await expect(page.getByRole('dialog').locator('svg[role=img]')).toBeVisible();
});

test('an editor downloads the results, with a message during the download and after a failure', async ({ page }) => {
  await page.setViewportSize(phone);
  await signInAs(page, await prepareMember(prepared, 'editor'), `/competitions/${prepared.competitionId}/edit`);
  const go = await holdRequests(page, '**/results/export');
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter les résultats' }).click();
  await expect(page.getByRole('button', { name: 'Téléchargement…' })).toBeVisible();
  go();
  const download = await arriving;
  expect(download.suggestedFilename()).toBe('Résultats Trial des juges 2027-06-12.xlsx');
  await expect(page.getByText('Fichier téléchargé : Résultats Trial des juges 2027-06-12.xlsx')).toBeVisible();
  const book = read(await readFile(await download.path()));
  expect(book.SheetNames).toEqual(['U13 F', 'Passages']);
  const [sheet] = Object.values(book.Sheets);
  expect(JSON.stringify(utils.sheet_to_json(sheet ?? {}, { header: 1 }))).toContain('Exemple 45');

  await page.unroute('**/results/export');
  await page.route('**/results/export', (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('button', { name: 'Exporter les résultats' }).click();
  await expect(page.getByText('Cette ressource est introuvable.')).toBeVisible();
});

// WCAG 2.1.1, 2.5.7
test('changing the order of the tie-breaks by keyboard changes the ranking', async ({ page }) => {
  const tied = await prepareCompetition('Trial à égalité', [7, 45]);
  const rides = [
    { dossard: 7, penality: 3, chrono_sec: 30 },
    { dossard: 45, penality: 1, chrono_sec: 90 },
  ];
  for (const ride of rides) {
    const doors = { door1: true, door2: true, door3: false, door4: false, door5: false, door6: false };
    const run = { submission_id: `tied-${ride.dossard}`, competition_id: tied.competitionId, zone_id: tied.zoneId };
    expect((await tied.api.post('/api/run', { data: { ...run, ...doors, ...ride } })).status()).toBe(201);
  }
  const bibs = async () => {
    await page.goto(`${home()}/competitions/${tied.competitionId}/live-ranking`);
    return (await readRanking(page, 'U13 Femmes')).map(([rank, bib]) => `${rank}: ${bib}`);
  };
  const save = async () => {
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await expect(page.getByText('Réglages enregistrés').last()).toBeVisible();
  };
  await page.setViewportSize(desktop);
  await signIn(page);
  expect(await bibs()).toEqual(['1: 45', '2: 7']);

  await page.goto(`${home()}/competitions/${tied.competitionId}/edit?section=rules`);
  const all = page.getByRole('group', { name: 'Départage' }).getByRole('listitem');
  await expect(all).toHaveCount(5);
  const order = all.filter({ hasNotText: '–' });
  await expect(order).toHaveText([/^1\.Meilleurs passages/, /^2\.Moins de pénalités/, /^3\.Moins de temps/]);
  const up = page.getByRole('button', { name: 'Monter « Moins de temps »' });
  await up.focus();
  await page.keyboard.press('Enter');
  await expect(order).toHaveText([/^1\.Meilleurs passages/, /^2\.Moins de temps/, /^3\.Moins de pénalités/]);
  await expect(up).toBeFocused();
  await page.getByRole('link', { name: 'Trial à égalité' }).click();
  await expect(page.getByRole('dialog')).toContainText('n’est pas enregistré');
  await page.getByRole('dialog').getByRole('button', { name: 'Rester' }).click();
  await save();
  expect(await bibs()).toEqual(['1: 7', '2: 45']);

  await page.goto(`${home()}/competitions/${tied.competitionId}/edit?section=rules`);
  for (const name of ['Meilleurs passages', 'Moins de temps', 'Moins de pénalités'])
    await page.getByRole('checkbox', { name }).uncheck();
  await expect(all.first()).toHaveText(/^–/);
  await save();
  expect(await bibs()).toEqual(['1: 7', '1: 45']);
});

test('the content below the deleted competitions waits for them', async ({ page }) => {
  const release = await holdRequests(page, '**/api/competition?deleted=true');
  await signIn(page);
  await expect(page.getByText('Trial des juges').first()).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  release();
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

// WCAG 3.3.4
test('a competition is deleted after confirmation, and restored', async ({ page }) => {
  const gone = await prepareCompetition('Trial annulé', [7, 45]);
  const admin = await prepareMember(gone, 'admin', 'Dominique');
  const series = await (
    await gone.api.post('/api/series', { data: { name: 'Trophée des Crêtes', season: '2027' } })
  ).json();
  await gone.api.put(`/api/series/${series.id}/competitions`, { data: { competition_ids: [gone.competitionId] } });
  await page.setViewportSize(phone);
  await signInAs(page, admin, `/competitions/${gone.competitionId}/edit?section=danger`);
  await page.getByRole('button', { name: 'Supprimer la compétition' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem')).toHaveText([
    '1 zone',
    '2 participants',
    '0 passage',
    'la page publique et son classement',
    'ses points dans le trophée « Trophée des Crêtes 2027 »',
  ]);
  await expect(dialog).toContainText('La compétition peut être restaurée pendant 30 jours');
  await dialog.getByRole('button', { name: 'Supprimer' }).click();
  await expect(dialog.getByText('Cochez')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Supprimer' }).click();
  await expect(page).toHaveURL(`${home()}/competitions`);
  await expect(page.getByText('« Trial annulé » est supprimée')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Trial annulé' })).toHaveCount(0);

  await page.getByText('Compétitions supprimées 1').click();
  await expect(page.getByText('pendant 30 jours après sa suppression')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restaurer Trial annulé' }).click();
  await expect(page.getByText('« Trial annulé » est restaurée')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Trial annulé' })).toBeVisible();
  await expect(page.getByText('Compétitions supprimées')).toHaveCount(0);
});

test('the organiser chooses the words for the genders of youth categories, everywhere', async ({ page }) => {
  const own = await prepareCompetition('Filles et garçons', [7]);
  const points = Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`points_door${door}`, 10]));
  const data = { category: 'Élite', gender: 'F', ...points };
  await own.api.post(`/api/competition/${own.competitionId}/zone/${own.zoneId}/graduation`, { data });
  const rider = { dossard_number: 8, category: 'Élite', gender: 'F', first_name: 'Zoé', last_name: 'Exemple 8' };
  await own.api.post('/api/participant', { data: { competition_id: own.competitionId, ...rider } });
  const inside = `/competitions/${own.competitionId}`;
  await signIn(page, `${inside}/edit?section=names`);
  const zone = page.getByRole('region', { name: 'Les Dalles' });
  await expect(zone.getByRole('button', { name: 'Modifier U13 Femmes' })).toBeVisible();
  await page.getByLabel('Catégories jeunes').selectOption('Filles / Garçons');
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page.getByText('Réglages enregistrés')).toBeVisible();
  await expect(zone.getByRole('button', { name: 'Modifier U13 Filles' })).toBeVisible();
  await expect(zone.getByRole('button', { name: 'Modifier Élite Femmes' })).toBeVisible();

  await zone.getByRole('button', { name: 'Ajouter des barèmes' }).click();
  const form = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Autres barèmes' }) });
  await form.getByRole('checkbox', { name: 'U13' }).check();
  for (const door of [1, 2, 3, 4, 5, 6]) await form.getByLabel(`Points de la porte ${door}`).fill('10');
  await form.getByRole('button', { name: 'Ajouter des barèmes' }).click();
  await expect(form.getByText('Le barème «\u00a0U13 Filles\u00a0» existe déjà')).toBeVisible();
  await own.api
    .post(`/api/competition/${own.competitionId}/zone/${own.zoneId}/graduation`, { data })
    .then(async (refused) => {
      expect((await refused.json()).message).toBe('Le barème «\u00a0Élite Femmes\u00a0» existe déjà');
    });
  await form.getByRole('checkbox', { name: 'U13' }).uncheck();
  await form.getByRole('checkbox', { name: 'U15' }).check();
  await form.getByRole('button', { name: 'Ajouter des barèmes' }).click();
  await expect(zone.getByRole('button', { name: 'Modifier U15 Garçons' })).toBeVisible();

  await page.goto(`${home()}/public${inside}/live-ranking`);
  await page.getByLabel('Catégorie').selectOption('U13');
  await expect(page.getByRole('heading', { name: 'U13 Filles' })).toBeVisible();
  await page.getByLabel('Catégorie').selectOption('Élite');
  await expect(page.getByRole('heading', { name: 'Élite Femmes' })).toBeVisible();
  await page.goto(`${home()}${inside}/zones/${own.zoneId}/referee`);
  await page.getByLabel('Dossard').fill('7');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Les Dalles · U13 Filles')).toBeVisible();
});

test('graduations of one more category are added to all zones that lack them', async ({ page }) => {
  const { api, competitionId } = await prepareCompetition('Une catégorie de plus', [7]);
  const ten = Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`points_door${door}`, 10]));
  const zones = `/api/competition/${competitionId}/zone`;
  const graduations = [{ category: 'Open', gender: 'F', ...ten }];
  await api.post(zones, { data: { name: 'La Carrière', graduations } });
  await signIn(page, `/competitions/${competitionId}/edit`);
  const zone = page.getByRole('region', { name: 'Les Dalles' });
  await zone.getByRole('button', { name: /^Les Dalles/ }).click();
  await zone.getByRole('button', { name: 'Ajouter des barèmes' }).click();
  const form = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Autres barèmes' }) });
  await form.getByLabel('Autres catégories').fill('Open');
  for (const door of [1, 2, 3, 4, 5, 6]) await form.getByLabel(`Points de la porte ${door}`).fill('20');
  await form.getByRole('checkbox', { name: /^Aussi dans les autres zones/ }).check();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Ajouter des barèmes' }).click();
  await expect(form).toBeHidden();
  await expect(zone.getByRole('button', { name: 'Modifier Open Hommes' })).toBeVisible();
  const { zones: stored } = await (await api.get(`/api/competition/${competitionId}/zones`)).json();
  const pointsOf = (name: string) =>
    stored
      .find((one: { name: string }) => one.name === name)
      .graduations.map((one: Record<string, unknown>) => `${one.category} ${one.gender} ${one.points_door1}`);
  expect(pointsOf('Les Dalles')).toEqual(['U13 F 10', 'Open F 20', 'Open H 20']);
  // What was there stays as it was.
  expect(pointsOf('La Carrière')).toEqual(['Open F 10', 'Open H 20']);
});

test('a new zone and a latecomer start from the categories of the riders on the list', async ({ page }) => {
  const own = await prepareCompetition('Catégories du club', [7]);
  const rider = { dossard_number: 8, category: 'Benjamin', gender: 'F', first_name: 'Zoé', last_name: 'Exemple 8' };
  await own.api.post('/api/participant', { data: { competition_id: own.competitionId, ...rider } });
  await signIn(page, `/competitions/${own.competitionId}/edit`);
  await page.getByRole('button', { name: 'Ajouter une zone' }).click();
  const form = page.getByRole('form', { name: 'Nouvelle zone' });
  await expect(form.getByRole('checkbox', { name: 'Benjamin' })).toBeChecked();
  await expect(form.getByRole('checkbox', { name: 'U13' })).toBeChecked();
  await expect(form.getByRole('checkbox', { name: 'U9', exact: true })).not.toBeChecked();
  await page.goto(`${home()}/competitions/${own.competitionId}/participants?tab=add`);
  await page.getByRole('button', { name: 'Ajouter un participant' }).click();
  await expect(page.getByRole('radio', { name: 'Benjamin' })).toBeVisible();
});

test('a category that is ticked before the riders are read stays ticked', async ({ page }) => {
  const own = await prepareCompetition('Case cochée tôt', [7]);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/api\/competition\/\d+\/participants$/, async (route) => {
    await held;
    await route.continue();
  });
  await signIn(page, `/competitions/${own.competitionId}/edit`);
  await page.getByRole('button', { name: 'Ajouter des barèmes' }).click();
  const form = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Autres barèmes' }) });
  await form.getByRole('checkbox', { name: 'U15' }).check();
  const read = page.waitForResponse(/\/api\/competition\/\d+\/participants$/);
  release();
  await read;
  await page.waitForLoadState('networkidle');
  await expect(form.getByRole('checkbox', { name: 'U15' })).toBeChecked();
});
