import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, prepareMember, runsOf } from '../prepare.ts';
import { home, phone, rideToCheck, signInAndRead, signInByForm } from '../steps.ts';

/* Trouble between a phone and the server: portals that answer everything, networks that hang, clocks that jump. */

test.use({ viewport: phone, hasTouch: true });

const portal = { status: 200, contentType: 'text/html', body: '<!doctype html><title>Wi-Fi</title>' };
const send = (page: Page) => page.getByRole('button', { name: 'Enregistrer le passage' }).click();

async function openZone(page: Page, name: string): Promise<Prepared> {
  const prepared = await prepareCompetition(name, [7, 112]);
  await signInByForm(page, `/competitions/${prepared.competitionId}/zones/${prepared.zoneId}/referee`);
  return prepared;
}

for (const [name, answer] of [
  ['a page of its own', portal],
  ['the request itself', undefined],
  ['a refusal that is not ours', { status: 404, json: { message: 'no route' } }],
] as const) {
  test(`a portal that answers a run with ${name} neither records nor refuses it`, async ({ page }) => {
    const prepared = await openZone(page, `Portail ${name}`);
    await page.route('**/api/run**', (route) =>
      route.fulfill(answer ?? { status: 200, json: route.request().postDataJSON() ?? { exists: true } }),
    );
    await rideToCheck(page, 7);
    await send(page);
    await expect(page.getByText('Le passage n’a pas pu être enregistré.')).toBeVisible();
    await expect(page.getByText('Passage enregistré')).toBeHidden();
    await page.unroute('**/api/run**');
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(page.getByRole('heading', { name: 'Passage enregistré' })).toBeVisible();
    expect(await runsOf(prepared, 7)).toHaveLength(1);
  });
}

test('a network that hangs does not block the referee: the run is stored, and the next rider can start', async ({
  page,
}) => {
  const prepared = await openZone(page, 'Réseau qui pend');
  const hanging: (() => void)[] = [];
  await page.route('**/api/run', async (route) => {
    await new Promise<void>((resolve) => hanging.push(resolve));
    await route.continue();
  });
  await rideToCheck(page, 7);
  await send(page);
  await expect(page.getByRole('heading', { name: 'Passage gardé sur ce téléphone' })).toBeVisible();
  await expect(page.getByLabel('Dossard')).toHaveValue('');
  await expect(page.getByRole('link', { name: '1 passage non envoyé' })).toBeVisible();
  for (const release of hanging) release();
  await expect(page.getByRole('link', { name: /non envoyé/ })).toBeHidden();
  expect(await runsOf(prepared, 7)).toHaveLength(1);
});

test('a refusal that arrives after the referee has moved on is shown before the next bib', async ({ page }) => {
  const prepared = await openZone(page, 'Refus tardif');
  let refuse = () => {};
  await page.route('**/api/run', async (route) => {
    await new Promise<void>((resolve) => {
      refuse = resolve;
    });
    await route.continue();
  });
  await rideToCheck(page, 7);
  await prepared.api.delete('/api/participant', {
    data: { competition_id: prepared.competitionId, dossard_number: 7 },
  });
  await send(page);
  await expect(page.getByLabel('Dossard')).toHaveValue('');
  refuse();
  await expect(page.getByText('Le passage n’a pas pu être enregistré.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Passages de ce téléphone' })).toBeVisible();
  await page.getByRole('button', { name: 'Annuler' }).click();
  await expect(page.getByLabel('Dossard')).toBeVisible();
  await expect(page.getByRole('link', { name: '1 passage non envoyé' })).toBeVisible();
});

test('after the session has ended, every later run shows it, also of the same rider', async ({ page, context }) => {
  await openZone(page, 'Session finie deux fois');
  await rideToCheck(page, 7);
  await context.clearCookies();
  await send(page);
  await expect(page.getByRole('link', { name: 'Se connecter' })).toBeVisible();
  await page.getByRole('button', { name: 'Annuler' }).click();
  await rideToCheck(page, 7);
  await send(page);
  await expect(page.getByRole('link', { name: 'Se connecter' })).toBeVisible();
});

