import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, prepareMember, recordRuns } from '../prepare.ts';
import { desktop, home, phone, recordRun, signIn, signInAs } from '../steps.ts';

/* Results: provisional, official, corrected with a reason, revised, and verified weeks later. */

const row = (page: Page) => page.getByRole('row', { name: /^U13 Femmes/ });

/** Takes a step of the group that is not the next sensible one, from its menu. */
async function choose(page: Page, step: string): Promise<void> {
  await row(page).getByRole('button', { name: 'Actions pour U13 Femmes' }).click();
  await page.getByRole('menuitem', { name: step }).click();
}
const toPublic = ({ competitionId }: Prepared) => `${home()}/public/competitions/${competitionId}/live-ranking`;

/** Publishes the group's next official list with its jury; later ones with a reason and the last complaint's jury. */
async function publish(page: Page, button: string, reason?: string): Promise<void> {
  await row(page).getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  if (reason) {
    await dialog.getByRole('button', { name: button }).click();
    await expect(dialog.getByText('Indiquez la raison de cette révision.')).toBeVisible();
    await dialog.getByLabel(/^Raison/).fill(reason);
    await expect(dialog.getByLabel('Jury')).toHaveValue('Alix Juge');
  } else await dialog.getByLabel('Jury').fill('Alix Juge\nLou Arbitre');
  await dialog.getByRole('button', { name: button }).click();
  await expect(dialog).toBeHidden();
}

/** Records a complaint and grants it with one more door. */
async function grantComplaint(
  page: Page,
  { dossard, run, text, door, reason }: { dossard: number; run: number; text: string; door: string; reason: string },
): Promise<void> {
  const complaints = page.getByRole('region', { name: 'Réclamations' });
  const dialog = page.getByRole('dialog');
  await complaints.getByRole('button', { name: 'Noter une réclamation' }).click();
  await dialog.getByLabel('Dossard').fill(String(dossard));
  await dialog.getByLabel('Passage en cause').selectOption(String(run));
  await dialog.getByLabel('Ce que dit le pilote').fill(text);
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await complaints.getByRole('button', { name: 'Clore la réclamation' }).click();
  await dialog.getByRole('radio', { name: 'accordée' }).check();
  await dialog.getByRole('checkbox', { name: `Corriger aussi le passage ${run}` }).check();
  await dialog.getByRole('checkbox', { name: door }).check();
  await expect(dialog.getByLabel('Jury')).toHaveValue('Alix Juge\nLou Arbitre');
  await dialog.getByLabel('Jury').fill('Alix Juge');
  await dialog.getByLabel('Raison').fill(reason);
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(complaints.getByRole('article')).toContainText('accordée');
}

