import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { findBrowser } from '../browser.ts';
import { findShifts, watchShifts } from '../inspections.ts';
import { test } from '../journey.ts';
import { linkIn, mailTo } from '../mail.ts';
import { invitationLink, newAccount, type Prepared, prepareCompetition, prepareMember, runsOf } from '../prepare.ts';
import { home, phone, signInByForm, signInHere } from '../steps.ts';

/* The referee without network: reload, a closed browser, another zone, another person, two phones. */

test.use({ viewport: phone, hasTouch: true });

const refereeAt = ({ competitionId, zoneId }: Prepared) => `/competitions/${competitionId}/zones/${zoneId}/referee`;
/** The bib with their number; once a run needs attention, it is another link, to the list. */
const unsent = (page: Page) => page.getByRole('link', { name: /\d passages? non envoyé/ });

/** Waits until this phone has all offline data: its worker, and the list of riders. */
const readyForTheField = (page: Page) => expect(page.getByText(/Prêt hors ligne/)).toBeVisible();

async function openZone(page: Page, name: string): Promise<Prepared> {
  const prepared = await prepareCompetition(name, [7, 112]);
  await signInByForm(page, refereeAt(prepared));
  await readyForTheField(page);
  return prepared;
}

const steps: ((page: Page) => Promise<void>)[] = [
  async (page) => {
    await page.getByLabel('Dossard').fill('112');
    await page.getByRole('button', { name: 'Chercher le pilote' }).click();
    // Not the name, which the page says below the bib before the search.
    await expect(page.getByRole('button', { name: 'Confirmer' })).toBeVisible();
  },
  async (page) => page.getByRole('button', { name: 'Confirmer' }).click(),
  async (page) => {
    await page.getByRole('button', { name: 'Lancer le chrono' }).click();
    await page.getByRole('button', { name: /^P1/ }).click();
    await page.getByRole('button', { name: 'Arrêter le chrono' }).click();
    await page.getByRole('button', { name: 'Valider le passage' }).click();
  },
  async (page) => page.getByRole('button', { name: 'Enregistrer le passage' }).click(),
];
const ride = async (page: Page, from = 0) => {
  for (const step of steps.slice(from)) await step(page);
};

for (const [done, where] of [
  'at the bib number',
  'at the confirmation',
  'before the start',
  'at the last check',
].entries()) {
  test(`the network is lost ${where}, the page is reloaded, and the run is still stored once`, async ({
    page,
    context,
  }) => {
    const prepared = await openZone(page, `Sans réseau ${done}`);
    for (const step of steps.slice(0, done)) await step(page);
    await context.setOffline(true);
    await page.reload();
    await ride(page, done);
    await expect(unsent(page)).toHaveAccessibleName(/1 passage non envoyé/);
    await page.reload();
    await expect(unsent(page)).toBeVisible();
    await context.setOffline(false);
    await expect(unsent(page)).toBeHidden();
    expect(await runsOf(prepared, 112)).toMatchObject([{ points: 10 }]);
  });
}

test('the browser is closed without network and opened again: zones, riders and runs are there', async () => {
  const profile = await mkdtemp(join(tmpdir(), 'dossard-phone-'));
  const { launchOptions } = await findBrowser();
  const open = () =>
    chromium.launchPersistentContext(profile, { ...launchOptions, viewport: phone, hasTouch: true, locale: 'fr-FR' });
  const prepared = await prepareCompetition('Téléphone éteint', [7, 112]);
  await prepared.api.post(`/api/competition/${prepared.competitionId}/zone`, {
    data: {
      name: 'Le Pierrier',
      graduations: [
        {
          category: 'U13',
          gender: 'F',
          ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`points_door${door}`, 5])),
        },
      ],
    },
  });
  try {
    const first = await open();
    const page = await first.newPage();
    await signInByForm(page, refereeAt(prepared));
    await readyForTheField(page);
    await first.setOffline(true);
    await ride(page);
    await expect(unsent(page)).toBeVisible();
    await first.close();

    const second = await open();
    await second.setOffline(true);
    const again = await second.newPage();
    await again.goto(`${home()}/competitions`);
    await again.getByRole('link', { name: /Téléphone éteint/ }).click();
    await again.getByRole('link', { name: 'Juger Le Pierrier' }).click();
    await again.getByLabel('Dossard').fill('7');
    await again.getByRole('button', { name: 'Chercher le pilote' }).click();
    await expect(again.getByText(/D’après la liste de \d\d:\d\d/)).toBeVisible();
    await ride(again, 1);
    await expect(unsent(again)).toHaveAccessibleName(/2 passages non envoyés/);
    await second.setOffline(false);
    await expect(unsent(again)).toBeHidden();
    await second.close();
    expect(await runsOf(prepared, 112)).toMatchObject([{ points: 10 }]);
    expect(await runsOf(prepared, 7)).toMatchObject([{ points: 5 }]);
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }
});

