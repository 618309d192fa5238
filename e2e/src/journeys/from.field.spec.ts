import { randomUUID } from 'node:crypto';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, runsOf } from '../prepare.ts';
import { desktop, home, phone, rideToCheck, signIn, signInByForm } from '../steps.ts';

/* What a referee tells the desk from the field, with network and without: corrections, calls, a closed zone (U6 to U8). */

async function openZone(browser: Browser, { competitionId, zoneId }: Prepared): Promise<Page> {
  const page = await (await browser.newContext({ viewport: phone, hasTouch: true, locale: 'fr-FR' })).newPage();
  await signInByForm(page, `/competitions/${competitionId}/zones/${zoneId}/referee`);
  await expect(page.getByText(/Prêt hors ligne/)).toBeVisible();
  return page;
}

async function ride(page: Page, dossard: number) {
  await rideToCheck(page, dossard);
  await page.getByRole('button', { name: 'Enregistrer le passage' }).click();
  await expect(page.getByText('Passage enregistré')).toBeVisible();
  await expect(page.getByLabel('Dossard')).toBeVisible();
}

test('a correction asked without network reaches the desk, is accepted, and the answer reaches the phone', async ({
  page,
  browser,
}) => {
  const prepared = await prepareCompetition('Erreur de saisie', [7, 112]);
  const referee = await openZone(browser, prepared);
  await ride(referee, 112);
  await referee.context().setOffline(true);
  await referee.getByRole('button', { name: 'Erreur sur un de mes passages' }).click();
  const dialog = referee.getByRole('dialog');
  const inDialog = (part: Locator) =>
    part.evaluate(
      (it) => it.getBoundingClientRect().right <= (it.closest('dialog')?.getBoundingClientRect().right ?? 0),
    );
  const run = dialog.getByRole('button', { name: /^112/ });
  expect(await inDialog(run)).toBe(true);
  await run.click();
  const doors = await Promise.all(
    (await dialog.getByRole('checkbox', { name: /^P\d/ }).all()).map((one) => one.boundingBox()),
  );
  // Three by three.
  expect(new Set(doors.slice(0, 3).map((door) => door?.y)).size).toBe(1);
  expect(doors.slice(3).map((door) => door?.x)).toEqual(doors.slice(0, 3).map((door) => door?.x));
  await dialog.getByRole('checkbox', { name: 'P2' }).check();
  await dialog.getByLabel('Que s’est-il passé ?').fill('Porte 2 oubliée');
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(referee.getByText(/1 message pour l’organisation part/)).toBeVisible();
  await referee.context().setOffline(false);
  await expect(referee.getByText(/message pour l’organisation/)).toBeHidden();
  await expect(referee.getByText('Envoyé. L’organisation va répondre.')).toBeVisible();

  const official = { category: 'U13', gender: 'F', state: 'official', accept_missing: true };
  await prepared.api.put(`/api/competition/${prepared.competitionId}/results`, { data: official });
  await page.setViewportSize(desktop);
  await signIn(page, `/competitions/${prepared.competitionId}/overview`);
  const field = page.getByRole('region', { name: 'Du terrain' });
  await expect(field.getByText('Porte 2 oubliée')).toBeVisible();
  await expect(field.getByText(/^Résultat officiel\u00a0: corriger change le classement en direct/)).toBeVisible();
  // A wrong digit is seen by the name.
  await expect(field.getByText('Zoé Exemple 112')).toBeVisible();
  await expect(field.getByText('Portes gagnées\u00a0: P1 → P1 P2')).toBeVisible();
  expect(await runsOf(prepared, 112)).toMatchObject([{ points: 10 }]);
  await field.getByLabel('Un mot pour le juge').fill('Merci');
  await field.getByRole('button', { name: 'Corriger' }).click();
  await expect(page.getByText('Passage du dossard 112 corrigé')).toBeVisible();
  expect(await runsOf(prepared, 112)).toMatchObject([{ points: 20, version: 2 }]);
  await referee.evaluate(() => scrollTo(0, 0));
  await expect(
    referee.getByRole('listitem').filter({ hasText: /L’organisation répond.*112 corrigé – Merci/ }),
  ).toBeInViewport({ ratio: 1 });
  await referee.getByRole('button', { name: /Compris/ }).click();
  await expect(referee.getByText(/L’organisation (répond|va répondre)/)).toHaveCount(0);
  // The list shows the run as the phone sent it, so it says that it was corrected since.
  await referee.getByRole('button', { name: 'Erreur sur un de mes passages' }).click();
  await expect(run).toContainText('Passage du dossard 112 corrigé');
});