/** Opens a revision from the organiser's page and saves its verifiable file. */
async function saveList(page: Page, revision: number): Promise<string> {
  await row(page).getByRole('link', { name: 'Ouvrir la liste' }).click();
  const title = revision > 1 ? `U13 Femmes · Officiel, révision ${revision}` : 'U13 Femmes · Officiel';
  await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
  await page.getByText('Preuve', { exact: true }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Fichier vérifiable (JSON)' }).click();
  const path = await (await downloading).path();
  await page.getByRole('link', { name: 'Résultats' }).first().click();
  return path;
}

test('a group with missing runs becomes official only with a tick, and its list says so', async ({ page }) => {
  const prepared = await prepareCompetition('Crêtes à moitié', [7, 45, 112]);
  const { api, competitionId } = prepared;
  await recordRuns(prepared, [7, 45]);
  const settings = await (await api.get(`/api/competition/${competitionId}`)).json();
  await api.put(`/api/competition/${competitionId}`, { data: { ...settings, laps: 2 } });
  await page.setViewportSize(phone);
  await signIn(page, `/competitions/${competitionId}/results`);
  await expect(row(page)).toContainText('4 passages manquent · 3 pilotes');
  await expect(page.getByRole('columnheader', { name: 'Passages qui manquent' })).toBeAttached();
  await choose(page, 'Publier officiel');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('4 passages manquent (3 pilotes)');
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Zoé Exemple 112' })).toHaveText(/2$/);
  await expect(dialog.getByRole('link', { name: 'Voir qui manque' })).toHaveAttribute(
    'href',
    /progress\?category=U13&gender=F&missing=true$/,
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Publier officiel' }).click();
  await expect(dialog.getByText('Cochez pour publier quand même.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Publier quand même, avec 4 passages en moins' }).check();
  await dialog.getByRole('button', { name: 'Publier officiel' }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`${home()}/public/competitions/${competitionId}/results?category=U13&gender=F&revision=1`);
  await expect(page.getByText('À la publication\u00a0: 4 passages manquent (3 pilotes)')).toBeVisible();
});

test('from the last run to the signed list, a late run, a correction with its reason, a complaint granted, revision 2 and both verified', async ({
  page,
  browser,
}) => {
  const prepared = await prepareCompetition('Finale des Crêtes', [7, 45, 112]);
  const { api, competitionId, zoneId } = prepared;
  await recordRuns(prepared, [7, 45]);
  const settings = await (await api.get(`/api/competition/${competitionId}`)).json();
  await api.put(`/api/competition/${competitionId}`, { data: { ...settings, laps: 1 } });
  await page.setViewportSize(desktop);
  const spectator = await (await browser.newContext({ locale: 'fr-FR', viewport: phone })).newPage();
  await spectator.goto(toPublic(prepared));
  await expect(spectator.getByRole('row', { name: /Exemple 45/ })).toBeVisible();
  await expect(spectator.getByText(/Provisoire|Officiel/)).toHaveCount(0);

  // One rider is still expected; the last run arrives from the field.
  await signIn(page, `/competitions/${competitionId}/results`);
  await expect(row(page).getByRole('link', { name: 'Voir qui manque' })).toBeVisible();
  await expect(row(page)).toContainText(/En cours.*1.*1 pilote/);
  await prepared.api.post('/api/run', { data: runOf(prepared, 112, [1, 2], 'last') });
  await expect(row(page)).toContainText(/Complet.*aucun ne manque/);

  await row(page).getByRole('button', { name: 'Déclarer provisoire' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Déclarer provisoire' }).click();
  await expect(row(page)).toContainText(/réclamations jusqu’à/);
  await expect(spectator.getByText(/réclamations jusqu’à .*, encore/)).toBeVisible();

  await row(page).getByRole('button', { name: 'Publier officiel' }).click();
  await expect(page.getByRole('dialog')).toContainText(
    /Les réclamations sont ouvertes jusqu’à .* les clôt avant l’heure/,
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click();
  await publish(page, 'Publier officiel');
  await expect(row(page)).toContainText('Officiel');
  await expect(row(page)).not.toContainText('révision');
  await expect(spectator.getByText('Officiel', { exact: true })).toBeVisible();
  const first = await saveList(page, 1);

  // The list to sign.
  await row(page).getByRole('link', { name: 'Ouvrir la liste' }).click();
  await page.evaluate(() => {
    window.print = () => {};
  });
  await page.getByRole('button', { name: 'Imprimer la liste à signer' }).click();
  await page.emulateMedia({ media: 'print' });
  const paper = page.locator('#official-list');
  await expect(paper).toContainText('Alix Juge');
  await expect(paper).toContainText(/sur la page «\u00a0Vérifier une liste officielle\u00a0» de Dossard.*SHA-256/);
  await page.emulateMedia({ media: 'screen' });

  // A run from a phone that was offline: it counts, the list does not change, and the organiser is informed.
  await prepared.api.post('/api/run', { data: runOf(prepared, 112, [1, 2, 3, 4, 5, 6], 'late') });
  await expect(spectator.getByText(/^Liste officielle.*Le classement en direct a changé depuis/)).toBeVisible();
  await page.goto(`${home()}/competitions/${competitionId}/overview`);
  await expect(page.getByText('U13 Femmes\u00a0: la liste officielle ne correspond plus au classement.')).toBeVisible();

  // A correction requires a reason.
  await page.goto(`${home()}/competitions/${competitionId}/participants/45/runs`);
  await page.getByRole('button', { name: 'Modifier' }).click();
  await page.getByRole('checkbox', { name: 'P5' }).check();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  const confirm = page.getByRole('dialog');
  await confirm.getByRole('checkbox').check();
  await confirm.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(confirm.getByText('Le résultat de ce groupe est officiel\u00a0: indiquez la raison.')).toBeVisible();
  await confirm.getByLabel('Raison de la correction').fill('Vidéo du commissaire');
  await confirm.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(confirm).toBeHidden();

  // A complaint is granted, and its run corrected by the jury's decision.
  await page.goto(`${home()}/competitions/${competitionId}/results`);
  await grantComplaint(page, { dossard: 7, run: 1, text: 'La porte 6 est passée', door: 'P6', reason: 'Deux témoins' });
  await expect(row(page)).toContainText('Le classement en direct a changé depuis la liste officielle.');
  await publish(page, 'Publier la révision 2', 'Passage tardif, portes 5 et 6 accordées');
  await expect(spectator.getByText('révision 2')).toBeVisible();
  const second = await saveList(page, 2);

  // The public sees the changes.
  await spectator.getByRole('link', { name: 'Liste officielle' }).click();
  const changes = spectator.getByRole('region', { name: 'Ce qui a changé depuis la révision 1' });
  await expect(changes).toContainText('Dossard 112 Zoé Exemple 112 rang 3 → 1');
  await expect(changes).toContainText('passage 2 (Les Dalles) ajouté\u00a0: 60 points');
  await expect(changes).toContainText('corrigé\u00a0: 40 → 50 points');
  await expect(changes).toContainText('corrigé\u00a0: 50 → 60 points');
  await expect(spectator.getByText('Réclamation du dossard 7\u00a0: accordée')).toBeVisible();
  await expect(spectator.getByRole('link', { name: 'Classement complet' })).toHaveAttribute(
    'href',
    /live-ranking\?category=U13$/,
  );
  await page.goto(`${home()}/competitions/${competitionId}/history`);
  await expect(page.getByText('Motif\u00a0: Vidéo du commissaire')).toBeVisible();

  // Weeks later, without an account.
  await spectator.goto(`${home()}/verify`);
  for (const [file, revision] of [
    [first, 1],
    [second, 2],
  ] as const) {
    await spectator.getByLabel('Fichier JSON de la liste').setInputFiles(file);
    await expect(spectator.getByText('C’est une liste officielle, sans aucun changement.')).toBeVisible();
    await expect(spectator.locator('dl')).toContainText(`Finale des CrêtesGroupeU13 FemmesRévision${revision}`);
  }
  const changed = Buffer.from(String(await readFile(first)).replace('"total_points":50', '"total_points":60'));
  await spectator
    .getByLabel('Fichier JSON de la liste')
    .setInputFiles({ name: 'changed.json', mimeType: 'application/json', buffer: changed });
  await expect(spectator.getByText(/^Ce fichier a été modifié/)).toBeVisible();
  expect(zoneId).toBeGreaterThan(0);
});

function runOf({ competitionId, zoneId }: Prepared, dossard: number, won: readonly number[], name: string) {
  return {
    submission_id: `results-${competitionId}-${name}`,
    competition_id: competitionId,
    zone_id: zoneId,
    dossard,
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`door${door}`, won.includes(door)])),
    penality: 0,
    chrono_sec: 60,
  };
}

test('an official list in which riders have equal points says what decides between them', async ({ page }) => {
  const prepared = await prepareCompetition('Ex æquo officiels', [7, 45]);
  const { api, competitionId } = prepared;
  await api.post('/api/run', { data: runOf(prepared, 7, [1, 2], 'seven') });
  await api.post('/api/run', { data: runOf(prepared, 45, [1], 'other') });
  const publishByCall = async () => {
    const data = { category: 'U13', gender: 'F', state: 'official', reason: 'Exemple' };
    expect((await api.put(`/api/competition/${competitionId}/results`, { data })).ok()).toBe(true);
  };
  const list = (revision: number) =>
    `${home()}/public/competitions/${competitionId}/results?category=U13&gender=F&revision=${revision}`;
  await publishByCall();
  await page.goto(list(1));
  await expect(page.getByRole('rowheader', { name: 'Zoé Exemple 45' })).toBeVisible();
  await expect(page.getByText('À égalité de points')).toHaveCount(0);
  await api.post('/api/run', { data: runOf(prepared, 45, [2], 'again') });
  await publishByCall();
  await page.goto(list(2));
  await expect(page.getByText(/À égalité de points, dans cet ordre\s: .*Moins de pénalités/)).toBeVisible();
});

test('groups are filtered by how far they are, and all complete ones become provisional at once', async ({ page }) => {
  const prepared = await prepareCompetition('Groupes complets', [7, 8]);
  const { api, competitionId } = prepared;
  const settings = await (await api.get(`/api/competition/${competitionId}`)).json();
  await api.put(`/api/competition/${competitionId}`, { data: { ...settings, laps: 1 } });
  const points = Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`points_door${door}`, 10]));
  const boys = { category: 'U13', gender: 'H' };
  const other = { name: 'Le Pierrier', graduations: [{ ...boys, ...points }] };
  const { id: zone_id } = await (await api.post(`/api/competition/${competitionId}/zone`, { data: other })).json();
  const tom = { competition_id: competitionId, dossard_number: 9, ...boys, first_name: 'Tom', last_name: 'Exemple' };
  await api.post('/api/participant', { data: tom });
  await page.setViewportSize(phone);
  await signIn(page, `/competitions/${competitionId}/results`);
  await expect(page.getByText('3 passages manquent', { exact: true })).toBeVisible();
  await api.post('/api/run', { data: { ...runOf(prepared, 9, [1], 'boys'), zone_id } });
  await expect(page.getByRole('row', { name: /^U13 Hommes/ })).toContainText('Complet');
  await page.getByRole('radio', { name: 'Complets 1' }).check();
  await expect(page.getByRole('row', { name: /^U13/ })).toHaveCount(1);
  await page.getByRole('radio', { name: 'Provisoires 0' }).check();
  await expect(page.getByText('Aucun groupe n’en est là.')).toBeVisible();
  await page.getByRole('radio', { name: 'Tous 2' }).check();
  await expect(page.getByRole('row', { name: /^U13/ })).toHaveCount(2);
  for (const dossard of [7, 8]) await api.post('/api/run', { data: runOf(prepared, dossard, [2], `girls-${dossard}`) });
  await page.getByRole('button', { name: 'Déclarer provisoires les 2 groupes complets' }).click();
  const dialog = page.getByRole('dialog', { name: '2 groupes' });
  await dialog.getByLabel('Réclamations jusqu’à').fill('');
  await dialog.getByRole('button', { name: 'Déclarer provisoire' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('2 groupes\u00a0: provisoire')).toBeVisible();
  for (const group of ['U13 Femmes', 'U13 Hommes'])
    await expect(page.getByRole('row', { name: new RegExp(`^${group}`) })).toContainText('Provisoire');
  await expectAccessible(page);
});

