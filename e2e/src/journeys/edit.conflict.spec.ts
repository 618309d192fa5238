import { expect } from '@playwright/test';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, recordRuns, runsOf } from '../prepare.ts';
import { signIn } from '../steps.ts';

/* Two people correct the same thing: neither overwrites the other's change unseen. */

const put = async ({ api }: Prepared, path: string, data: object) => {
  const answer = await api.put(path, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
};

test('a run: what a colleague corrected stays, and the change is confirmed against it', async ({ page }) => {
  const prepared = await prepareCompetition('Deux corrections', [7]);
  await recordRuns(prepared, [7]);
  const [run] = await runsOf(prepared, 7);
  await signIn(page, `/competitions/${prepared.competitionId}/participants/7/runs`);
  await page.getByRole('button', { name: 'Modifier' }).click();
  await put(prepared, '/api/run', { ...run, door6: true, penality: 2 });
  await page.getByLabel(/^Chrono/).fill('71.5');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog).toContainText('Quelqu’un a modifié ce passage entre-temps.');
  await expect(dialog.getByRole('checkbox')).not.toBeChecked();
  // Only the time is this person's change; points, doors and penalties are the colleague's.
  await expect(dialog.getByRole('listitem').filter({ hasText: '→' })).toHaveText([/Chrono.*1:11/]);
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  expect(await runsOf(prepared, 7)).toMatchObject([{ chrono_sec: 61.5, version: 2 }]);
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog).toBeHidden();
  expect(await runsOf(prepared, 7)).toMatchObject([{ door6: true, penality: 2, chrono_sec: 71.5, points: 60 }]);
});

test('a run: after a cancelled conflict the form still cannot overwrite the colleague’s change', async ({ page }) => {
  const prepared = await prepareCompetition('Conflit annulé', [7]);
  await recordRuns(prepared, [7]);
  const [run] = await runsOf(prepared, 7);
  await signIn(page, `/competitions/${prepared.competitionId}/participants/7/runs`);
  await page.getByRole('button', { name: 'Modifier' }).click();
  await put(prepared, '/api/run', { ...run, door6: true });
  await page.getByLabel('Pénalités').fill('3');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog).toContainText('Quelqu’un a modifié ce passage entre-temps.');
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('checkbox', { name: 'P6' })).toBeChecked();
  await expect(page.getByLabel('Pénalités')).toHaveValue('3');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog).toBeHidden();
  expect(await runsOf(prepared, 7)).toMatchObject([{ door6: true, penality: 3 }]);
});

