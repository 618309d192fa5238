import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { prepareCompetition, prepareMember, recordRuns, tens } from '../prepare.ts';
import { atNoon, bringSession, desktop, holdRequests, home, phone, signIn, signInAs } from '../steps.ts';

/* The state of the whole day during the event. */

test.use(atNoon);

const zones = (page: Page) => page.getByRole('region', { name: 'Zones' });
const attention = (page: Page) => page.getByRole('region', { name: 'À voir' });
const figures = (page: Page) => page.getByRole('region', { name: 'Passages de la compétition' });
const missing = (page: Page) => page.getByRole('table');

test('runs arrive while the overview is open: counted, with pace, and each problem links to its solution', async ({
  page,
}) => {
  const prepared = await prepareCompetition('Trial en cours', [7, 45, 112, 113]);
  const { api, competitionId, zoneId } = prepared;
  await page.setViewportSize(desktop);
  await signIn(page, `/competitions/${competitionId}/overview`);
  // Before the first run: what the day still needs.
  await expect(figures(page)).toContainText('0 sur 4 passages');
  await expect(figures(page)).toContainText('0 sur 4 dossards remis');
  await expect(figures(page)).toContainText('0 sur 1 zone prête à juger');
  await expect(attention(page).getByRole('listitem')).toHaveText(/^Pas encore de juge\s: Les Dalles/);
  await expect(zones(page).getByText('Sans juge')).toBeVisible();
  await expect(missing(page)).toHaveCount(0);

  await recordRuns(prepared, [7, 45, 112]);
  await expect(zones(page).getByText('3 sur 4')).toBeVisible();
  await expect(zones(page).getByText('3 passages en 1 h')).toBeVisible();
  await expect(zones(page).getByText(/^fin vers \d\d:\d\d$/)).toBeVisible();
  await expect(figures(page)).toContainText('3 sur 4 passages');
  await expect(figures(page)).toContainText('1 manque encore');
  await expect(figures(page)).toContainText(/\d\d:\d\d fin prévue/);
  await expect(attention(page).getByText('Rien à régler pour l’instant.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Derniers passages' }).getByRole('listitem')).toHaveCount(3);

  await api.post(`/api/competition/${competitionId}/zone`, {
    data: {
      name: 'Le Torrent',
      graduations: [
        {
          category: 'U9',
          gender: 'H',
          points_door1: 1,
          points_door2: 1,
          points_door3: 1,
          points_door4: 1,
          points_door5: 1,
          points_door6: 1,
        },
      ],
    },
  });
  const unknown = await api.post(`/api/competition/${competitionId}/runs/unresolved`, {
    data: {
      submission_id: `unknown-${competitionId}`,
      competition_id: competitionId,
      zone_id: zoneId,
      dossard: 99,
      category: 'U13',
      gender: 'F',
      door1: true,
      door2: false,
      door3: false,
      door4: false,
      door5: false,
      door6: false,
      penality: 5,
      chrono_sec: 44,
    },
  });
  expect(unknown.status()).toBe(201);
  const report = await api.post(`/api/competition/${competitionId}/referee/phone`, {
    data: { zone_id: zoneId, unsent: 12, oldest_unsent_sec: 600, app_version: 'test', clock: new Date().toISOString() },
  });
  expect(report.ok()).toBe(true);
  await page.reload();
  await expect(attention(page).getByRole('listitem')).toHaveText([
    /^1 passage sans pilote connu/,
    /garde 12 passages non envoyés/,
  ]);
  await expectAccessible(page);
  // Each number of the table opens the riders whom it counts.
  await missing(page).getByRole('link', { name: '1' }).click();
  await expect(page).toHaveURL(/\/progress\?zone=\d+&category=U13&gender=F&missing=true$/);
  await expect(missing(page).getByRole('row')).toHaveCount(2);
  await expect(missing(page)).toContainText('Zoé Exemple 113');
  await page.goBack();
  await attention(page).getByRole('link', { name: 'Téléphones' }).click();
  await expect(page).toHaveURL(`${home()}/competitions/${competitionId}/phones`);
});

test('after the first runs a zone where nobody has begun still needs a judge, and a private event is named', async ({
  page,
}) => {
  const prepared = await prepareCompetition('Zone oubliée', [7, 45]);
  const { api, competitionId, zoneId } = prepared;
  const doors = Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`points_door${door}`, 10]));
  const data = { name: 'Le Torrent', graduations: [{ category: 'U13', gender: 'F', ...doors }] };
  const torrent = await (await api.post(`/api/competition/${competitionId}/zone`, { data })).json();
  await recordRuns(prepared, [7]);
  await page.setViewportSize(desktop);
  await signIn(page, `/competitions/${competitionId}/overview`);
  // Sheets alone need no judge's phone.
  await expect(attention(page).getByText('Rien à régler pour l’instant.')).toBeVisible();
  const phoneOf = { zone_id: zoneId, unsent: 0, app_version: 'test', clock: new Date().toISOString() };
  expect((await api.post(`/api/competition/${competitionId}/referee/phone`, { data: phoneOf })).ok()).toBe(true);
  await page.reload();
  await expect(attention(page).getByRole('listitem')).toHaveText([/^Pas encore de juge\s: Le Torrent/]);
  await recordRuns({ ...prepared, zoneId: torrent.id }, [45]);
  await expect(attention(page).getByText('Rien à régler pour l’instant.')).toBeVisible();
  await api.put('/api/competition/visibility', { data: { competition_id: competitionId, is_public: false } });
  await page.reload();
  await expect(attention(page).getByRole('listitem')).toHaveText([/^La compétition est encore privée/]);
  await expect(attention(page).getByText('Rien à régler pour l’instant.')).toHaveCount(0);
});

