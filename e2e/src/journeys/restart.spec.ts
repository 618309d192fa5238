import { once } from 'node:events';
import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { admin, type Product, startProduct } from '@dossard/testbed/product/product.ts';
import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { prepareCompetition, prepareMember, runsOf } from '../prepare.ts';
import { phone, rideToCheck } from '../steps.ts';

/* A separate server that is killed, restarted and updated while people work on it. */

let product: Product;
const { JOURNEY_URL, JOURNEY_DATA } = process.env;
test.beforeAll(async () => {
  product = await startProduct();
  Object.assign(process.env, { JOURNEY_URL: product.url, JOURNEY_DATA: product.dataDir });
});
test.afterAll(async () => {
  Object.assign(process.env, { JOURNEY_URL, JOURNEY_DATA });
  await product.stop();
});
test.describe.configure({ mode: 'serial' });

/** Signs in on this file's server, directly or through its proxy. */
async function openAt(page: Page, base: string, path: string, account = admin): Promise<void> {
  await page.goto(`${base}${path}`);
  await page.getByLabel('Adresse e-mail').fill(account.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL(`${base}${path}`);
}

const pointsOf = (page: Page, dossard: number) =>
  page.locator('tbody tr', { hasText: `Exemple ${dossard}` }).locator('td[data-column=points]');

test('the server is killed while a referee submits: nothing is lost, and the board catches up automatically', async ({
  browser,
}) => {
  const prepared = await prepareCompetition('Serveur tué', [7, 112]);
  const board = await (await browser.newContext({ locale: 'fr-FR' })).newPage();
  await board.goto(`${product.url}/public/competitions/${prepared.competitionId}/live-ranking`);
  await expect(board.getByText('Pas encore passés (2)')).toBeVisible();
  const referee = await (await browser.newContext({ viewport: phone, hasTouch: true, locale: 'fr-FR' })).newPage();
  await openAt(referee, product.url, `/competitions/${prepared.competitionId}/zones/${prepared.zoneId}/referee`);
  await rideToCheck(referee, 7);
  await product.kill();
  await referee.getByRole('button', { name: 'Enregistrer le passage' }).click();
  await expect(referee.getByText(/Hors ligne depuis/)).toBeVisible();
  await expect(referee.getByRole('link', { name: '1 passage non envoyé' })).toBeVisible();
  // The board keeps its content, and shows its age.
  await expect(board.getByText(/classement de \d\d:\d\d/)).toBeVisible();
  await expect(board.getByText('Pas encore passés (2)')).toBeVisible();
  await product.restart();
  await expect(pointsOf(board, 7)).toHaveText(/10/);
  await expect(referee.getByRole('link', { name: /non envoyé/ })).toBeHidden();
  await expect(referee.getByText(/Hors ligne depuis/)).toBeHidden();
  await expect.poll(() => runsOf(prepared, 7)).toHaveLength(1);
});

test('two phones record the same rider in one zone: both runs are kept, and the organiser is told', async ({
  browser,
}) => {
  const prepared = await prepareCompetition('Deux téléphones', [7, 112]);
  const second = await prepareMember(prepared, 'referee', 'Camille');
  const zone = `/competitions/${prepared.competitionId}/zones/${prepared.zoneId}/referee`;
  const phones: Page[] = [];
  for (const account of [admin, second]) {
    const page = await (await browser.newContext({ viewport: phone, hasTouch: true, locale: 'fr-FR' })).newPage();
    await openAt(page, product.url, zone, account);
    await rideToCheck(page, 112);
    phones.push(page);
  }
  await Promise.all(phones.map((page) => page.getByRole('button', { name: 'Enregistrer le passage' }).click()));
  for (const page of phones) await expect(page.getByRole('heading', { name: 'Passage enregistré' })).toBeVisible();
  expect(await runsOf(prepared, 112)).toHaveLength(2);
  const organiser = await (await browser.newContext({ locale: 'fr-FR' })).newPage();
  await openAt(organiser, product.url, `/competitions/${prepared.competitionId}/overview`);
  await expect(organiser.getByText(/passages? à vérifier/).first()).toBeVisible();
});

interface Front {
  url: string;
  /** From now on there is a new version, which phones cannot install before `release`. */
  upgrade: () => void;
  release: () => void;
  server: Server;
}

/** Starts a proxy in front of a server that can pretend that there is a new version. */
async function upgradeable(target: Product): Promise<Front> {
  let version = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slowInstall = "self.addEventListener('install', (event) => event.waitUntil(fetch('/install-held')));";
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    if (url === '/install-held') return void released.then(() => outgoing.end());
    const asked = ask({
      host: '127.0.0.1',
      port: target.port,
      method,
      path: url,
      headers: { ...headers, 'accept-encoding': '', 'if-none-match': '', 'if-modified-since': '' },
    });
    asked.on('response', (answer) => {
      const { 'content-length': _, etag: __, 'last-modified': ___, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(outgoing, { end: false });
      answer.on('end', () =>
        outgoing.end(url === '/service-worker.js' && version > 0 ? `\n${slowInstall} // version ${version}` : ''),
      );
    });
    asked.on('error', () => outgoing.destroy());
    incoming.pipe(asked);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    upgrade: () => {
      version += 1;
    },
    release,
    server,
  };
}

test('a new version waits until the referee accepts it, and a run is not interrupted', async ({ browser }) => {
  const prepared = await prepareCompetition('Nouvelle version', [7, 112]);
  const front = await upgradeable(product);
  const context = await browser.newContext({ viewport: phone, hasTouch: true, locale: 'fr-FR' });
  const page = await context.newPage();
  await openAt(page, front.url, `/competitions/${prepared.competitionId}/zones/${prepared.zoneId}/referee`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.getByLabel('Dossard').fill('112');
  await page.getByRole('button', { name: 'Chercher le pilote' }).click();
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await page.getByRole('button', { name: 'Lancer le chrono' }).click();
  // Right after the start a stop is taken for the second tap of it, unless something was ridden.
  await page.getByRole('button', { name: /^P1/ }).click();
  front.upgrade();
  front.release();
  const waits = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/competitions');
      await registration?.update();
      return registration?.waiting !== null && registration?.waiting !== undefined;
    });
  await expect.poll(waits).toBe(true);
  await expect(page.getByRole('button', { name: 'Arrêter le chrono' })).toBeVisible();
  await expect(page.getByText('Nouvelle version prête')).toBeHidden();
  await page.getByRole('button', { name: 'Arrêter le chrono' }).click();
  await page.getByRole('button', { name: 'Valider le passage' }).click();
  await page.getByRole('button', { name: 'Enregistrer le passage' }).click();
  await expect(page.getByText('Nouvelle version prête')).toBeVisible();
  await page.getByRole('button', { name: 'Mettre à jour' }).click();
  await expect(page.getByText('Nouvelle version prête')).toBeHidden();
  await expect(page.getByLabel('Dossard')).toBeVisible();
  expect(await runsOf(prepared, 112)).toHaveLength(1);
  await context.close();
  front.server.closeAllConnections();
  front.server.close();
});

test('a new version that is still being installed when the referee comes to the next bib is offered too', async ({
  browser,
}) => {
  const prepared = await prepareCompetition('Installation lente', [7, 112]);
  const front = await upgradeable(product);
  const context = await browser.newContext({ viewport: phone, hasTouch: true, locale: 'fr-FR' });
  const page = await context.newPage();
  await openAt(page, front.url, `/competitions/${prepared.competitionId}/zones/${prepared.zoneId}/referee`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  front.upgrade();
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/competitions');
    await registration?.update();
  });
  await page.reload();
  await expect(page.getByText(/Prêt hors ligne/)).toBeVisible();
  await expect(page.getByText('Nouvelle version prête')).toBeHidden();
  front.release();
  await expect(page.getByText('Nouvelle version prête')).toBeVisible();
  await context.close();
  front.server.closeAllConnections();
  front.server.close();
});
