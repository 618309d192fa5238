import { startProduct } from '@dossard/testbed/product/product.ts';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { findBrowser } from './browser.ts';
import { prepareCompetition } from './prepare.ts';
import { desktop, phone, signIn } from './steps.ts';

/*
 * `npm run dossard -- latency`: measures the time from the referee's tap until a spectator's page shows the points and the
 * speaker's page the sentence, on loopback and with 300 ms added to each request, and the bytes that an update costs
 * the spectator. Prints one JSON object at the end.
 */
/** Each rides once. */
const bibs = Array.from({ length: 20 }, (_, index) => 101 + index);

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
  const prepared = await prepareCompetition(`Délai ${latencyMs}`, bibs);
  const { competitionId, zoneId } = prepared;
  const open = async (viewport: typeof phone) =>
    (await browser.newContext({ viewport, locale: 'fr-FR', timezoneId: 'Europe/Paris' })).newPage();
  const [board, speaker, referee] = [await open(desktop), await open(desktop), await open(phone)];
  await board.goto(`${process.env.JOURNEY_URL}/public/competitions/${competitionId}/live-ranking`);
  await board.getByText('En direct', { exact: true }).waitFor();
  await signIn(referee, `/competitions/${competitionId}/zones/${zoneId}/referee`);
  await signIn(speaker, `/competitions/${competitionId}/speaker`);
  await speaker.getByText('Rien à annoncer pour le moment').waitFor();
  const wire = await slowDown(board, latencyMs);
  await slowDown(referee, latencyMs);
  await slowDown(speaker, latencyMs);
  let bytes = 0;
  wire.on('Network.dataReceived', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  wire.on('Network.eventSourceMessageReceived', ({ data }) => {
    bytes += data.length;
  });
  const waits = { spectator: [] as number[], speaker: [] as number[] };
  for (const bib of bibs) {
    await referee.getByLabel('Dossard').fill(String(bib));
    await referee.getByRole('button', { name: 'Chercher le pilote' }).click();
    await referee.getByRole('button', { name: 'Confirmer' }).click();
    await referee.getByRole('button', { name: 'Lancer le chrono' }).click();
    await referee.getByRole('button', { name: /^P1/ }).click();
    await referee.getByRole('button', { name: 'Arrêter le chrono' }).click();
    await referee.getByRole('button', { name: 'Valider le passage' }).click();
    const submit = referee.getByRole('button', { name: 'Enregistrer le passage' });
    await submit.click({ trial: true });
    const points = board.locator(`tr[data-row="${bib}"] td[data-column=points]`);
    const shown = points.filter({ hasText: /^\s*10\b/ }).waitFor();
    const sentence = speaker
      .getByRole('listitem')
      .filter({ hasText: `Dossard ${bib},` })
      .waitFor();
    const tap = performance.now();
    const note = (kept: number[]) => () => kept.push(performance.now() - tap);
    await submit.click({ noWaitAfter: true });
    await Promise.all([shown.then(note(waits.spectator)), sentence.then(note(waits.speaker))]);
    await referee.getByRole('button', { name: 'Pilote suivant' }).click();
  }
  for (const page of [board, speaker, referee]) await page.context().close();
  return {
    spectator: summarise(waits.spectator),
    speaker: summarise(waits.speaker),
    bytes_per_update: Math.round(bytes / bibs.length),
  };
}

function summarise(waits: number[]) {
  const sorted = waits.sort((a, b) => a - b).map(Math.round);
  return { median_ms: sorted[Math.floor(sorted.length / 2)], max_ms: sorted.at(-1) };
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
