import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { printBy, withoutPrintDialog } from '../paper.ts';
import { type Prepared, prepareCompetition, recordRuns } from '../prepare.ts';
import { desktop, holdRequests, home, inEnglish, openWithoutScripts, phone, signIn } from '../steps.ts';

/* A season of a club: several competitions added up, riders joined across them, and public standings. */

const club = 'Les Crampons';

/** Creates a competition with girls of U13: two with a licence, and one without whose bib changes each time. */
async function prepareEvent(name: string, bibOfLou: number): Promise<Prepared> {
  const prepared = await prepareCompetition(name, []);
  const riders = [
    { dossard_number: 1, first_name: 'Zoé', last_name: 'Garnier', licence: 'FFC 1' },
    { dossard_number: 2, first_name: 'Inès', last_name: 'Le Gall', licence: 'FFC 2' },
    { dossard_number: bibOfLou, first_name: 'Lou', last_name: 'Petit' },
  ];
  for (const rider of riders) {
    const data = { competition_id: prepared.competitionId, category: 'U13', gender: 'F', club, ...rider };
    expect((await prepared.api.post('/api/participant', { data })).ok()).toBe(true);
  }
  await recordRuns(prepared, [1, 2, bibOfLou]);
  return prepared;
}

/** Reads rank, name and points of each line of the open standings. */
async function readStandings(page: Page): Promise<string[][]> {
  const rows = page.getByRole('table', { name: 'U13 Femmes' }).locator('tbody tr:not([data-detail])');
  const cells = (one: string) => rows.locator(`[data-column="${one}"]`).allInnerTexts();
  const [ranks, names, points] = await Promise.all(['rank', 'rider', 'points'].map(cells));
  return (ranks ?? []).map((rank, at) => [rank, names?.[at]?.split('\n')[0] ?? '', points?.[at] ?? '']);
}

test('a club adds up its season, confirms who is who, and shows live standings to everybody', async ({ page }) => {
  const [first, second] = [await prepareEvent('Crêtes un', 3), await prepareEvent('Crêtes deux', 7)];
  await page.setViewportSize(phone);
  await signIn(page);
  await page.getByRole('link', { name: 'Trophées' }).click();
  await page.getByLabel('Nom', { exact: true }).fill('Trophée des Crêtes');
  await page.getByLabel('Saison').fill('2027');
  await page.getByRole('button', { name: 'Créer le trophée' }).click();
  await expect(page.getByRole('heading', { name: 'Trophée des Crêtes 2027' })).toBeVisible();
  const seriesId = Number(/series\/(\d+)/.exec(page.url())?.[1]);

  const competitions = page.getByRole('region', { name: 'Compétitions' });
  for (const { competitionId } of [first, second]) {
    await competitions.getByLabel('Ajouter une compétition').selectOption(String(competitionId));
    await expect(competitions.getByRole('button', { name: /^Retirer/ })).toHaveCount(
      competitionId === first.competitionId ? 1 : 2,
    );
  }
  // Two are joined already by licence; one needs a confirmation.
  const riders = page.getByRole('region', { name: 'Pilotes' });
  await expect(riders.getByText('2 pilotes réunis')).toBeVisible();
  await expect(riders.getByText('Lou Petit\u00a0: le même pilote\u00a0?')).toBeVisible();
  await expectAccessible(page);
  await riders.getByRole('button', { name: 'Même pilote' }).click();
  await expect(riders.getByText('Rien à confirmer.')).toBeVisible();
  await expect(riders.getByText('3 pilotes réunis')).toBeVisible();

  // The moves by another rule are shown before it is saved.
  const rule = page.getByRole('form', { name: 'Nom et règle' });
  await rule.getByLabel('Points par rang').fill('50, 40, 10');
  await rule.getByText('Autres réglages').click();
  await rule.getByLabel('Pilotes qui comptent par club').fill('2');
  await rule.getByRole('button', { name: 'Voir ce qui change' }).click();
  await expect(rule.getByRole('row', { name: /Lou Petit/ })).toContainText('288 → 20');
  // A group may have its own table of points, here for boys who have no result yet.
  await rule.getByLabel('Points par groupe').fill('U13 F = 500');
  await rule.getByRole('button', { name: 'Voir ce qui change' }).click();
  await expect(rule.getByRole('row', { name: /Zoé Garnier/ })).toContainText('300 → 1000');
  await rule.getByLabel('Points par groupe').fill('U13 H = 9, 8');
  await rule.getByRole('button', { name: 'Enregistrer la règle' }).click();
  await expect(page.getByText('Trophée enregistré')).toBeVisible();

  await page.getByRole('button', { name: 'Rendre le trophée public' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Rendre le trophée public' }).click();
  await expect(page.getByLabel('Lien du classement public')).toHaveValue(new RegExp(`/series/${seriesId}$`));

  await page.context().clearCookies();
  await page.goto(`${home()}/series/${seriesId}`);
  await expect(page.getByRole('table', { name: 'U13 Femmes' })).toBeVisible();
  expect(await readStandings(page)).toEqual([
    ['1', 'Zoé Garnier', '100'],
    ['2', 'Inès Le Gall', '80'],
    ['3', 'Lou Petit', '20'],
  ]);
  await page.getByRole('button', { name: 'Inès Le Gall' }).click();
  await expect(page.getByText('40 + 40 = 80 points. 20 points de moins que le rang au-dessus.')).toBeVisible();
  await expectAccessible(page);

  // A run in a competition of the series updates the standings without a reload.
  await expect(page.getByText('En direct')).toBeVisible();
  const doors = Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`door${door}`, true]));
  const run = { competition_id: first.competitionId, zone_id: first.zoneId, dossard: 2, ...doors };
  await first.api.post('/api/run', {
    data: { submission_id: `late-${seriesId}`, ...run, penality: 0, chrono_sec: 50 },
  });
  await expect
    .poll(() => readStandings(page))
    .toEqual([
      ['1', 'Zoé Garnier', '90'],
      ['2', 'Inès Le Gall', '90'],
      ['3', 'Lou Petit', '20'],
    ]);
  await expect(page.getByRole('link', { name: 'Télécharger le classement (CSV)' })).toBeVisible();

  await page.getByText('Clubs', { exact: true }).click();
  await page.getByText(club).click();
  await expect(page.getByText('90 + 90 = 180 points, 2 pilotes sur 3.')).toBeVisible();
  await expectAccessible(page);
});