test('a bib that is not in the phone’s list is reported without network, and a reload keeps since when', async ({
  page,
  context,
}) => {
  await openZone(page, 'Dossard inconnu');
  await context.setOffline(true);
  await page.getByLabel('Dossard').fill('999');
  await page.getByLabel('Dossard').press('Enter');
  await expect(page.getByText(/n’est pas dans la liste de \d\d:\d\d/)).toBeVisible();
  const since = await page.getByText(/Hors ligne depuis/).innerText();
  await page.clock.setFixedTime(Date.now() + 7 * 60_000);
  await page.reload();
  await expect(page.getByText(since, { exact: true })).toBeVisible();
});

test('a lost server is reported even if the browser never answers about its battery', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(navigator, { getBattery: () => new Promise(() => {}) });
  });
  await openZone(page, 'Batterie muette');
  await page.route('**/api/**', (route) => route.abort());
  await expect(page.getByText(/Hors ligne depuis/)).toBeVisible();
});

test('another person on the same phone neither sends nor loses the waiting runs', async ({ page, context }) => {
  const prepared = await openZone(page, 'Téléphone partagé');
  const second = await prepareMember(prepared, 'referee', 'Camille');
  await page.route('**/api/run', (route) => route.abort());
  await ride(page);
  await expect(page.getByText('Le passage n’a pas pu être enregistré.')).toBeVisible();
  await page.getByRole('button', { name: 'Annuler' }).click();
  await page.goto(`${home()}/competitions`);
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
  const dialog = page.getByRole('dialog', { name: '1 passage n’est pas encore envoyé' });
  await dialog.getByRole('button', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL(`${home()}/`);
  await page.unroute('**/api/run');

  await signInByForm(page, '/competitions', second);
  await unsent(page).click();
  await expect(page.getByText(/attendent ici que leur juge se connecte/)).toBeVisible();
  await expect(page.getByRole('article').getByRole('button')).toHaveCount(0);
  expect(await runsOf(prepared, 112)).toEqual([]);
  await page.goto(`${home()}/competitions`);
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL(`${home()}/`);

  await page.goto(`${home()}/competitions`);
  await signInHere(page);
  const recorded = [{ referee_name: expect.not.stringContaining('Camille') }];
  await expect.poll(() => runsOf(prepared, 112)).toMatchObject(recorded);
  await context.close();
});

test('a run whose referee is signed out in another tab stays theirs, and is sent when they sign in again', async ({
  page,
  context,
}) => {
  const prepared = await openZone(page, 'Déconnecté en plein passage');
  for (const step of steps.slice(0, 3)) await step(page);
  const other = await context.newPage();
  await other.goto(`${home()}/competitions`);
  await other.getByRole('button', { name: 'Se déconnecter' }).click();
  await expect(other).toHaveURL(`${home()}/`);

  await steps[3]?.(page);
  await expect(page.getByText('Le passage n’a pas pu être enregistré.')).toBeVisible();
  await page.getByRole('link', { name: 'Se connecter' }).click();
  await signInHere(page);
  await expect.poll(() => runsOf(prepared, 112)).toMatchObject([{ points: 10 }]);
});

test('a phone is ready once it also has the page (O9)', async ({ page, context }) => {
  await page.addInitScript(() => {
    const register = ServiceWorkerContainer.prototype.register;
    ServiceWorkerContainer.prototype.register = async function (...given) {
      await new Promise((resolve) => window.addEventListener('install', resolve, { once: true }));
      return register.apply(this, given);
    };
  });
  const prepared = await prepareCompetition('Page après la liste', [7, 112]);
  await signInByForm(page, refereeAt(prepared));
  await expect(page.getByText('Préparation du travail hors ligne : chargement de la page…')).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('install')));
  await readyForTheField(page);
  await context.setOffline(true);
  await page.reload();
  await ride(page);
  await expect(unsent(page)).toBeVisible();
});