test('a list waits for checked runs, which the dialog leads to, and a correction takes the mark away', async ({
  page,
}) => {
  const prepared = await prepareCompetition('Listes vérifiées', [7, 8]);
  const { api, competitionId, zoneId } = prepared;
  for (const dossard of [7, 8])
    await api.post('/api/run', { data: runOf(prepared, dossard, [2], `checked-${dossard}`) });
  await page.setViewportSize(phone);
  await signIn(page, `/competitions/${competitionId}/results`);
  await page.getByText('Officiel seulement une fois vérifié sur papier · non').click();
  await page.getByRole('checkbox', { name: 'Officiel seulement une fois vérifié sur papier' }).check();
  await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page.getByText('Officiel seulement une fois vérifié sur papier · oui')).toBeVisible();
  await expect(row(page)).toContainText('Vérifiés sur papier\u00a0: 0 sur 2');
  await choose(page, 'Publier officiel');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('2 passages ne sont pas encore vérifiés sur papier');
  await expect(dialog.getByRole('button', { name: 'Publier officiel' })).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByRole('link', { name: 'Voir les passages à vérifier' }).click();
  await expect(page).toHaveURL(/runs\?category=U13&gender=F&unchecked=true$/);
  await expect(page.getByRole('checkbox', { name: 'Pas encore vérifiés sur papier' })).toBeChecked();

  for (const dossard of [7, 8]) {
    const { submission_id: _, competition_id: __, ...line } = runOf(prepared, dossard, [2], '');
    await api.post(`/api/competition/${competitionId}/runs/checks`, { data: line });
  }
  await page.goto(`${home()}/competitions/${competitionId}/results`);
  await expect(row(page)).toContainText('Vérifiés sur papier\u00a0: 2 sur 2');
  const { runs } = await (await api.get(`/api/competition/${competitionId}/participant/7/runs`)).json();
  await api.put('/api/run', { data: { ...runs[0], penality: 3 } });
  await expect(row(page)).toContainText('Vérifiés sur papier\u00a0: 1 sur 2');
  await page.goto(`${home()}/competitions/${competitionId}/paper?zone=${zoneId}&check=true`);
  await page.getByRole('link', { name: 'Voir les passages à vérifier' }).click();
  await expect(page).toHaveURL(new RegExp(`runs\\?zone=${zoneId}&unchecked=true$`));
});

