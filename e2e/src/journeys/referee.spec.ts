import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, runsOf } from '../prepare.ts';
import { phone, recordRun, rideToCheck, signIn, signInHere } from '../steps.ts';

const door = { points_door1: 1, points_door2: 1, points_door3: 1, points_door4: 1, points_door5: 1, points_door6: 1 };
const other = { category: 'U17', gender: 'H', ...door };

/* The referee's screen in case of problems: wrong bib, lost network, lost answer, a reloaded page. */

test.use({ viewport: phone, hasTouch: true });

async function openZone(page: Page, name: string): Promise<Prepared> {
  const prepared = await prepareCompetition(name, [7, 112]);
  await signIn(page, `/competitions/${prepared.competitionId}/zones/${prepared.zoneId}/referee`);
  return prepared;
}

test('a wrong bib number is reported, and the next one can be typed immediately', async ({ page }) => {
  await openZone(page, 'Mauvais dossard');
  const field = page.getByLabel('Dossard');
  for (const wrong of ['', '0', 'douze', '-3']) {
    await field.fill(wrong);
    await field.press('Enter');
    await expect(page.getByText('Veuillez saisir un numéro de dossard valable.')).toBeVisible();
    await expect(field).toBeFocused();
  }
  await field.fill('999');
  await field.press('Enter');
  await expect(page.getByText('Aucun participant ne porte ce dossard.')).toBeVisible();
  await field.fill('112');
  await field.press('Enter');
  await expect(page.getByText('Zoé Exemple 112')).toBeVisible();
  await expect(page.getByText('Les Dalles · U13 Femmes')).toBeVisible();
});

test('a rider whom the zone has no graduation for cannot be confirmed', async ({ page }) => {
  const { api, competitionId } = await openZone(page, 'Sans barème');
  const rider = {
    competition_id: competitionId,
    dossard_number: 7,
    first_name: 'Zoé',
    last_name: 'Exemple',
    gender: 'F',
  };
  await api.put('/api/participant', { data: { ...rider, category: 'U17' } });
  await page.getByLabel('Dossard').fill('7');
  await page.getByRole('button', { name: 'Chercher le pilote' }).click();
  await expect(page.getByText('Cette zone n’a pas de barème pour U17 Femmes.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirmer' })).toBeDisabled();
  await page.getByRole('button', { name: 'Autre dossard' }).click();
  await expect(page.getByLabel('Dossard')).toBeVisible();
});

for (const [what, advice, takeAway] of [
  [
    'its graduation',
    'Demandez à l’organisateur de compléter les barèmes de la zone, puis réessayez.',
    ({ api, competitionId, zoneId }: Prepared) =>
      api.put(`/api/competition/${competitionId}/zone/${zoneId}`, {
        data: { name: 'Les Dalles', graduations: [other] },
      }),
  ],
  [
    'the whole zone',
    'Demandez à l’organisateur de rétablir la zone depuis l’historique, puis réessayez.',
    ({ api, competitionId, zoneId }: Prepared) => api.delete(`/api/competition/${competitionId}/zone/${zoneId}`),
  ],
] as const) {
  test(`a run continues when ${what} is deleted meanwhile, and is stored with the reason`, async ({ page }) => {
    await page.clock.install();
    const prepared = await openZone(page, `Zone perdue ${what}`);
    await page.getByLabel('Dossard').fill('112');
    await page.getByRole('button', { name: 'Chercher le pilote' }).click();
    await page.getByRole('button', { name: 'Confirmer' }).click();
    await page.getByRole('button', { name: 'Lancer le chrono' }).click();
    await page.getByRole('button', { name: /^P1/ }).click();
    expect((await takeAway(prepared)).ok()).toBe(true);
    // Until the phone polls again.
    await page.clock.fastForward('00:10');
    await page.reload();
    await expect(page.getByRole('button', { name: /^P1/ })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: /^P6/ }).click();
    await expect(page.getByRole('status').filter({ hasText: /^20$/ })).toBeVisible();
    await page.getByRole('button', { name: 'Arrêter le chrono' }).click();
    await page.getByRole('button', { name: 'Valider le passage' }).click();
    await expect(page.getByText('Cette zone n’a plus de barème pour ce pilote.')).toBeVisible();
    await page.getByRole('button', { name: 'Enregistrer le passage' }).click();
    await expect(page.getByText('Le passage n’a pas pu être enregistré.')).toBeVisible();
    await page.goto(`${process.env.JOURNEY_URL}/competitions/outbox`);
    await expect(page.getByText('Zoé Exemple 112')).toBeVisible();
    await expect(page.getByText(advice)).toBeVisible();
  });
}

