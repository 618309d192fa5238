import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, recordRuns } from '../prepare.ts';
import { desktop, home, phone, readRanking, signIn } from '../steps.ts';

/* A final after a semi-final, and ties that the semi-final or a jury decides. */

const group = 'U13 Femmes';

/** Records a run of each bib with the given number of doors, all in the same time. */
async function rideAlike({ api, competitionId, zoneId }: Prepared, doorsOf: Record<number, number>): Promise<void> {
  for (const [dossard, won] of Object.entries(doorsOf)) {
    const doors = Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`door${door}`, door <= won]));
    const run = {
      competition_id: competitionId,
      zone_id: zoneId,
      dossard: Number(dossard),
      penality: 0,
      chrono_sec: 60,
    };
    const answer = await api.post('/api/run', {
      data: { submission_id: `alike-${competitionId}-${dossard}`, ...run, ...doors },
    });
    expect(answer.status()).toBe(201);
  }
}

/** Ticks a tie-break in the settings and saves them. */
async function chooseTieBreak(page: Page, competitionId: number, name: string): Promise<void> {
  await page.goto(`${home()}/competitions/${competitionId}/edit?section=rules`);
  await page.getByRole('checkbox', { name }).check();
  const form = page.locator('form').filter({ has: page.getByRole('checkbox', { name }) });
  await form.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await expect(page.getByText('Réglages enregistrés')).toBeVisible();
}

const ranksOf = async (page: Page) => (await readRanking(page, group)).map(([rank, bib]) => [rank, bib]);

test('riders qualify for the final with their bibs, start in reverse order, and the semi-final decides their ties', async ({
  page,
}) => {
  const semifinal = await prepareCompetition('Demi-finale des Crêtes', [1, 2, 3, 4, 5, 6, 7]);
  await recordRuns(semifinal, [3, 4, 2, 5, 6]);
  await rideAlike(semifinal, { 1: 0 });
  const final = await prepareCompetition('Finale des Crêtes', []);
  await page.setViewportSize(desktop);
  await signIn(page, `/competitions/${final.competitionId}/edit?section=rounds`);

  const card = page.getByRole('region', { name: 'Manche précédente' });
  const choice = card.getByLabel('Pilotes venant de');
  await choice.selectOption(String(semifinal.competitionId));
  await card.getByLabel(group).fill('6');
  await card.getByRole('button', { name: 'Enregistrer la manche' }).click();
  await card.getByRole('button', { name: 'Prendre les qualifiés' }).click();
  const plan = page.getByRole('dialog').getByRole('row');
  await expect(plan).toHaveCount(7);
  await expect(plan.nth(1)).toContainText('Exemple 1');
  await expect(plan.nth(6)).toContainText('Exemple 3');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Inscrire 6 pilotes' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  // The referee sees who is next, and taps one; any other bib can still be typed.
  await page.setViewportSize(phone);
  await page.goto(`${home()}/competitions/${final.competitionId}/zones/${final.zoneId}/referee`);
  const next = page.getByRole('list', { name: 'À suivre' }).getByRole('button');
  await expect(next).toHaveText([/^1/, /^6/, /^5/]);
  await expectAccessible(page);
  await next.nth(1).click();
  await expect(page.getByText('Zoé Exemple 6')).toBeVisible();

  await page.setViewportSize(desktop);
  await rideAlike(final, { 1: 6, 2: 4, 3: 4, 4: 4, 5: 2, 6: 1 });
  await page.goto(`${home()}/competitions/${final.competitionId}/live-ranking`);
  await expect(page.getByRole('row', { name: /Exemple 6/ })).toBeVisible();
  expect((await ranksOf(page)).map(([rank]) => rank)).toEqual(['1', '2', '2', '2', '5', '6']);
  await chooseTieBreak(page, final.competitionId, 'Manche précédente');
  await page.goto(`${home()}/competitions/${final.competitionId}/live-ranking`);
  await expect(page.getByRole('row', { name: /Exemple 6/ })).toBeVisible();
  expect(await ranksOf(page)).toEqual([
    ['1', '1'],
    ['2', '3'],
    ['3', '4'],
    ['4', '2'],
    ['5', '5'],
    ['6', '6'],
  ]);
});