test('the riders of copied competitions are joined at once, but for namesakes', async ({ page }) => {
  const events = [];
  for (const name of ['Copie un', 'Copie deux', 'Copie trois']) {
    const prepared = await prepareCompetition(name, []);
    const riders = [
      ['Ana', 'Ortolan', 'U13'],
      ['Bea', 'Pinson', 'U13'],
      ['Cleo', 'Grive', 'U15'],
      ...(name === 'Copie un' ? [['Cleo', 'Grive', 'U15']] : []),
    ];
    for (const [index, [first_name, last_name, category]] of riders.entries()) {
      const data = { first_name, last_name, category, gender: 'F', club, dossard_number: index + 1 };
      await prepared.api.post('/api/participant', { data: { ...data, competition_id: prepared.competitionId } });
    }
    events.push(prepared);
  }
  const [{ api }] = events as [Prepared];
  const { id } = await (await api.post('/api/series', { data: { name: 'Trophée copié', season: '2027' } })).json();
  const competition_ids = events.map(({ competitionId }) => competitionId);
  await api.put(`/api/series/${id}/competitions`, { data: { competition_ids } });

  await page.setViewportSize(phone);
  await signIn(page);
  await page.goto(`${home()}/series/${id}/edit`);
  const riders = page.getByRole('region', { name: 'Pilotes' });
  const questions = riders.getByText('le même pilote\u00a0?');
  // Two riders of three competitions each, and pairs of the namesakes, who stay for a person.
  await expect(questions).toHaveCount(2 + 5);
  await expectAccessible(page);
  await riders.getByRole('button', { name: 'Confirmer les 2 propositions claires' }).click();
  await expect(questions).toHaveCount(5);
  await expect(riders.getByText('2 pilotes réunis')).toBeVisible();
  await expect(questions.filter({ hasText: 'Cleo Grive' })).toHaveCount(5);
  await expect(riders.getByRole('button', { name: /^Confirmer/ })).toHaveCount(0);
});

test('standings are shown in a frame, in English, with a message if the series is not public', async ({ page }) => {
  const { competitionId, api } = await prepareEvent('Crêtes encadrées', 3);
  const data = { name: 'Trophée encadré', season: '2027' };
  const { id } = await (await api.post('/api/series', { data })).json();
  await api.put(`/api/series/${id}/competitions`, { data: { competition_ids: [competitionId] } });
  await page.setViewportSize(desktop);
  await inEnglish(page);
  await page.goto(`${home()}/embed/series/${id}`);
  await expect(page.getByText('Series not found or not public')).toBeVisible();
  await api.put(`/api/series/${id}`, { data: { is_public: true } });
  await page.reload();
  await expect(page.getByRole('table', { name: 'U13 Women' })).toContainText('Lou Petit');
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /Full standings/ })).toHaveAttribute('href', `/series/${id}`);
  await expectAccessible(page);
});