test('an earlier run of the rider in this zone is shown before another one', async ({ page }) => {
  await openZone(page, 'Deuxième passage');
  await recordRun(page, { dossard: 112, doors: [1, 2], penality: 0 });
  await page.getByLabel('Dossard').fill('112');
  await page.getByRole('button', { name: 'Chercher le pilote' }).click();
  await expect(page.getByText(/Ce pilote a déjà 1 passage ici\u00a0: 20 points/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Confirmer' })).toBeEnabled();
});

test('a reload during a run loses nothing, and the timer continues', async ({ page }) => {
  await openZone(page, 'Page rechargée');
  await page.getByLabel('Dossard').fill('112');
  await page.getByRole('button', { name: 'Chercher le pilote' }).click();
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await page.getByRole('button', { name: 'Lancer le chrono' }).click();
  await page.getByRole('button', { name: /^P2/ }).click();
  await page.getByRole('button', { name: 'Une pénalité de plus' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Arrêter le chrono' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^P2/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('1 pénalité')).toBeVisible();
  await expect(page.getByRole('timer')).not.toHaveText('0:00');
});

test('without network the run is stored, the next rider can start, and the run is sent once when the network is back', async ({
  page,
  context,
}) => {
  const prepared = await openZone(page, 'Sans réseau');
  await rideToCheck(page, 112);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Enregistrer le passage' }).click();
  await expect(page.getByRole('heading', { name: 'Passage gardé sur ce téléphone' })).toBeVisible();
  await expect(page.getByLabel('Dossard')).toBeVisible();
  await expect(page.getByRole('link', { name: '1 passage non envoyé' })).toBeVisible();
  await rideToCheck(page, 7);
  await page.getByRole('button', { name: 'Enregistrer le passage' }).click();
  await expect(page.getByRole('link', { name: '2 passages non envoyés' })).toBeVisible();
  const isWhole = (part: Element) => part.scrollHeight <= (part.parentElement?.clientHeight ?? 0);
  expect(await page.getByText('Hors ligne depuis').evaluate(isWhole)).toBe(true);
  expect(await runsOf(prepared, 112)).toEqual([]);
  await context.setOffline(false);
  await expect(page.getByRole('link', { name: /non envoyé/ })).toBeHidden();
  expect(await runsOf(prepared, 112)).toMatchObject([{ points: 10 }]);
  expect(await runsOf(prepared, 7)).toHaveLength(1);
});

test('after three failed answers the run can be retried manually, with the same id', async ({ page }) => {
  const prepared = await openZone(page, 'Serveur en panne');
  const sent: string[] = [];
  await page.route('**/api/run', (route) => {
    sent.push(route.request().postDataJSON().submission_id);
    return route.fulfill({ status: 500, json: {} });
  });
  await rideToCheck(page, 7);
  await page.getByRole('button', { name: 'Enregistrer le passage' }).click();
  await expect(page.getByText('Il est gardé sur ce téléphone\u00a0: vous pouvez continuer.')).toBeVisible();
  await expect(page.getByText('Le passage n’a pas pu être enregistré.')).toBeVisible();
  expect(sent).toHaveLength(3);
  await page.unroute('**/api/run');
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(page.getByRole('heading', { name: 'Passage enregistré' })).toBeVisible();
  expect(new Set(sent).size).toBe(1);
  expect(await runsOf(prepared, 7)).toMatchObject([{ points: 10 }]);
});

test('a lost answer does not record the run twice', async ({ page }) => {
  const prepared = await openZone(page, 'Réponse perdue');
  await page.route('**/api/run', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await rideToCheck(page, 112);
  await page.getByRole('button', { name: 'Enregistrer le passage' }).click();
  await expect(page.getByRole('heading', { name: 'Passage enregistré' })).toBeVisible();
  expect(await runsOf(prepared, 112)).toHaveLength(1);
});

test('after the confirmation the screen automatically asks for the next bib', async ({ page }) => {
  await openZone(page, 'Pilote suivant');
  await rideToCheck(page, 112);
  await page.getByRole('button', { name: 'Enregistrer le passage' }).click();
  await expect(page.getByRole('heading', { name: 'Passage enregistré' })).toBeVisible();
  await expect(page.getByLabel('Dossard')).toHaveValue('');
});

test('the timer ends at two minutes', async ({ page }) => {
  await page.clock.install();
  await openZone(page, 'Deux minutes');
  await page.getByLabel('Dossard').fill('112');
  await page.getByRole('button', { name: 'Chercher le pilote' }).click();
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await page.getByRole('button', { name: 'Lancer le chrono' }).click();
  await page.clock.fastForward('02:10');
  await expect(page.getByRole('timer')).toHaveText(/2:00\s*TEMPS MAX/);
  await page.getByRole('button', { name: 'Valider le passage' }).click();
  await expect(page.getByText('2:00')).toBeVisible();
});

test('five penalties end the run: a message says so, and the stop button is highlighted', async ({ page }) => {
  await openZone(page, 'Cinq pénalités');
  await page.getByLabel('Dossard').fill('112');
  await page.getByRole('button', { name: 'Chercher le pilote' }).click();
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await page.getByRole('button', { name: 'Lancer le chrono' }).click();
  const more = page.getByRole('button', { name: 'Une pénalité de plus' });
  const stop = page.getByRole('button', { name: 'Arrêter le chrono' });
  const before = await stop.boundingBox();
  for (let dab = 0; dab < 4; dab += 1) await more.click();
  await expect(page.getByText('PASSAGE TERMINÉ')).toHaveCount(0);
  await more.click();
  await expect(page.getByRole('status').filter({ hasText: 'PASSAGE TERMINÉ' })).toBeVisible();
  await expect(stop).toBeFocused();
  // Nothing moves under the thumb during counting.
  expect(await stop.boundingBox()).toEqual(before);
  await page.getByRole('button', { name: 'Retirer une pénalité' }).click();
  await expect(page.getByText('PASSAGE TERMINÉ')).toHaveCount(0);
});

// WCAG 2.2.1
test('after eight minutes without input the referee confirms or changes the zone', async ({ page }) => {
  await page.clock.install();
  await openZone(page, 'Inactivité');
  await expect(page.getByLabel('Dossard')).toBeVisible();
  await page.clock.fastForward('08:02');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Êtes-vous toujours sur la zone');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Oui, c’est ma zone' }).click();
  await expect(dialog).toBeHidden();
  await page.clock.fastForward('08:02');
  await dialog.getByRole('link', { name: 'Changer de zone' }).click();
  await expect(page).toHaveURL(/\/zones$/);
});

test('a double tap on a button does not press the one that replaces it', async ({ page }) => {
  await openZone(page, 'Double appui');
  await page.getByLabel('Dossard').fill('112');
  await page.getByRole('button', { name: 'Chercher le pilote' }).dblclick();
  await expect(page.getByRole('button', { name: 'Confirmer' })).toBeVisible();
  await page.getByRole('button', { name: 'Confirmer' }).dblclick();
  await expect(page.getByRole('timer')).toHaveText('0:00');
  await page.getByRole('button', { name: 'Lancer le chrono' }).click();
  await page.getByRole('button', { name: /^P1/ }).click();
  await page.getByRole('button', { name: 'Arrêter le chrono' }).dblclick({ position: { x: 40, y: 30 } });
  await expect(page.getByRole('button', { name: /^P1/ })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Valider le passage' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Tout est correct\u00a0?' })).toBeVisible();
});

test('a cancelled manual retry leaves the run in the outbox, and it is sent from there', async ({ page }) => {
  await page.clock.install();
  const prepared = await openZone(page, 'Essai annulé');
  await page.route('**/api/run', (route) => route.fulfill({ status: 500, json: {} }));
  await rideToCheck(page, 7);
  await page.getByRole('button', { name: 'Enregistrer le passage' }).click();
  await expect(page.getByText('Le passage n’a pas pu être enregistré.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Annuler' })).toHaveAccessibleDescription(
    '«\u00a0Annuler\u00a0» n’efface rien\u00a0: le passage reste sur ce téléphone et partira tout seul.',
  );
  await page.getByRole('button', { name: 'Annuler' }).click();
  await expect(page.getByLabel('Dossard')).toBeVisible();
  // From here on nothing is retried automatically.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('link', { name: '1 passage non envoyé' }).click();
  const run = page.getByRole('article', { name: '7 Zoé Exemple' });
  await expect(run.getByText('En attente', { exact: true })).toBeVisible();
  await page.unroute('**/api/run');
  await run.getByRole('button', { name: 'Réessayer' }).click();
  await expect(run.getByText('Envoyé ✓')).toBeVisible();
  expect(await runsOf(prepared, 7)).toHaveLength(1);
});

