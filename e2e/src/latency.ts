import { startProduct } from '@dossard/testbed/product/product.ts';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { findBrowser } from './browser.ts';
import { prepareCompetition } from './prepare.ts';
import { desktop, phone, signIn } from './steps.ts';

/*
 * `npm run latency`: how long it takes from the referee's tap until a spectator's page shows the points, on loopback and
 * with 300 ms added to each request, and how many bytes an update costs the spectator. Ends with one JSON object.
 */

const runs = 20;

async function slowDown(page: Page, latencyMs: number): Promise<CDPSession> {
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  await wire.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  return wire;
}

async function measure(browser: Browser, latencyMs: number) {
  const prepared = await prepareCompetition(`Délai ${latencyMs}`, [7, 45, 112]);
  const { competitionId, zoneId } = prepared;
  const board = await (await browser.newContext({ viewport: desktop, locale: 'fr-FR' })).newPage();
  const referee = await (await browser.newContext({ viewport: phone, locale: 'fr-FR' })).newPage();
  await board.goto(`${process.env.JOURNEY_URL}/public/competitions/${competitionId}/live-ranking`);
  await board.getByText('En direct', { exact: true }).waitFor();
  await signIn(referee, `/competitions/${competitionId}/zones/${zoneId}/referee`);
  const wire = await slowDown(board, latencyMs);
  await slowDown(referee, latencyMs);
  let bytes = 0;
  wire.on('Network.dataReceived', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  wire.on('Network.eventSourceMessageReceived', ({ data }) => {
    bytes += data.length;
  });
  const waits: number[] = [];
  for (let index = 1; index <= runs; index += 1) {
    await referee.getByLabel('Dossard').fill('112');
    await referee.getByRole('button', { name: 'Chercher le pilote' }).click();
    await referee.getByRole('button', { name: 'Confirmer' }).click();
    await referee.getByRole('button', { name: 'Lancer le chrono' }).click();
    await referee.getByRole('button', { name: /^P1/ }).click();
    await referee.getByRole('button', { name: 'Arrêter le chrono' }).click();
    await referee.getByRole('button', { name: 'Valider le passage' }).click();
    const submit = referee.getByRole('button', { name: 'Enregistrer le passage' });
    await submit.click({ trial: true });
    const points = board.locator('tbody tr', { hasText: 'Exemple 112' }).locator('td[data-column=points]');
    const shown = points.filter({ hasText: new RegExp(`^\\s*${index * 10}\\b`) }).waitFor();
    const tap = performance.now();
    await submit.click({ noWaitAfter: true });
    await shown;
    waits.push(performance.now() - tap);
    await referee.getByRole('button', { name: 'Pilote suivant' }).click();
  }
  waits.sort((a, b) => a - b);
  await board.context().close();
  await referee.context().close();
  return {
    median_ms: Math.round(waits[Math.floor(runs / 2)] ?? 0),
    max_ms: Math.round(waits.at(-1) ?? 0),
    bytes_per_update: Math.round(bytes / runs),
  };
}

const product = await startProduct();
Object.assign(process.env, { JOURNEY_URL: product.url, JOURNEY_DATA: product.dataDir });
const { launchOptions } = await findBrowser();
const browser = await chromium.launch(launchOptions);
try {
  const loopback = await measure(browser, 0);
  const slow = await measure(browser, 300);
  console.log(JSON.stringify({ loopback, with_300_ms: slow }));
} finally {
  await browser.close();
  await product.stop();
}