test('the ranking of a competition links to its public series, also without scripts', async ({ browser, page }) => {
  const { competitionId, api } = await prepareEvent('Crêtes du trophée', 3);
  const { id } = await (await api.post('/api/series', { data: { name: 'Trophée lié', season: '2027' } })).json();
  await api.put(`/api/series/${id}/competitions`, { data: { competition_ids: [competitionId] } });
  const ranking = `${home()}/public/competitions/${competitionId}/live-ranking`;
  const link = { name: 'Trophée lié 2027' };
  await page.setViewportSize(phone);
  await page.goto(ranking);
  await expect(page.getByRole('table').first()).toBeVisible();
  await expect(page.getByRole('link', link)).toHaveCount(0);

  await api.put(`/api/series/${id}`, { data: { is_public: true } });
  const scriptless = await (await browser.newContext({ javaScriptEnabled: false, locale: 'fr-FR' })).newPage();
  await scriptless.goto(ranking);
  await expect(scriptless.getByText('Compte pour\u00a0:')).toBeVisible();
  await expect(scriptless.getByRole('link', link)).toHaveAttribute('href', `/series/${id}`);
  await page.reload();
  await expectAccessible(page);
  await page.getByRole('link', link).click();
  await expect(page.getByRole('heading', { name: 'Trophée lié' })).toBeVisible();

  await api.put(`/api/series/${id}`, { data: { is_public: false } });
  await scriptless.reload();
  await expect(scriptless.getByRole('heading', { name: 'Crêtes du trophée' })).toBeVisible();
  await expect(scriptless.getByRole('link', link)).toHaveCount(0);
});

test('standings are printed with every result, and the competitions that count', async ({ page }) => {
  const { competitionId, api } = await prepareEvent('Crêtes imprimées', 3);
  const rule = { points: [50, 40, 30], points_by_group: [{ category: 'U13', gender: 'F', points: [9, 8, 7] }] };
  const data = { name: 'Trophée imprimé', season: '2027', rule };
  const { id } = await (await api.post('/api/series', { data })).json();
  await api.put(`/api/series/${id}/competitions`, { data: { competition_ids: [competitionId] } });
  await api.put(`/api/series/${id}`, { data: { is_public: true } });
  await withoutPrintDialog(page);
  await page.setViewportSize(phone);
  await page.goto(`${home()}/series/${id}`);
  await expect(page.getByRole('table', { name: 'U13 Femmes' })).toBeVisible();
  const { pages } = await printBy(page, 'Imprimer');
  expect(pages).toHaveLength(1);
  expect(pages[0]).toMatch(
    /Trophée imprimé 2027 .*U13 Femmes .*1 Zoé Garnier .*9 .*2 Inès Le Gall .*8 .*Lou Petit .*7/,
  );
  expect(pages[0]).toContain('Crêtes imprimées');
});

/** Creates a public series with one competition, and returns its id. */
async function prepareSeries({ api, competitionId }: Prepared, name: string): Promise<number> {
  const { id } = await (await api.post('/api/series', { data: { name, season: '2027' } })).json();
  await api.put(`/api/series/${id}/competitions`, { data: { competition_ids: [competitionId] } });
  await api.put(`/api/series/${id}`, { data: { is_public: true } });
  return id;
}