test('a session that ends during a run does not lose it: it is sent after signing in', async ({ page, context }) => {
  const prepared = await openZone(page, 'Session finie');
  await rideToCheck(page, 112);
  await context.clearCookies();
  await page.getByRole('button', { name: 'Enregistrer le passage' }).click();
  await expect(page.getByText('Le passage n’a pas pu être enregistré.')).toBeVisible();
  await page.getByRole('link', { name: 'Se connecter' }).click();
  await signInHere(page);
  await expect(page.getByRole('link', { name: /non envoyé/ })).toBeHidden();
  await expect.poll(() => runsOf(prepared, 112)).toHaveLength(1);
});

test('a screen that waits for riders is not left when the session ends', async ({ page, context }) => {
  await page.clock.install();
  await openZone(page, 'Session finie en attendant');
  await expect(page.getByText(/Prêt hors ligne/)).toBeVisible();
  await context.clearCookies();
  let refused = 0;
  page.on('response', (response) => {
    if (response.status() === 401) refused += 1;
  });
  // The zones, the list of riders and the desk's answers are read again by timers.
  await expect(async () => {
    await page.clock.runFor(20_000);
    expect(refused).toBeGreaterThan(8);
  }).toPass();
  await expect(page.getByLabel('Dossard')).toBeVisible();
  await expect(page).toHaveURL(/referee$/);
});