test('the jury prints all groups with what is open, and signs', async ({ page }) => {
  const prepared = await prepareCompetition('Feuille signée', [7, 8]);
  const { api, competitionId } = prepared;
  const settings = await (await api.get(`/api/competition/${competitionId}`)).json();
  await api.put(`/api/competition/${competitionId}`, { data: { ...settings, laps: 2 } });
  await api.post('/api/run', { data: runOf(prepared, 7, [2], 'jury') });
  const girls = { category: 'U13', gender: 'F' };
  await api.put(`/api/competition/${competitionId}/results/hold`, { data: { groups: [girls], held: 'podium' } });
  await api.post(`/api/competition/${competitionId}/complaints`, { data: { dossard: 7, text: 'Porte 3 vue à tort' } });
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'true');
  });
  await page.setViewportSize(desktop);
  await signIn(page, `/competitions/${competitionId}/results`);
  await page.getByRole('link', { name: 'Feuille du jury' }).click();
  const main = page.getByRole('main');
  await expect(main).toContainText('8 Zoé Exemple 8 · Les Dalles (2)');
  await expect(main).toContainText('7 Zoé Exemple 7 · Porte 3 vue à tort');
  await expect(main).toContainText('à publier à la main');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Imprimer la feuille' }).click();
  await expect(page.locator('body[data-printed]')).toBeAttached();
  await expect(page.locator('#jury-copy')).toContainText('Président du jury');
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#jury-copy')).toBeVisible();
  await expect(main).toBeHidden();
});