test('an editor sees it on a phone, without problems that only admins may solve', async ({ page }) => {
  const prepared = await prepareCompetition('Trial d’un éditeur', [7]);
  const editor = await prepareMember(prepared, 'editor');
  await recordRuns(prepared, [7]);
  await page.setViewportSize(phone);
  await signInAs(page, editor, `/competitions/${prepared.competitionId}/overview`);
  await expect(page.getByText('Tous les passages sont là.')).toBeVisible();
  await expect(zones(page).getByText('tout est passé')).toBeVisible();
  await expect(figures(page)).toContainText('1 sur 1 zone terminée');
  await expect(page.getByRole('link', { name: 'Tout est passé' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Le fixer' })).toHaveCount(0);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
});

test('its space is reserved while it loads; a failure is shown with a retry, and loaded data stay', async ({
  page,
}) => {
  const prepared = await prepareCompetition('Vue en panne', [7, 45]);
  await bringSession(page);
  const goOn = await holdRequests(page, '**/progress');
  await page.goto(`${home()}/competitions/${prepared.competitionId}/overview`);
  await expect(page.getByRole('heading', { level: 1, name: 'Jour J' })).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy=true]').first()).toBeVisible();
  goOn();
  await expect(figures(page)).toContainText('0 sur 2 passages');

  await page.unrouteAll({ behavior: 'wait' });
  const answer = { status: 503, json: { code: 'overloaded', message: 'Le serveur est momentanément indisponible.' } };
  await page.route('**/progress', (route) => route.fulfill(answer));
  await recordRuns(prepared, [7]);
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
  await expect(figures(page)).toContainText('0 sur 2 passages');

  await page.reload();
  await expect(page.getByText('Le serveur est momentanément indisponible.')).toBeVisible();
  const help = page.getByRole('link', { name: 'Que faire ?' });
  await expect(help).toHaveAttribute('href', '/competitions/guide#trouble');
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(figures(page)).toContainText('1 manque encore');
});

test('runs that a closed zone no longer waits for are named, and who rode without starting; also before a list is official', async ({
  page,
}) => {
  const prepared = await prepareCompetition('Zone fermée à midi', [7, 45, 112]);
  const { api, competitionId, zoneId } = prepared;
  await recordRuns(prepared, [7]);
  const dns = { competition_id: competitionId, dossard_number: 7, status: 'dns', reason: '' };
  expect((await api.put('/api/participant/status', { data: dns })).ok()).toBe(true);
  await api.put(`/api/competition/${competitionId}/zone/${zoneId}/closed`, { data: { closed: true } });
  await page.setViewportSize(desktop);
  await signIn(page, `/competitions/${competitionId}/overview`);
  await expect(zones(page)).toContainText('fermée, 2 non faits');
  await expect(zones(page)).toContainText('1 sur 3');
  await expect(zones(page)).not.toContainText('Sans juge');
  await expect(page.getByRole('cell', { name: 'Zone fermée' })).toBeVisible();
  await expect(figures(page)).toContainText('0 manque encore, 2 non faits en zone fermée');
  const started = '7 Zoé Exemple 7 est « Non partant », mais a 1 passage';
  await expect(attention(page).getByRole('listitem')).toContainText([started]);
  const hold = { groups: [{ category: 'U13', gender: 'F' }], held: 'all' };
  expect((await api.put(`/api/competition/${competitionId}/results/hold`, { data: hold })).ok()).toBe(true);
  await page.goto(`${home()}/competitions/${competitionId}/results`);
  await page.getByRole('button', { name: 'Actions pour U13 Femmes' }).click();
  await page.getByRole('menuitem', { name: 'Publier officiel' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('La liste officielle reste cachée au public, elle aussi')).toBeVisible();
  await expect(dialog.getByText('En zone fermée, 2 passages n’ont pas été faits')).toBeVisible();
  await expect(dialog.getByRole('link', { name: started })).toBeVisible();
  await expectAccessible(page);
});

test('missing runs of twelve groups fit on a desk; a phone keeps zone and total in view', async ({ page }) => {
  const prepared = await prepareCompetition('Douze groupes', [7, 45]);
  const { api, competitionId, zoneId } = prepared;
  await recordRuns(prepared, [7]);
  const groups = ['Open', 'U9', 'U11', 'U13', 'U15', 'U17'].flatMap((category) =>
    ['F', 'H'].map((gender) => ({ category, gender })),
  );
  const data = { name: 'Zone 1', graduations: groups.map((group) => ({ ...group, ...tens })) };
  expect((await api.put(`/api/competition/${competitionId}/zone/${zoneId}`, { data })).ok()).toBe(true);
  for (const [index, group] of groups.entries()) {
    const rider = { dossard_number: 100 + index, first_name: 'Zoé', last_name: 'Douze', ...group };
    const answer = await api.post('/api/participant', { data: { competition_id: competitionId, ...rider } });
    expect(answer.ok()).toBe(true);
  }
  await page.setViewportSize(desktop);
  await signIn(page, `/competitions/${competitionId}/overview`);
  const part = page.getByRole('region', { name: 'Passages qui manquent' });
  const isWhole = () => part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
  await expect(part.getByRole('columnheader')).toHaveCount(14);
  expect(await isWhole()).toBe(true);
  await page.setViewportSize(phone);
  expect(await isWhole()).toBe(false);
  await part.scrollIntoViewIfNeeded();
  for (const scrollLeft of [0, 1000]) {
    await part.evaluate((it, left) => it.scrollTo({ left }), scrollLeft);
    await expect(part.getByRole('rowheader', { name: 'Zone 1' })).toBeInViewport({ ratio: 1 });
    await expect(part.getByRole('columnheader', { name: 'Total' })).toBeInViewport({ ratio: 1 });
  }
});