test('floating links stay above the alarms, and cause no shift when these disappear', async ({ page }) => {
  const alarm = {
    ...{ key: 'k', kind: 'unsent_old', value: 960, competition: { id: 1, name: 'Trial' } },
    ...{ raised_at: '2027-06-12T12:00:00.000Z', cleared_at: null },
  };
  let standing = [alarm, { ...alarm, key: 'l' }];
  await page.route('**/api/admin/alarms*', (route) => route.fulfill({ json: { standing, past: [], total: 2 } }));
  await openZone(page, 'Alarmes et passages');
  await page.route('**/api/run', (route) => route.abort());
  await ride(page);
  await expect(unsent(page)).toBeVisible();
  await watchShifts(page);
  await page.goto(`${home()}/competitions`);
  const banner = page.getByRole('complementary', { name: 'Alarmes' });
  await expect(banner).toBeVisible();
  const add = page.getByRole('link', { name: 'Nouvelle compétition' }).last();
  await add.click({ trial: true });
  await unsent(page).click({ trial: true });
  standing = [];
  await expect(banner).toBeHidden();
  await add.click({ trial: true });
  // The list itself may change meanwhile: other competitions are created.
  expect((await findShifts(page)).filter((shift) => shift.includes('Nouvelle compétition'))).toEqual([]);
  await unsent(page).click();
  await expect(page.getByRole('article', { name: /112/ })).toBeVisible();
});

test('a run that waits for a sign-in offers it', async ({ page, context }) => {
  const prepared = await openZone(page, 'Session finie');
  for (const step of steps.slice(0, 3)) await step(page);
  await context.clearCookies();
  await steps[3]?.(page);
  await unsent(page).click();
  const run = page.getByRole('article', { name: /112/ });
  await expect(run.getByText('Connexion requise')).toBeVisible();
  await run.getByRole('link', { name: 'Se connecter' }).click();
  await signInHere(page);
  await expect(run.getByText('Envoyé ✓')).toBeVisible();
  expect(await runsOf(prepared, 112)).toMatchObject([{ points: 10 }]);
});

test('a judge whose address is verified meanwhile signs in again, and the waiting run arrives once (S23)', async ({
  page,
  context,
}) => {
  const prepared = await prepareCompetition('Adresse confirmée', [7, 112]);
  const account = newAccount();
  await page.goto(await invitationLink(prepared));
  await page.getByLabel('Adresse e-mail').fill(account.email);
  await page.getByLabel('Prénom').fill('Alix');
  await page.getByLabel('Nom', { exact: true }).fill('Juge');
  await page.getByRole('textbox', { name: 'Mot de passe' }).fill(account.password);
  await page.getByRole('button', { name: 'Accepter l’invitation' }).click();
  await expect(page).toHaveURL(`${home()}/competitions`);
  await page.goto(`${home()}${refereeAt(prepared)}`);
  await readyForTheField(page);
  await page.route('**/api/run', (route) => route.abort());
  await ride(page);
  await expect(unsent(page)).toBeVisible();

  const mail = await context.newPage();
  await mail.goto(linkIn(await mailTo(account.email, 'verification')));
  await expect(mail.getByText('Votre adresse est vérifiée.')).toBeVisible();
  await mail.close();
  await page.unroute('**/api/run');
  await unsent(page).click();
  const run = page.getByRole('article', { name: /112/ });
  await run.getByRole('link', { name: 'Se connecter' }).click();
  await signInHere(page, account);
  await expect(run.getByText('Envoyé ✓')).toBeVisible();
  expect(await runsOf(prepared, 112)).toEqual([expect.objectContaining({ points: 10, referee_name: 'Alix Juge' })]);
});

test('the browser closes its databases during a run, and the run is still sent', async ({ page, context }) => {
  const prepared = await openZone(page, 'Base fermée');
  for (const step of steps.slice(0, 3)) await step(page);
  const browser = await context.newCDPSession(page);
  await browser.send('Storage.clearDataForOrigin', { origin: home(), storageTypes: 'indexeddb' });
  await steps[3]?.(page);
  await expect(page.getByText('Passage enregistré')).toBeVisible();
  expect(await runsOf(prepared, 112)).toMatchObject([{ points: 10 }]);
});

test('a browser that never opens a database still records', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  });
  const prepared = await prepareCompetition('Base muette', [7, 112]);
  await signInByForm(page, refereeAt(prepared));
  await expect(page.getByText(/Ce navigateur ne garde rien/)).toBeVisible();
  await ride(page);
  await expect(page.getByText('Passage enregistré')).toBeVisible();
  expect(await runsOf(prepared, 112)).toMatchObject([{ points: 10 }]);
});