test('another category shows nothing of the last one while it loads', async ({ page }) => {
  const prepared = await prepareEvent('Crêtes à deux catégories', 3);
  const { api, competitionId } = prepared;
  const tens = Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`points_door${door}`, 10]));
  const zone = { name: 'La Souche', graduations: [{ category: 'U15', gender: 'F', ...tens }] };
  const { id: zoneId } = await (await api.post(`/api/competition/${competitionId}/zone`, { data: zone })).json();
  const rider = { competition_id: competitionId, dossard_number: 50, first_name: 'Eva', last_name: 'Roche' };
  await api.post('/api/participant', { data: { ...rider, category: 'U15', gender: 'F' } });
  const run = { competition_id: competitionId, zone_id: zoneId, dossard: 50, penality: 0, chrono_sec: 50 };
  const doors = Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`door${door}`, true]));
  const data = { submission_id: `second-${competitionId}`, ...run, ...doors };
  expect((await api.post('/api/run', { data })).ok()).toBe(true);
  const id = await prepareSeries(prepared, 'Trophée à deux catégories');
  const release = await holdRequests(page, /standings\/public\?category=U15/);
  await page.setViewportSize(phone);
  await page.goto(`${home()}/series/${id}`);
  await expect(page.getByRole('table', { name: 'U13 Femmes' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Catégorie' }).selectOption('U15');
  await expect(page.getByRole('table', { name: 'U13 Femmes' })).toHaveCount(0);
  await expect(page.getByText('Rien n’est encore publié dans ce classement.')).toHaveCount(0);
  await expect(page.getByText(/^Mis à jour/)).toHaveCount(0);
  release();
  await expect(page.getByRole('table', { name: 'U15 Femmes' })).toContainText('Eva Roche');
});

test('standings without network are printed with the time of their data', async ({ page }) => {
  const id = await prepareSeries(await prepareEvent('Crêtes sans réseau', 3), 'Trophée sans réseau');
  // Not on a whole minute: the page’s age is known to a fraction of a millisecond, its time only to a millisecond.
  await page.clock.install({ time: '2027-06-12T10:00:30+02:00' });
  await withoutPrintDialog(page);
  // The page is read before its scripts arrive.
  const release = await openWithoutScripts(page, `${home()}/series/${id}`);
  await expect(page.getByRole('table', { name: 'U13 Femmes' })).toBeVisible();
  await page.route(/standings\/public\?/, (route) => route.abort());
  await page.clock.fastForward('02:00:00');
  release();
  const { pages } = await printBy(page, 'Imprimer');
  expect(pages[0]).toContain('10:00');
  expect(pages[0]).not.toContain('12:00');
});

test('a category of more than a hundred riders is shown whole, also in a frame and on paper', async ({ page }) => {
  const bibs = Array.from({ length: 205 }, (_, index) => index + 1);
  const prepared = await prepareCompetition('Crêtes pleines', []);
  const { api, competitionId, zoneId } = prepared;
  // Riders and runs come as a file each, because that many single calls take longer than all the rest.
  const riders = bibs.map((dossard) => `${dossard};U13;F;Exemple ${dossard};Zoé`);
  const buffer = Buffer.from(['Dossard;Catégorie;Sexe;Nom;Prénom', ...riders].join('\n'));
  const listed = await api.post(`/api/competition/${competitionId}/participants`, {
    multipart: { file: { name: 'engages.csv', mimeType: 'text/csv', buffer } },
  });
  expect(await listed.json()).toMatchObject({ imported: 205 });
  const doors = Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`door${door}`, true]));
  const runs = bibs.map((dossard) => ({
    submission_id: `full-${competitionId}-${dossard}`,
    competition_id: competitionId,
    zone_id: zoneId,
    dossard,
    ...doors,
    penality: 0,
    chrono_sec: dossard / 2,
    referee_name: 'Jo Fictif',
  }));
  const file = { dossard_outbox: 1, competition_id: competitionId, exported_at: new Date().toISOString(), runs };
  const imported = await api.post(`/api/competition/${competitionId}/runs/import`, { data: file });
  expect(await imported.json()).toMatchObject({ stored: 205, refused: [] });
  const id = await prepareSeries(prepared, 'Trophée plein');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/standings/public')) asked.push(new URL(request.url()).searchParams.get('page') ?? '');
  });
  await page.setViewportSize(desktop);
  // A page of the server has the first hundred riders in it.
  for (const [path, pages] of [
    [`/series/${id}`, ['2', '3']],
    [`/embed/series/${id}`, ['1', '2', '3']],
  ] as const) {
    // The page before may be in the middle of a refetch.
    await page.goto('about:blank');
    asked.length = 0;
    await page.goto(home() + path);
    const rows = page.getByRole('table', { name: 'U13 Femmes' }).locator('tbody tr');
    await expect(rows).toHaveCount(205);
    await expect(rows.last()).toContainText('Exemple 205');
    expect(new Set(asked)).toEqual(new Set(pages));
  }
  await withoutPrintDialog(page);
  await page.goto(`${home()}/series/${id}`);
  const { pages } = await printBy(page, 'Imprimer');
  expect(pages.join(' ')).toContain('Exemple 205');
});
