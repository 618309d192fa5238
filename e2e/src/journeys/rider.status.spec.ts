import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { prepareCompetition, prepareMember, recordRuns } from '../prepare.ts';
import { desktop, home, phone, signIn, signInAs } from '../steps.ts';

/* Riders who did not start, did not finish, are disqualified or not classified. */

const setStatus = async (page: Page, status: string, reason: string) => {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: status }).check();
  await dialog.getByLabel('Motif').fill(reason);
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog).toBeHidden();
};

for (const [screen, viewport] of [
  ['phone', phone],
  ['desktop', desktop],
] as const) {
  test(`a rider is disqualified from the list, and the public sees it without the reason (${screen})`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const prepared = await prepareCompetition(`Statut ${screen}`, [7, 112]);
    const { competitionId } = prepared;
    await recordRuns(prepared, [7, 112]);
    await signIn(page, `/competitions/${competitionId}/participants?tab=list`);
    await page.getByRole('button', { name: 'Actions pour 7 Zoé Exemple 7' }).click();
    await page.getByRole('menuitem', { name: 'Changer le statut' }).click();
    await expect(page.getByRole('dialog').getByLabel('Motif')).toHaveCount(0);
    await page.getByRole('dialog').getByRole('radio', { name: 'Disqualifié' }).check();
    await expect(page.getByText('Avec ce statut, les passages de ce pilote ne comptent plus.')).toBeVisible();
    await setStatus(page, 'Disqualifié', 'Vélo non conforme');
    await expect(page.getByRole('row', { name: /Exemple 7/ }).getByText('Disqualifié')).toBeVisible();

    await page.goto(`${home()}/public/competitions/${competitionId}/live-ranking`);
    const first = page.getByRole('row', { name: /Exemple 112/ });
    await expect(first).toContainText('1');
    const out = page.getByRole('row', { name: /Exemple 7/ });
    await expect(out).toContainText('Disqualifié');
    await out.getByRole('button', { expanded: false }).click();
    await expect(page.getByText('Disqualifié\u00a0: suit les pilotes classés, sans rang.')).toBeVisible();
    await expect(page.getByText('Vélo non conforme')).toHaveCount(0);

    await page.goto(`${home()}/competitions/${competitionId}/history`);
    await expect(page.getByText('Statut\u00a0: Aucun → Disqualifié')).toBeVisible();
    await page
      .getByRole('button', { name: /Annuler/ })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Annuler|Rétablir/ })
      .last()
      .click();
    await expect(page.getByText('Statut\u00a0: Disqualifié → Aucun')).toBeVisible();
  });
}

test('an editor marks from the runs that a rider did not start, and progress expects no more runs', async ({
  page,
}) => {
  const prepared = await prepareCompetition('Non partant', [7, 112]);
  const { competitionId } = prepared;
  await recordRuns(prepared, [112]);
  const editor = await prepareMember(prepared, 'editor');
  await signInAs(page, editor, `/competitions/${competitionId}/progress`);
  await expect(page.getByText('1 sur 2', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: /Exemple 7/ }).click();
  await page.getByRole('button', { name: 'Changer le statut' }).click();
  await setStatus(page, 'Non partant', 'Malade');
  await expect(page.getByText('Non partant · Malade')).toBeVisible();
  await page.goto(`${home()}/competitions/${competitionId}/progress`);
  await expect(page.getByText('1 sur 1', { exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: /Exemple 7/ })).toContainText('Non partant');
  // Also from the grid.
  await page.getByRole('button', { name: 'Statut de Zoé Exemple 112' }).click();
  await setStatus(page, 'Abandon', 'Casse');
  await expect(page.getByRole('row', { name: /Exemple 112/ })).toContainText('Abandon');
  // A referee is warned before the run.
  await signIn(page, `/competitions/${competitionId}/zones/${prepared.zoneId}/referee`);
  await page.getByLabel('Dossard').fill('7');
  await page.getByRole('button', { name: 'Chercher le pilote' }).click();
  await expect(page.getByRole('main').getByText('Non partant')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirmer' })).toBeEnabled();
});