test('a jury orders tied riders with a reason that the rider’s card shows, and revokes it', async ({ page }) => {
  const prepared = await prepareCompetition('Finale départagée', [1, 2, 3, 4]);
  const { competitionId } = prepared;
  await rideAlike(prepared, { 1: 5, 2: 3, 3: 3, 4: 3 });
  await page.setViewportSize(phone);
  await signIn(page, `/competitions/${competitionId}/results`);
  const row = page.getByRole('row', { name: new RegExp(`^${group}`) });
  await expect(row).toBeVisible();
  const card = page.getByRole('region', { name: 'Décision du jury' });
  await expect(card).toHaveCount(0);
  await chooseTieBreak(page, competitionId, 'Décision du jury');

  await page.goto(`${home()}/competitions/${competitionId}/results`);
  await expect(card).toContainText('À égalité jusqu’au bout : dossards 2, 3, 4.');
  const dialog = page.getByRole('dialog');
  await test.step('who publishes before is told what is still open', async () => {
    const data = { dossard: 1, text: 'La porte 6 est passée.' };
    expect((await prepared.api.post(`/api/competition/${competitionId}/complaints`, { data })).ok()).toBe(true);
    await page.reload();
    await row.getByRole('button', { name: /^Actions/ }).click();
    await page.getByRole('menuitem', { name: 'Publier officiel' }).click();
    await expect(dialog).toContainText('1 réclamation ouverte');
    await expect(dialog).toContainText('égalité à départager');
    await dialog.getByRole('button', { name: 'Annuler' }).click();
  });
  await card.getByRole('button', { name: 'Départager' }).click();
  for (const _ of [1, 2]) await dialog.getByRole('button', { name: 'Monter « Dossard 4 »' }).click();
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog.getByText('Indiquez la raison.')).toBeVisible();
  await dialog.getByLabel('Raison').fill('Barrage sur la zone 3');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(card).toContainText('Ordre du jury : 4, 2, 3.');
  await expect(card.getByText(/À égalité/)).toHaveCount(0);

  await page.goto(`${home()}/public/competitions/${competitionId}/live-ranking?rider=2`);
  await expect(page.locator('#rider-2')).toContainText(
    'le jury en a décidé ainsi. Raison\u00a0: Barrage sur la zone 3',
  );

  await page.goto(`${home()}/competitions/${competitionId}/results`);
  await expect(card).toContainText('Ordre du jury');
  // A fourth rider joins the tie while the page is open: the order of three becomes invalid.
  const late = { category: 'U13', gender: 'F', first_name: 'Zoé', last_name: 'Exemple 9' };
  await prepared.api.post('/api/participant', { data: { competition_id: competitionId, dossard_number: 9, ...late } });
  await rideAlike(prepared, { 9: 3 });
  await expect(card).toContainText('À égalité jusqu’au bout : dossards 2, 3, 4, 9.');
  await expect(card).toContainText('cet ordre ne compte plus');

  await card.getByRole('button', { name: 'Retirer la décision' }).click();
  await dialog.getByRole('button', { name: 'Retirer la décision' }).click();
  await expect(card.getByText('Ordre du jury')).toHaveCount(0);
});