test('a phone with full storage still records', async ({ page }) => {
  await page.addInitScript(() => {
    const setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key: string, text: string) {
      if (/^(referee-run|phone-id|outbox|field)/.test(key)) throw new DOMException('full', 'QuotaExceededError');
      setItem.call(this, key, text);
    };
  });
  const prepared = await prepareCompetition('Téléphone plein', [7, 112]);
  await signInByForm(page, refereeAt(prepared));
  await expect(page.getByText('ce téléphone ne peut rien garder', { exact: false })).toBeVisible();
  await ride(page);
  await expect(page.getByText('Passage enregistré')).toBeVisible();
  expect(await runsOf(prepared, 112)).toMatchObject([{ points: 10 }]);
});

test('a refused run stays with the reason, is corrected, and sent', async ({ page, context }) => {
  const prepared = await openZone(page, 'Pilote retiré');
  await context.setOffline(true);
  await ride(page);
  await expect(unsent(page)).toBeVisible();
  const gone = { competition_id: prepared.competitionId, dossard_number: 112 };
  await prepared.api.delete('/api/participant', { data: gone });
  await context.setOffline(false);
  await unsent(page).click();
  const run = page.getByRole('article', { name: /112/ });
  await expect(run.getByText('Refusé')).toBeVisible();
  await expect(run.getByText(/Vérifiez le dossard/)).toBeVisible();
  await run.getByRole('button', { name: 'Corriger' }).click();
  await page.getByLabel('Dossard').fill('7');
  await page.getByRole('button', { name: 'Corriger et envoyer' }).click();
  await expect(page.getByRole('article', { name: /^7 / }).getByText('Envoyé ✓')).toBeVisible();
  expect(await runsOf(prepared, 7)).toMatchObject([{ points: 10 }]);
});

test('a run is discarded with a reason, restored, and written to a file', async ({ page, context }) => {
  const prepared = await openZone(page, 'Passage écarté');
  await context.setOffline(true);
  await ride(page);
  await unsent(page).click();
  const run = page.getByRole('article', { name: /112/ });
  await run.getByRole('button', { name: 'Corriger' }).click();
  await page.getByLabel('Dossard').fill('999');
  await page.getByRole('button', { name: 'Corriger et envoyer' }).click();
  await expect(page.getByLabel('Dossard')).toHaveAccessibleDescription(/n’est pas dans la liste de \d\d:\d\d/);
  await page.getByLabel('Dossard').fill('112');
  page.once('dialog', (question) => question.accept());
  await page.getByRole('button', { name: 'Annuler' }).click();
  await run.getByRole('button', { name: 'Écarter' }).click();
  await page.getByRole('button', { name: 'Écarter' }).click();
  await expect(page.getByText('Écrivez pourquoi en quelques mots.')).toBeVisible();
  await page.getByLabel('Pourquoi l’écarter').fill('Mauvais pilote');
  await page.getByRole('button', { name: 'Écarter' }).click();
  await expect(run.getByText('Écarté\u00a0: Mauvais pilote')).toBeVisible();
  await run.getByRole('button', { name: 'Remettre' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Enregistrer dans un fichier' }).click(),
  ]);
  const written = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(written).toMatchObject({
    dossard_outbox: 1,
    competition_id: prepared.competitionId,
    runs: [{ dossard: 112 }],
  });
  const imported = await prepared.api.post(`/api/competition/${prepared.competitionId}/runs/import`, { data: written });
  expect(await imported.json()).toEqual({ stored: 1, already_there: 0, refused: [] });
  await context.setOffline(false);
  await expect(run.getByText('Envoyé ✓')).toBeVisible();
  expect(await runsOf(prepared, 112)).toHaveLength(1);
});

test('with every page closed, the browser wakes the worker when the network is back, and the run is sent', async ({
  page,
  context,
}) => {
  const prepared = await openZone(page, 'Onglet fermé');
  await context.setOffline(true);
  await ride(page);
  await expect(unsent(page)).toBeVisible();
  await page.close();
  await context.setOffline(false);
  // A page of the product that sends nothing itself, to control the browser.
  const other = await context.newPage();
  await other.goto(`${home()}/`);
  expect(await runsOf(prepared, 112)).toEqual([]);
  const browser = await context.newCDPSession(other);
  const registered = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations.filter(({ scopeURL }) => scopeURL === `${home()}/competitions`);
      if (one) resolve(one.registrationId);
    });
  });
  await browser.send('ServiceWorker.enable');
  const registrationId = await registered;
  await browser.send('ServiceWorker.dispatchSyncEvent', {
    origin: home(),
    registrationId,
    tag: 'dossard-outbox',
    lastChance: false,
  });
  await expect.poll(() => runsOf(prepared, 112)).toMatchObject([{ points: 10 }]);
});

test('the product can be installed as an application', async ({ page, context }) => {
  await openZone(page, 'Application');
  const browser = await context.newCDPSession(page);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});