test('a call reaches the desk and is answered; a closed zone is told to everybody, and opened again', async ({
  page,
  browser,
}) => {
  const prepared = await prepareCompetition('Orage', [7, 112]);
  const referee = await openZone(browser, prepared);
  await page.setViewportSize(desktop);
  await signIn(page, `/competitions/${prepared.competitionId}/overview`);
  await expect(page.getByRole('heading', { name: 'Zones' })).toBeVisible();
  const call = async (kind: string, text: string) => {
    await referee.getByRole('button', { name: 'Appeler l’organisation' }).click();
    const dialog = referee.getByRole('dialog');
    await dialog.getByRole('radio', { name: kind }).check();
    await dialog.getByLabel(/En quelques mots/).fill(text);
    await dialog.getByRole('button', { name: / la zone$/.test(kind) ? kind : 'Envoyer' }).click();
    await expect(referee.getByRole('button', { name: 'Appeler l’organisation' })).toBeFocused();
  };
  const elsewhere = await page.context().newPage();
  await elsewhere.setViewportSize(desktop);
  await elsewhere.goto(`${home()}/competitions/${prepared.competitionId}/participants?tab=list`);
  await call('Secours', 'Chute à la porte 3');
  await expect(referee.getByText(/^Secours.* · .* Envoyé\./)).toBeInViewport();
  const called = elsewhere.getByText('Chute à la porte 3');
  await expect(called).toBeVisible();
  await elsewhere.getByRole('button', { name: /^Actions pour 7/ }).click();
  await elsewhere.getByRole('menuitem', { name: 'Changer le statut' }).click();
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Enregistrer' }).click();
  const saved = elsewhere.getByText('Statut enregistré');
  await expect(async () => {
    const [bar, toast] = [await called.boundingBox(), await saved.boundingBox()];
    expect(toast && bar && toast.y + toast.height <= bar.y).toBe(true);
  }).toPass();
  await expect(elsewhere.getByText('Les Dalles')).toBeVisible();
  await elsewhere.getByRole('link', { name: 'Répondre' }).click();
  await expect(elsewhere.getByRole('region', { name: 'Du terrain' })).toContainText('Chute à la porte 3');
  await elsewhere.close();
  const field = page.getByRole('region', { name: 'Du terrain' });
  await expect(field.getByText('Chute à la porte 3')).toBeVisible();
  await expect(page.getByText('Le terrain attend une réponse.')).toBeVisible();
  await field.getByRole('textbox', { name: 'Réponse' }).fill('On arrive');
  await field.getByRole('button', { name: 'Répondre' }).click();
  // On top, and where the referee looks after sending.
  await expect(referee.getByText(/L’organisation répond.*Secours \(Chute à la porte 3\) – On arrive/)).toHaveCount(2);
  await expect(
    referee.getByText(/L’organisation répond.*Secours \(Chute à la porte 3\) – On arrive/).last(),
  ).toBeInViewport();
  await referee.getByRole('button', { name: /Compris/ }).click();

  const spectator = await (await browser.newContext({ viewport: phone, locale: 'fr-FR' })).newPage();
  await spectator.goto(`${home()}/public/competitions/${prepared.competitionId}/live-ranking`);
  await expect(spectator.getByText('En direct')).toBeVisible();
  const told = spectator.getByText('Zone fermée : Les Dalles');

  await call('Fermer la zone', '');
  await expect(referee.getByText('Cette zone est fermée.', { exact: false })).toBeVisible();
  await expect(field.getByText(/Les Dalles est fermée depuis/)).toBeVisible();
  await expect(told).toBeVisible();
  await expect(referee.getByText(/^Zone fermée · .* Envoyé\./)).toBeInViewport();
  await field.getByRole('button', { name: 'Rouvrir' }).click();
  await expect(page.getByText('Les Dalles est rouverte')).toBeVisible();
  await expect(told).toBeHidden();
  // That answers the call, too.
  await expect(referee.getByText(/L’organisation répond.*Zone fermée – Les Dalles est rouverte/).first()).toBeVisible();
  await expect(field).toBeHidden();
  await page.goto(`${home()}/competitions/${prepared.competitionId}/zones`);
  const isClosed = page.getByRole('region', { name: 'Les Dalles' }).getByText('Zone fermée');
  const choose = async (item: string, button: string) => {
    await page.getByRole('button', { name: 'Actions pour Les Dalles' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await page.getByRole('dialog').getByRole('button', { name: button }).click();
  };
  await choose('Fermer la zone', 'Fermer la zone');
  await expect(isClosed).toBeVisible();
  await choose('Rouvrir la zone', 'Rouvrir');
  await expect(isClosed).toBeHidden();
  await choose('Fermer la zone', 'Fermer la zone');
  await expect(isClosed).toBeVisible();
  // A complete group may lack what nobody waits for.
  await page.goto(`${home()}/competitions/${prepared.competitionId}/results`);
  await expect(page.getByRole('row', { name: /^U13 Femmes/ })).toContainText(/Zone fermée\s: Les Dalles/);
  await call('Rouvrir la zone', '');
  const banner = page.getByRole('complementary', { name: 'Du terrain' });
  await expect(banner).toContainText('Zone rouverte');
  await banner.getByRole('link', { name: 'Répondre' }).click();
  // Without a word to write.
  await field.getByRole('button', { name: /^Vu/ }).click();
  await expect(referee.getByText(/L’organisation répond.*Zone rouverte – Vu/).first()).toBeVisible();
});

test('help is called during a run, which goes on, and nothing moves', async ({ page, browser }) => {
  const prepared = await prepareCompetition('Chute', [112]);
  const referee = await openZone(browser, prepared);
  await page.setViewportSize(desktop);
  await signIn(page, `/competitions/${prepared.competitionId}/overview`);
  await referee.getByLabel('Dossard').fill('112');
  await referee.getByRole('button', { name: 'Chercher le pilote' }).click();
  await referee.getByRole('button', { name: 'Confirmer' }).click();
  await referee.getByRole('button', { name: 'Lancer le chrono' }).click();
  const stop = referee.getByRole('button', { name: 'Arrêter le chrono' });
  await expect(stop).toBeEnabled();
  const before = await stop.boundingBox();
  const dialog = referee.getByRole('dialog');
  await referee.getByRole('button', { name: 'Appeler l’organisation' }).click();
  await dialog.getByRole('radio', { name: 'Secours' }).check();
  await dialog.getByRole('button', { name: 'Envoyer' }).click();
  await expect(referee.getByRole('status').getByText('Appel envoyé')).toBeAttached();
  await expect(page.getByRole('region', { name: 'Du terrain' })).toContainText('Secours');
  expect(await stop.boundingBox()).toEqual(before);
  await expectAccessible(referee);
  await stop.click();
  await expect(referee.getByRole('timer')).not.toHaveText('0:00');
});

for (const where of ['the runs of the phone', 'the zones']) {
  test(`a call made without network leaves from ${where}, and nothing says that all is sent`, async ({ browser }) => {
    const prepared = await prepareCompetition('Appel sans réseau', [7]);
    const referee = await openZone(browser, prepared);
    await referee.context().setOffline(true);
    await referee.getByRole('button', { name: 'Appeler l’organisation' }).click();
    await referee.getByRole('radio', { name: 'Secours' }).check();
    await expect(referee.getByText(/téléphonez d’abord au 112/)).toBeVisible();
    await referee.getByRole('button', { name: 'Envoyer' }).click();
    await expect(referee.getByText(/1 message pour l’organisation part dès que/)).toBeVisible();
    if (where === 'the zones') await referee.getByRole('link', { name: 'Retour aux zones' }).click();
    else {
      await referee.getByRole('link', { name: 'Passages de ce téléphone' }).click();
      await expect(referee.getByRole('heading', { name: 'Passages de ce téléphone' })).toBeVisible();
      await expect(referee.getByText(/1 message pour l’organisation part dès que/)).toBeVisible();
      await expect(referee.getByText('Tout est envoyé')).toHaveCount(0);
    }
    // Half an hour later.
    await referee.clock.setFixedTime(Date.now() + 30 * 60_000);
    await referee.context().setOffline(false);
    const calls = async () =>
      (await (await prepared.api.get(`/api/competition/${prepared.competitionId}/calls`)).json()).calls;
    await expect.poll(calls).toMatchObject([{ kind: 'medical', zone_id: prepared.zoneId }]);
    const [{ at }] = await calls();
    expect(Math.round((Date.now() - Date.parse(at)) / 60_000)).toBe(30);
    if (where !== 'the zones') await expect(referee.getByText('Tout est envoyé')).toBeVisible();
  });
}

test('a page reads its zones again after a call stood above it, which needed them too', async ({ page }) => {
  const { api, competitionId, zoneId } = await prepareCompetition('Appel répondu', []);
  await page.setViewportSize(desktop);
  await signIn(page, `/competitions/${competitionId}/edit`);
  await expect(page.getByRole('heading', { name: /Les Dalles/ })).toBeVisible();
  const calls = `/api/competition/${competitionId}/calls`;
  const call = { call_id: randomUUID(), zone_id: zoneId, kind: 'question', text: 'Piquets' };
  expect((await api.post(calls, { data: call })).status()).toBe(201);
  await expect(page.getByText('Piquets')).toBeVisible();
  expect((await api.put(`${calls}/${call.call_id}`, { data: { answer: 'On arrive' } })).ok()).toBe(true);
  await expect(page.getByText('Piquets')).toBeHidden();
  await page.getByRole('button', { name: 'Ajouter une zone' }).click();
  await page.getByRole('button', { name: 'Créer la zone' }).click();
  await expect(page.getByRole('heading', { name: 'Zone 2' })).toBeVisible();
});

test('somebody hurt comes before an incident, and an incident before a question', async ({ page }) => {
  const { api, competitionId, zoneId } = await prepareCompetition('Appels par urgence', []);
  for (const [kind, text] of [
    ['question', 'Quelle zone ensuite'],
    ['incident', 'Barrière tombée'],
    ['medical', 'Poignet'],
    ['zone_closed', 'Orage'],
  ])
    await api.post(`/api/competition/${competitionId}/calls`, {
      data: { call_id: randomUUID(), zone_id: zoneId, kind, text },
    });
  await page.setViewportSize(desktop);
  await signIn(page, `/competitions/${competitionId}/participants`);
  await expect(page.getByRole('status').filter({ hasText: 'Poignet' })).toContainText('3 autres appels');
  await page.goto(`${home()}/competitions/${competitionId}/overview`);
  await expect(page.getByRole('listitem').filter({ has: page.getByLabel('Réponse') })).toContainText([
    'Poignet',
    'Barrière tombée',
    'Orage',
    'Quelle zone ensuite',
  ]);
});