for (const [name, jump] of [
  ['ahead', 45_000],
  ['back', -60_000],
] as const) {
  test(`a phone clock that jumps ${name} during a run changes neither its time nor its doors`, async ({ page }) => {
    await openZone(page, `Horloge ${name}`);
    await page.getByLabel('Dossard').fill('7');
    await page.getByRole('button', { name: 'Chercher le pilote' }).click();
    await page.getByRole('button', { name: 'Confirmer' }).click();
    await page.getByRole('button', { name: 'Lancer le chrono' }).click();
    await page.evaluate((by) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + by;
    }, jump);
    await page.getByRole('button', { name: /^P1/ }).click();
    await page.getByRole('button', { name: 'Arrêter le chrono' }).click();
    await expect(page.getByRole('button', { name: /^P1/ })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Valider le passage' }).click();
    await expect(page.getByText('L’heure du téléphone a changé pendant le passage.')).toBeVisible();
    await expect(page.getByRole('definition').last()).toHaveText(/^0:0\d$/);
  });
}

for (const [name, fail] of [
  ['without network', (page: Page) => page.context().setOffline(true)],
  ['while the server fails', (page: Page) => page.route('**/api/logout', (route) => route.fulfill({ status: 500 }))],
] as const) {
  test(`signing out ${name} does not leave the account open for the next person`, async ({ page, context }) => {
    await signInByForm(page);
    await fail(page);
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await expect(page.getByText('Déconnexion en attente du réseau')).toBeVisible();
    const read: string[] = [];
    page.on('response', (response) => {
      if (response.ok() && /\/api\/(competition$|user)/.test(response.url())) read.push(response.url());
    });
    await context.setOffline(false);
    await page.unrouteAll();
    await page.goto(`${home()}/competitions`);
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText('Déconnexion en attente du réseau')).toBeHidden();
    expect(read).toEqual([]);
    const { status } = await page.evaluate(async () => ({ status: (await fetch('/api/user/profile')).status }));
    expect(status).toBe(401);
  });
}

test('after a failed sign-out the session cannot be used, also after a reload', async ({ page }) => {
  await signInByForm(page);
  await page.route('**/api/logout', (route) => route.fulfill({ status: 500 }));
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
  await expect(page.getByText('Déconnexion en attente du réseau')).toBeVisible();
  await page.goto(`${home()}/competitions`);
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('Déconnexion en attente du réseau')).toBeVisible();
});

test('a failed check does not mark an unknown reader as signed in', async ({ page }) => {
  await page.route('**/api/user/profile', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${home()}/competitions`);
  await expect(page.getByRole('heading', { name: 'Mes compétitions' })).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('explicitAuthSet'))).toBeNull();
  await page.unroute('**/api/user/profile');
  await page.goto(`${home()}/profile`);
  await expect(page).toHaveURL(/\/login/);
});

test('a page that was opened without network notices that it is back', async ({ page, context }) => {
  await openZone(page, 'Ouverte hors ligne');
  await expect(page.getByText(/Prêt (sans réseau|hors ligne)/)).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.goto(`${home()}/competitions`);
  await expect(page.getByText(/^Pas de réseau/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^Pas de réseau/)).toBeHidden();
});

test('an ended session is not shown as a lost network on the page of zones', async ({ page, context }) => {
  const prepared = await prepareCompetition('Zones, session finie', [7, 112]);
  const referee = await prepareMember(prepared, 'referee');
  await signInByForm(page, `/competitions/${prepared.competitionId}/zones/${prepared.zoneId}/referee`, referee);
  await expect(page.getByText(/Prêt (sans réseau|hors ligne)/)).toBeVisible();
  await context.clearCookies();
  await page.goto(`${home()}/competitions/${prepared.competitionId}/zones`);
  // The phone shows its stored data without a request for some seconds.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('Session expirée ou identifiants incorrects.').first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByText(/^Pas de réseau/)).toBeHidden();
});

test('a refused list is requested once per visit', async ({ page, context }) => {
  await signInAndRead(page);
  await context.clearCookies();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/competition')) asked += 1;
  });
  await page.reload();
  await expect(page.getByText('Session expirée ou identifiants incorrects.')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked).toBe(1);
});