// WCAG 2.5.7
test('an admin sets a start order by hand, which the referee and the paper follow, and deletes it', async ({
  page,
}) => {
  const { competitionId, zoneId, api } = await prepareCompetition('Départs à la main', [1, 2, 3, 4, 5]);
  await page.setViewportSize(phone);
  await signIn(page, `/competitions/${competitionId}/participants`);
  await page.getByRole('link', { name: 'Ordre de départ' }).click();
  await expect(page.getByText('Ce groupe n’a pas encore d’ordre de départ.')).toBeVisible();
  const riders = page.getByRole('main').getByRole('list').getByRole('listitem');
  await expect(riders).toHaveText([/Exemple 1/, /Exemple 2/, /Exemple 3/, /Exemple 4/, /Exemple 5/]);
  await expectAccessible(page);

  // A bib and a place are typed; problems are reported, and Enter submits.
  await page.getByLabel('Dossard', { exact: true }).fill('9');
  await page.getByLabel('À la place').fill('1');
  await page.getByLabel('À la place').press('Enter');
  await expect(page.getByText('Aucun pilote de ce groupe ne porte le dossard 9.')).toBeVisible();
  await page.getByLabel('Dossard', { exact: true }).fill('4');
  await page.getByLabel('À la place').press('Enter');
  await expect(page.getByText('Aucun pilote de ce groupe')).toHaveCount(0);
  await expect(page.getByLabel('Dossard', { exact: true })).toBeFocused();
  await page.getByRole('button', { name: 'Monter « Dossard 3 »' }).click();
  await expect(riders).toHaveText([/Exemple 4/, /Exemple 1/, /Exemple 3/, /Exemple 2/, /Exemple 5/]);
  // A rider is added meanwhile: the edited order is kept, and the new rider is last.
  const late = { category: 'U13', gender: 'F', first_name: 'Zoé', last_name: 'Exemple 8' };
  await api.post('/api/participant', { data: { competition_id: competitionId, dossard_number: 8, ...late } });
  await page.getByRole('button', { name: 'Enregistrer l’ordre' }).click();
  await expect(page.getByText('Ordre de départ enregistré')).toBeVisible();
  await expect(riders).toHaveText([/Exemple 4/, /Exemple 1/, /Exemple 3/, /Exemple 2/, /Exemple 5/, /Exemple 8/]);

  await page.goto(`${home()}/competitions/${competitionId}/zones/${zoneId}/referee`);
  const next = page.getByRole('list', { name: 'À suivre' }).getByRole('button');
  await expect(next).toHaveText([/^4/, /^1/, /^3/]);

  await page.goto(`${home()}/competitions/${competitionId}/start-order`);
  await page.getByRole('button', { name: 'Inverser' }).click();
  await expect(riders.first()).toContainText('Exemple 8');
  await expect(page.getByText('Pas encore enregistré')).toBeVisible();
  // Unsaved changes are not lost by leaving the page.
  await page.getByRole('link', { name: 'Participants' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rester' }).click();
  await page.getByRole('button', { name: 'Supprimer l’ordre' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer l’ordre' }).click();
  await expect(page.getByText('Plus d’ordre de départ')).toBeVisible();
  await expect(riders).toHaveText([/Exemple 1/, /Exemple 2/, /Exemple 3/, /Exemple 4/, /Exemple 5/, /Exemple 8/]);

  // The groups that have none are drawn together.
  const other = { competition_id: competitionId, dossard_number: 9, category: 'U9', gender: 'H' };
  await api.post('/api/participant', { data: { ...other, first_name: 'Léo', last_name: 'Exemple 9' } });
  await page.reload();
  await page.getByRole('button', { name: 'Tirer au sort les groupes sans ordre' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tirer au sort l’ordre de départ de ces groupes ?' });
  await expect(dialog).toContainText('U9 Hommes, U13 Femmes');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Tirer au sort' }).click();
  await expect(page.getByText('Groupes tirés au sort')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Supprimer l’ordre' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Tirer au sort les groupes sans ordre' })).toHaveCount(0);
  const { groups } = await (await api.get(`/api/competition/${competitionId}/startorder`)).json();
  expect(groups.map(({ riders: drawn }: { riders: object[] }) => drawn.length).sort()).toEqual([1, 6]);
});

test('who publishes a podium that is tied hears of it, and of the jury’s decision', async ({ page }) => {
  const prepared = await prepareCompetition('Podium à égalité', [7, 45]);
  await rideAlike(prepared, { 7: 2, 45: 2 });
  await signIn(page, `/competitions/${prepared.competitionId}/results`);
  await page.getByRole('button', { name: 'Actions pour U13 Femmes' }).click();
  await page.getByRole('menuitem', { name: 'Publier officiel' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Rang 1\u00a0: dossards 7, 45');
  await expectAccessible(page);
  await dialog.getByRole('link', { name: 'Règles du classement' }).click();
  await expect(page.getByRole('checkbox', { name: 'Décision du jury' })).not.toBeChecked();
});
