import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, runsOf, tens } from '../prepare.ts';
import { desktop, phone, signIn } from '../steps.ts';

/* A rider who is on no list: the referee records the run anyway, and the organiser assigns it. */

async function recordUnknown(page: Page, prepared: Prepared, dossard: number): Promise<void> {
  await page.getByLabel('Dossard').fill(String(dossard));
  await page.getByRole('button', { name: 'Chercher le pilote' }).click();
  await page.getByRole('button', { name: `Juger le dossard ${dossard} quand même` }).click();
  const groups = page.getByRole('group', { name: 'Catégorie du pilote' });
  await expect(groups).toBeInViewport({ ratio: 0.99 });
  await groups.getByRole('button', { name: 'U13 Femmes' }).click();
  await expect(page.getByText('Ce dossard n’est pas sur la liste.')).toBeVisible();
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await page.getByRole('button', { name: 'Lancer le chrono' }).click();
  for (const door of [1, 2, 3]) await page.getByRole('button', { name: new RegExp(`^P${door}`) }).click();
  await page.getByRole('button', { name: 'Arrêter le chrono' }).click();
  await page.getByRole('button', { name: 'Valider le passage' }).click();
  await page.getByRole('button', { name: 'Enregistrer le passage' }).click();
  await expect(page.getByRole('heading', { name: /^Passage (enregistré|gardé)/ })).toBeVisible();
  expect(await runsOf(prepared, 7)).toEqual([]);
}

test('recorded without network, sent when it is back, and assigned to a newly added rider', async ({
  page,
  context,
}) => {
  await page.setViewportSize(phone);
  const prepared = await prepareCompetition('Dossard inconnu', [7]);
  const { api, competitionId } = prepared;
  const groups = ['U9', 'U11', 'U13', 'U15', 'U17', 'Élite'].flatMap((category) => [
    { category, gender: 'H', ...tens },
    { category, gender: 'F', ...tens },
  ]);
  const zone = { name: 'Les Rochers', graduations: groups };
  const { id } = await (await api.post(`/api/competition/${competitionId}/zone`, { data: zone })).json();
  await signIn(page, `/competitions/${competitionId}/zones/${id}/referee`);
  await expect(page.getByText(/Prêt (sans réseau|hors ligne)/)).toBeVisible();
  await context.setOffline(true);
  await recordUnknown(page, prepared, 99);
  await page.getByRole('button', { name: 'Pilote suivant' }).click();
  await context.setOffline(false);
  await expect(page.getByRole('link', { name: /non envoyé/ })).toBeHidden();
  await page.getByRole('button', { name: 'Erreur sur un de mes passages' }).click();
  await expect(page.getByRole('dialog')).toContainText('dossard inconnu (99) se corrige au bureau');
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click();

  await page.setViewportSize(desktop);
  await page.goto(page.url().replace(/zones.*/, 'overview'));
  await expect(page.getByText('1 passage sans pilote connu')).toBeVisible();
  await page.getByRole('link', { name: 'Attribuer' }).click();
  const card = page.getByRole('region', { name: 'Dossard 99, pas sur la liste' });
  await expect(card).toContainText('30');
  await card.getByLabel('Dossard du pilote').fill('55');
  await card.getByRole('button', { name: 'Attribuer à ce pilote' }).click();
  await expect(card.getByText('Aucun participant ne porte ce dossard.')).toBeVisible();
  await card.getByRole('button', { name: 'Inscrire le pilote' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ajouter un participant' });
  await expect(dialog.getByLabel('Dossard')).toHaveValue('99');
  await dialog.getByLabel('Nom', { exact: true }).fill('Tardif');
  await dialog.getByLabel('Prénom').fill('Noé');
  await dialog.getByRole('button', { name: 'Ajouter', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Aucun passage en attente' })).toBeVisible();
  expect(await runsOf(prepared, 99)).toMatchObject([{ points: 30 }]);
  await expect
    .poll(async () => (await (await api.get(`/api/competition/${competitionId}/runs/unresolved`)).json()).total)
    .toBe(0);
});

test('recorded with network, and assigned to the right bib, or discarded', async ({ page }) => {
  const prepared = await prepareCompetition('Dossard mal lu', [7]);
  await signIn(page, `/competitions/${prepared.competitionId}/zones/${prepared.zoneId}/referee`);
  for (const dossard of [70, 71]) {
    await recordUnknown(page, prepared, dossard);
    await page.getByRole('button', { name: 'Pilote suivant' }).click();
  }
  await page.goto(page.url().replace(/zones.*/, 'unresolved-runs'));
  const wrong = page.getByRole('region', { name: 'Dossard 71, pas sur la liste' });
  await wrong.getByRole('button', { name: 'Écarter' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Écarter' }).click();
  await expect(wrong).toBeHidden();
  const misread = page.getByRole('region', { name: 'Dossard 70, pas sur la liste' });
  // A rider of another group than the judge saw is asked about.
  const { api, competitionId, zoneId } = prepared;
  const points = Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`points_door${door}`, 10]));
  const boys = { category: 'U13', gender: 'H', ...points };
  await api.post(`/api/competition/${competitionId}/zone/${zoneId}/graduation`, { data: boys });
  const boy = { dossard_number: 8, category: 'U13', gender: 'H', first_name: 'Noé', last_name: 'Exemple 8' };
  await api.post('/api/participant', { data: { competition_id: competitionId, ...boy } });
  await misread.getByLabel('Dossard du pilote').fill('8');
  await misread.getByRole('button', { name: 'Attribuer à ce pilote' }).click();
  await expect(dialog).toContainText('Noé Exemple 8 · U13 Hommes – le juge a vu U13 Femmes');
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  expect(await runsOf(prepared, 8)).toEqual([]);
  await misread.getByLabel('Dossard du pilote').fill('7');
  await expect(misread.getByText('Zoé Exemple 7')).toBeVisible();
  await misread.getByRole('button', { name: 'Attribuer à ce pilote' }).click();
  await expect(page.getByRole('heading', { name: 'Aucun passage en attente' })).toBeVisible();
  expect(await runsOf(prepared, 7)).toMatchObject([{ points: 30 }]);
});