test('leaving the zone with an unrecorded run asks for confirmation', async ({ page }) => {
  await openZone(page, 'Départ');
  await rideToCheck(page, 112);
  page.once('dialog', (dialog) => dialog.dismiss());
  await page.getByRole('link', { name: 'Changer de zone' }).click();
  await expect(page.getByRole('heading', { name: 'Tout est correct\u00a0?' })).toBeVisible();
  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('link', { name: 'Changer de zone' }).click();
  await expect(page).toHaveURL(/\/zones$/);
});

for (const [held, viewport] of Object.entries({
  'on the smallest phone': { width: 320, height: 568 },
  'on a phone held sideways': { width: 667, height: 375 },
})) {
  // WCAG 1.3.4
  test(`nothing of a run is cut off ${held}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await openZone(page, `Petit écran ${viewport.width}`);
    await page.getByLabel('Dossard').fill('7');
    await page.getByRole('button', { name: 'Chercher le pilote' }).click();
    await page.getByRole('button', { name: 'Confirmer' }).click();
    await page.getByRole('button', { name: 'Lancer le chrono' }).click();
    for (const button of await page.getByRole('main').getByRole('button').all()) {
      const box = await button.boundingBox();
      expect(box?.x, (await button.textContent()) ?? '').toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width);
      expect(box?.height).toBeGreaterThanOrEqual(44);
    }
  });
}
