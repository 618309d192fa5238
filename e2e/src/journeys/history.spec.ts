import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, prepareMember, recordRuns, runsOf } from '../prepare.ts';
import { desktop, home, inEnglish, phone, signIn, signInAs } from '../steps.ts';

/* Changes and deletions in the history, and their undo; personal data of a rider, exported and erased. */

let prepared: Prepared;
test.beforeEach(async ({ page: _ }, { title }) => {
  prepared = await prepareCompetition(`Historique : ${title}`, [7, 45, 112]);
  await recordRuns(prepared, [45, 45, 7]);
});

const at = (path: string) => `/competitions/${prepared.competitionId}/${path}`;
const entryOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text }).first();
const riders = async () =>
  (await (await prepared.api.get(`/api/competition/${prepared.competitionId}/participants`)).json()).participants;

async function choose(page: Page, dossard: number, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions pour ${dossard} ` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  test.describe(size, () => {
    test.use({ viewport });

    test('a deleted rider is restored from the history, with the runs', async ({ page }) => {
      await prepared.api.delete('/api/participant', {
        data: { competition_id: prepared.competitionId, dossard_number: 45 },
      });
      await signIn(page, at('zones'));
      await page.getByRole('button', { name: 'Plus', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Historique' }).click();
      const entry = entryOf(page, 'Super Admin a supprimé Zoé Exemple 45, dossard 45');
      await expect(entry).toContainText('Supprimés\u00a0: 2 passages');
      await entry.getByRole('button', { name: 'Rétablir' }).click();
      const dialog = page.getByRole('dialog', { name: 'Rétablir ce qui a été supprimé\u00a0?' });
      await expect(dialog).toContainText('Reviennent\u00a0: 1 participant, 2 passages.');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Rétablir' }).click();
      await expect(entryOf(page, 'a rétabli Zoé Exemple 45, dossard 45')).toBeVisible();
      expect(await runsOf(prepared, 45)).toHaveLength(2);
    });

    test('a correction is shown with old and new values, and undone', async ({ page }) => {
      const [run] = await runsOf(prepared, 45);
      await prepared.api.put('/api/run', { data: { ...run, door6: true, penality: 2 } });
      await signIn(page, at('history'));
      const entry = entryOf(page, 'Super Admin a corrigé le passage 1 du dossard 45');
      for (const change of ['Points\u00a0: 50 → 60', 'Pénalités\u00a0: 0 → 2', 'P1 P2 P3 P4 P5 → P1 P2 P3 P4 P5 P6']) {
        await expect(entry).toContainText(change);
      }
      await entry.getByRole('button', { name: 'Annuler ce changement' }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText('Reprennent leur valeur d’avant\u00a0: 1 passage.');
      await dialog.getByRole('button', { name: 'Annuler ce changement' }).click();
      await expect(dialog).toBeHidden();
      expect((await runsOf(prepared, 45))[0]?.points).toBe(50);
    });

    test('an import is undone as a whole', async ({ page }) => {
      const rows = 'Dossard;Nom;Prénom;Sexe;Catégorie\n50;Petit;Inès;F;U13\n51;Le Gall;Maï;F;U13\n';
      await prepared.api.post(`/api/competition/${prepared.competitionId}/participants`, {
        multipart: { file: { name: 'engages.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) } },
      });
      await signIn(page, at('history'));
      const entry = entryOf(page, 'a importé «\u00a0engages.csv\u00a0»');
      await expect(entry).toContainText('Ajoutés\u00a0: 2 participants');
      await entry.getByRole('button', { name: 'Annuler ce changement' }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText('Sont retirés\u00a0: 2 participants.');
      await dialog.getByRole('button', { name: 'Annuler ce changement' }).click();
      await expect(entryOf(page, 'a annulé ou refait l’import de «\u00a0engages.csv\u00a0»')).toBeVisible();
      expect(await riders()).toHaveLength(3);
    });

    test('a deletion offers an immediate undo', async ({ page }) => {
      await signIn(page, at('participants?tab=list'));
      await choose(page, 45, 'Supprimer');
      await page.getByRole('dialog').getByRole('checkbox').check();
      await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
      const toast = page.getByRole('alert').filter({ hasText: 'Dossard 45 supprimé' });
      await toast.getByRole('button', { name: 'Annuler' }).click();
      await expect(page.getByText('C’est rétabli')).toBeVisible();
      await expect(page.getByRole('rowheader', { name: 'Zoé Exemple 45' })).toBeVisible();
      expect(await runsOf(prepared, 45)).toHaveLength(2);
    });

    test('a past ranking is shown', async ({ page }) => {
      const before = new Date();
      await expect(() => expect(Date.now()).toBeGreaterThan(before.getTime() + 1_500)).toPass();
      await prepared.api.delete('/api/run', {
        params: { competitionID: prepared.competitionId, dossard: 45, runNumber: 1 },
      });
      await signIn(page, at('history'));
      const inParis = new Date(before.getTime() + 1_000)
        .toLocaleString('sv-SE', { timeZone: 'Europe/Paris' })
        .replace(' ', 'T');
      await page.getByText('Classement à un moment passé').click();
      await page.getByLabel('Jour et heure').fill(inParis);
      const table = page.getByRole('table', { name: /^U13 Femmes, le/ });
      await expect(table.locator('tr', { hasText: 'Zoé Exemple 45' })).toContainText('90');
      await page.getByLabel('Jour et heure').fill('2020-01-01T10:00:00');
      await expect(page.getByText('Personne n’était inscrit dans ce groupe à ce moment.')).toBeVisible();
    });

    test('a rider’s data is exported and erased', async ({ page }) => {
      await signIn(page, at('participants?tab=list'));
      const download = page.waitForEvent('download');
      await choose(page, 45, 'Exporter ses données');
      const file = await download;
      expect(file.suggestedFilename()).toBe('donnees-dossard-45.json');
      const kept = JSON.parse(await readFile(await file.path(), 'utf8'));
      expect([kept.participant.last_name, kept.runs.length]).toEqual(['Exemple 45', 2]);
      await choose(page, 45, 'Effacer ses données');
      const dialog = page.getByRole('dialog', { name: 'Effacer les données personnelles\u00a0?' });
      await expect(dialog).toContainText('Le dossard, 2 passages et leurs points restent dans le classement.');
      await dialog.getByRole('button', { name: 'Effacer ses données' }).click();
      await expect(dialog).toContainText('Veuillez confirmer que vous comprenez que cette action est irréversible.');
      await dialog.getByRole('checkbox').check();
      await dialog.getByRole('button', { name: 'Effacer ses données' }).click();
      await expect(page.getByRole('rowheader', { name: 'Dossard 45' })).toBeVisible();
      await page.goto(`${home()}/public/competitions/${prepared.competitionId}/live-ranking`);
      await expect(page.locator('tr', { hasText: 'Dossard 45' })).toContainText('90');
      await expect(page.getByText('Exemple 45')).toBeHidden();
    });
  });
}

test('the history is filtered, and older entries are loaded on demand, in English too', async ({ page }) => {
  for (let dossard = 200; dossard < 235; dossard += 1) {
    const rider = { category: 'U13', gender: 'F', first_name: 'Inès', last_name: `Petit ${dossard}` };
    await prepared.api.post('/api/participant', {
      data: { competition_id: prepared.competitionId, dossard_number: dossard, ...rider },
    });
  }
  await inEnglish(page);
  await page.context().addCookies((await prepared.api.storageState()).cookies);
  await page.goto(home() + at('history'));
  await expect(page.getByText('entered Inès Petit 234, bib 234')).toBeVisible();
  await expect(page.getByText('created the competition')).toBeHidden();
  await page.getByRole('button', { name: 'Older' }).click();
  await expect(page.getByText('created the competition')).toBeVisible();
  await page.getByLabel('Show').selectOption('Zones');
  await expect(page.getByText('created the zone “Les Dalles”')).toBeVisible();
  await expect(page.getByText('created the competition')).toBeHidden();
  await page.getByLabel('Show').selectOption('Users');
  await expect(page.getByText('Nothing of this kind in the history.')).toBeVisible();
});

test('an editor sees no history, and no undo after deleting a run', async ({ page }) => {
  const editor = await prepareMember(prepared, 'editor');
  await signInAs(page, editor, at('zones'));
  await expect(page.getByRole('heading', { name: 'Les Dalles' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Historique', exact: true })).toBeHidden();
  await page.goto(home() + at('participants/45/runs'));
  await page.getByRole('button', { name: 'Supprimer' }).first().click();
  await page.getByRole('dialog').getByRole('checkbox').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Passage supprimé' });
  await expect(toast).toBeVisible();
  await expect(toast.getByRole('button', { name: 'Annuler' })).toBeHidden();
  await page.goto(home() + at('history'));
  await expect(page.getByText('Accès refusé').first()).toBeVisible();
});
