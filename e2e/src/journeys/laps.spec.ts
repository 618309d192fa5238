import { expect } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { prepareCompetition, recordRuns, tens } from '../prepare.ts';
import { home, phone, signIn } from '../steps.ts';

/* The number of runs of each rider in a zone: set once, used wherever runs are counted. */

test('the organiser sets the number of laps, and progress and referees use it (P1, P2)', async ({ page }) => {
  const prepared = await prepareCompetition('Tours', [7, 112]);
  const { competitionId, zoneId } = prepared;
  await recordRuns(prepared, [7, 112, 112]);
  await signIn(page, `/competitions/${competitionId}/edit?section=rounds`);
  const laps = page.getByLabel('Passages par zone', { exact: true });
  await expect(laps).toHaveValue('');
  await laps.selectOption('3');
  await page.getByText('Groupes avec un autre nombre').click();
  await page.getByLabel('U13 Femmes', { exact: true }).selectOption('2');
  await page.getByRole('button', { name: 'Enregistrer' }).first().click();
  await expect(page.getByText('Réglages enregistrés')).toBeVisible();
  await page.reload();
  await expect(laps).toHaveValue('3');
  await expect(page.getByLabel('U13 Femmes', { exact: true })).toHaveValue('2');

  await page.goto(`${home()}/competitions/${competitionId}/progress`);
  await expect(page.getByText('1 sur 2', { exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: /Exemple 7/ }).getByText('passages\u00a0: 1 sur 2')).toBeAttached();

  await page.goto(`${home()}/competitions/${competitionId}/history`);
  await expect(page.getByText('Groupes avec un autre nombre\u00a0: – → U13 F 2')).toBeVisible();

  await page.setViewportSize(phone);
  await page.goto(`${home()}/competitions/${competitionId}/zones/${zoneId}/referee`);
  await page.getByLabel('Dossard').fill('7');
  await page.getByRole('button', { name: 'Chercher le pilote' }).click();
  await expect(page.getByText('Dans cette zone\u00a0: 2 sur 2')).toBeVisible();
  await page.getByRole('button', { name: 'Autre dossard' }).click();
  await page.getByLabel('Dossard').fill('112');
  await page.getByRole('button', { name: 'Chercher le pilote' }).click();
  await expect(page.getByText('Passage 3\u00a0: 2 sont prévus dans cette zone')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirmer' })).toBeEnabled();

  // The same ride recorded twice counts until somebody sees it.
  await recordRuns(prepared, [112]);
  await page.goto(`${home()}/competitions/${competitionId}/overview`);
  const extra = page.getByRole('listitem').filter({ hasText: '3 passages pour 2 prévus' });
  await expect(extra).toContainText(/^Dossard 112 \(Zoé Exemple 112\), Les Dalles/);
  await extra.getByRole('link', { name: 'Passages' }).click();
  await expect(page).toHaveURL(/\/runs\?bib=112$/);
});

test('without planned laps, who publishes a list is told who lacks a zone, and where to plan them', async ({
  page,
}) => {
  const prepared = await prepareCompetition('Sans nombre de tours', [7, 45, 112]);
  const { api, competitionId } = prepared;
  await recordRuns(prepared, [7]);
  const zone = { name: 'Le Pont', graduations: [{ category: 'U13', gender: 'F', ...tens }] };
  await api.post(`/api/competition/${competitionId}/zone`, { data: zone });
  await api.put('/api/participant/status', {
    data: { competition_id: competitionId, dossard_number: 112, status: 'dns' },
  });
  await page.setViewportSize(phone);
  await signIn(page, `/competitions/${competitionId}/results`);
  await page.getByRole('button', { name: 'Actions pour U13 Femmes' }).click();
  await page.getByRole('menuitem', { name: 'Publier officiel' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('2 pilotes n’ont pas roulé dans toutes les zones')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText(['7Zoé Exemple 71', '45Zoé Exemple 452']);
  await expectAccessible(page);
  await dialog.getByRole('link', { name: 'Le fixer' }).click();
  await expect(page).toHaveURL(/edit\?section=rounds/);
});

test('who publishes a list is told of runs too many, which count, and of a day that has not come', async ({ page }) => {
  const prepared = await prepareCompetition('Un passage de trop', [7, 112], '2099-06-12');
  const { api, competitionId } = prepared;
  await recordRuns(prepared, [7, 112, 112]);
  const settings = await (await api.get(`/api/competition/${competitionId}`)).json();
  await api.put(`/api/competition/${competitionId}`, { data: { ...settings, laps: 1 } });
  await page.setViewportSize(phone);
  await signIn(page, `/competitions/${competitionId}/results`);
  await page.getByRole('button', { name: 'Actions pour U13 Femmes' }).click();
  await page.getByRole('menuitem', { name: 'Publier officiel' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Plus de passages que prévu')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Dossard 112 (Zoé Exemple 112), Les Dalles\u00a0: 2 passages pour 1 prévu',
  ]);
  await expect(dialog.getByRole('link', { name: /^Dossard 112/ })).toHaveAttribute('href', /\/runs\?bib=112$/);
  await expect(dialog.getByText('La compétition n’a lieu que le 12 juin 2099.')).toBeVisible();
  await expectAccessible(page);
});