test('an editor sees results and lists, but cannot declare them', async ({ page }) => {
  const prepared = await prepareCompetition('Résultats lus', [7]);
  const editor = await prepareMember(prepared, 'editor');
  await page.setViewportSize(phone);
  await signInAs(page, editor, `/competitions/${prepared.competitionId}/results`);
  await expect(row(page)).toContainText('En cours');
  await expect(page.getByRole('button', { name: /Déclarer|Publier/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Exporter les résultats' })).toBeVisible();
});

test('a referee shows the receipt of a run, and exports it', async ({ page }) => {
  const prepared = await prepareCompetition('Reçus', [7]);
  const { competitionId, zoneId } = prepared;
  await page.setViewportSize(phone);
  await signIn(page, `/competitions/${competitionId}/zones/${zoneId}/referee`);
  await recordRun(page, { dossard: 7, doors: [1, 2], penality: 0 });
  await page.goto(`${home()}/competitions/outbox`);
  const sent = page.getByRole('region', { name: 'Passages envoyés' });
  await expect(sent).toContainText('Passage 1 · 20 points');
  await expect(sent).toContainText(/Reçu \d+:[0-9a-f]{12}/);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter les reçus' }).click();
  const file = JSON.parse(String(await readFile(await (await downloading).path())));
  expect(file).toMatchObject({
    dossard_receipts: 1,
    receipts: [{ competition_id: competitionId, dossard: 7, run_number: 1 }],
  });
  expect(JSON.stringify(file)).not.toContain('Exemple');
});

test('a podium and a group are held from the public in every view until they are released', async ({
  page,
  browser,
}) => {
  const prepared = await prepareCompetition('Remise des prix', [7, 112, 113, 114]);
  await recordRuns(prepared, [7, 112, 113]);
  const { competitionId } = prepared;
  const open = async (path: string) => {
    const opened = await (await browser.newContext({ viewport: phone, locale: 'fr-FR' })).newPage();
    await opened.goto(home() + path);
    return opened;
  };
  const at = `/public/competitions/${competitionId}/`;
  const ranking = await open(`${at}live-ranking`);
  const screen = await open(`${at}screen`);
  const views = [ranking, await open(`${at}live-ranking?embed=1`), screen];
  views.push(await open(`/overlay/${competitionId}?layout=five`));
  for (const view of views) await expect(view.getByText('Zoé Exemple 7').first()).toBeVisible();
  await page.setViewportSize(desktop);
  await signIn(page, `/competitions/${competitionId}/results`);
  await choose(page, 'Retenir jusqu’à la cérémonie…');
  const dialog = page.getByRole('dialog');
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'Le podium seulement' }).check();
  await dialog.getByRole('button', { name: 'Retenir' }).click();
  await expect(row(page).getByText('Podium retenu pour le public')).toBeVisible();
  await expect(ranking.getByText('Podium après la remise des prix')).toBeVisible();
  await expect(ranking.getByText('Zoé Exemple 114')).toBeVisible();
  for (const view of views) await expect(view.getByText('Zoé Exemple 7')).toHaveCount(0);
  await expect(ranking.getByText(/^\d+ pilotes$/)).toHaveCount(0);
  await page.getByRole('button', { name: 'Tout retenir jusqu’à la cérémonie…' }).click();
  await dialog.getByRole('radio', { name: 'Tout le classement' }).check();
  await dialog.getByRole('button', { name: 'Retenir' }).click();
  await expect(row(page).getByText('Retenu pour le public')).toBeVisible();
  await expect(ranking.getByText('Résultats après la remise des prix')).toBeVisible();
  await expect(ranking.getByText('Zoé Exemple 114')).toHaveCount(0);
  // A reader who arrives now gets the same from the server.
  const later = await open(`${at}live-ranking`);
  await expect(later.getByText('Résultats après la remise des prix')).toBeVisible();
  expect(await (await later.request.get(later.url())).text()).not.toContain('Exemple');
  for (const view of [screen, await open(`${at}screen`)])
    await expect(view.getByRole('status')).toContainText('Résultats après la remise des prix');
  await page.goto(`${home()}/competitions/${competitionId}/live-ranking`);
  await expect(page.getByText('Retenu pour le public')).toBeVisible();
  await expect(page.getByText('Zoé Exemple 7')).toBeVisible();

  await page.goto(`${home()}/competitions/${competitionId}/results`);
  await page.getByRole('button', { name: 'Tout publier maintenant' }).click();
  await dialog.getByRole('button', { name: 'Publier maintenant' }).click();
  await expect(page.getByRole('button', { name: 'Tout publier maintenant' })).toBeHidden();
  for (const view of [...views, later]) await expect(view.getByText('Zoé Exemple 7').first()).toBeVisible();
});