test('a participant, a status, a graduation, a zone’s name and the settings keep both people’s changes', async ({
  page,
}) => {
  const prepared = await prepareCompetition('Quatre fiches', [7]);
  const { api, competitionId, zoneId } = prepared;
  const read = async (path: string) => (await api.get(path)).json();
  const note = page.getByText('Quelqu’un a fait une modification entre-temps.');

  await test.step('participant', async () => {
    await signIn(page, `/competitions/${competitionId}/participants?tab=list`);
    await page.getByRole('button', { name: /^Actions pour 7/ }).click();
    await page.getByRole('menuitem', { name: 'Modifier' }).click();
    const rider = await read(`/api/competition/${competitionId}/participant/7`);
    await put(prepared, '/api/participant', { ...rider, club: 'Les Crampons' });
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Prénom').fill('Zoélie');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(note).toBeVisible();
    await expect(dialog).toContainText('Les Crampons');
    await expect(dialog.getByLabel('Prénom')).toHaveValue('Zoélie');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(dialog).toBeHidden();
    const after = await read(`/api/competition/${competitionId}/participant/7`);
    expect(after).toMatchObject({ first_name: 'Zoélie', club: 'Les Crampons' });
  });

  await test.step('status', async () => {
    await page.getByRole('button', { name: /^Actions pour 7/ }).click();
    await page.getByRole('menuitem', { name: 'Changer le statut' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Disqualifié' }).check();
    const ofBib = { competition_id: competitionId, dossard_number: 7 };
    await put(prepared, '/api/participant/status', { ...ofBib, status: 'dnf', reason: 'Chute' });
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(note).toBeVisible();
    await expect(dialog.getByLabel('Motif')).toHaveValue('Chute');
    await dialog.getByLabel('Motif').fill('Vélo non conforme');
    await dialog.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(dialog).toBeHidden();
    const after = await read(`/api/competition/${competitionId}/participant/7`);
    expect(after).toMatchObject({ status: 'dsq', status_reason: 'Vélo non conforme' });
  });

  await test.step('graduation and zone', async () => {
    await page.goto(page.url().replace(/participants.*/, 'edit'));
    const zone = page.getByRole('region', { name: 'Les Dalles' });
    const graduations = `/api/competition/${competitionId}/zone/${zoneId}`;
    await expect(zone).toBeVisible();
    await zone.getByRole('button', { name: 'Modifier U13 Femmes' }).click();
    const [{ id, ...graduation }] = (await read(graduations)).graduations;
    await put(prepared, `${graduations}/graduation/${id}`, { ...graduation, points_door2: 25 });
    await zone.getByLabel('Points de la porte 1').fill('15');
    await zone.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(note).toBeVisible();
    await expect(zone.getByLabel('Points de la porte 2')).toHaveValue('25');
    await zone.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(note).toBeHidden();
    expect((await read(graduations)).graduations).toMatchObject([{ points_door1: 15, points_door2: 25 }]);

    await zone.getByRole('button', { name: 'Actions pour Les Dalles' }).click();
    await page.getByRole('menuitem', { name: 'Renommer' }).click();
    await put(prepared, graduations, { name: 'Les Grandes Dalles' });
    await page.getByLabel('Nom de la zone').fill('Les Dalles rouges');
    await page.getByRole('button', { name: 'Enregistrer' }).first().click();
    await expect(note).toBeVisible();
    await expect(page.getByText(/Les Dalles → Les Grandes Dalles/)).toBeVisible();
    expect(await read(graduations)).toMatchObject({ name: 'Les Grandes Dalles' });
  });

  await test.step('settings', async () => {
    await page.goto(`${page.url()}?section=description`);
    await expect(page.getByLabel('Lieu')).toHaveValue('Pommiers');
    const { role, id, is_public, ...settings } = await read(`/api/competition/${competitionId}`);
    await put(prepared, `/api/competition/${competitionId}`, { ...settings, organizer: 'Autre Club Fictif' });
    await page.getByLabel('Lieu').fill('Ailleurs');
    const form = page.locator('form').filter({ has: page.getByLabel('Lieu') });
    await form.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(note).toBeVisible();
    await expect(page.getByLabel('Organisateur')).toHaveValue('Autre Club Fictif');
    await form.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(page.getByText('Réglages enregistrés')).toBeVisible();
    const after = await read(`/api/competition/${competitionId}`);
    expect(after).toMatchObject({ location: 'Ailleurs', organizer: 'Autre Club Fictif' });
  });
});

test('a start order: the second of two who save sees the other’s order, and chooses', async ({ page }) => {
  const prepared = await prepareCompetition('Deux ordres', [1, 2, 3]);
  const { api, competitionId } = prepared;
  const setOrder = (dossards: number[]) =>
    put(prepared, `/api/competition/${competitionId}/startorder`, { category: 'U13', gender: 'F', dossards });
  const orderNow = async () => {
    const { groups } = await (await api.get(`/api/competition/${competitionId}/startorder`)).json();
    return groups.flatMap(({ riders }: { riders: { dossard: number }[] }) => riders.map(({ dossard }) => dossard));
  };
  await signIn(page, `/competitions/${competitionId}/start-order`);
  const riders = page.getByRole('main').getByRole('list').getByRole('listitem');
  const reverse = page.getByRole('button', { name: 'Inverser' });
  const save = page.getByRole('button', { name: 'Enregistrer l’ordre' });
  const note = page.getByRole('main').getByText('Quelqu’un a fait une modification entre-temps.');
  await reverse.click();
  await setOrder([2, 3, 1]);
  await save.click();
  await expect(note).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Ordre de départ : – → 2, 3, 1');
  expect(await orderNow()).toEqual([2, 3, 1]);
  await expect(page.getByText('Pas encore enregistré')).toBeVisible();
  await save.click();
  await expect(page.getByText('Ordre de départ enregistré')).toBeVisible();
  await expect(note).toHaveCount(0);
  expect(await orderNow()).toEqual([3, 2, 1]);

  await reverse.click();
  await setOrder([1, 3, 2]);
  await save.click();
  await page.getByRole('button', { name: 'Prendre l’autre ordre' }).click();
  await expect(note).toHaveCount(0);
  await expect(riders).toHaveText([/Exemple 1/, /Exemple 3/, /Exemple 2/]);
  expect(await orderNow()).toEqual([1, 3, 2]);

  // Deleting the order is also refused once, and done when the current order has been seen.
  const removal = page.getByRole('button', { name: 'Supprimer l’ordre' });
  const dialog = page.getByRole('dialog');
  await removal.click();
  await setOrder([3, 1, 2]);
  await dialog.getByRole('button', { name: 'Supprimer l’ordre' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Quelqu’un a fait une modification entre-temps.');
  expect(await orderNow()).toEqual([3, 1, 2]);
  await dialog.getByRole('button', { name: 'Supprimer l’ordre' }).click();
  await expect(page.getByText('Plus d’ordre de départ')).toBeVisible();
  expect(await orderNow()).toEqual([]);
});
