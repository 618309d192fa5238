import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { readPages } from '../paper.ts';
import { type Prepared, prepareCompetition } from '../prepare.ts';
import { desktop, phone } from '../steps.ts';
import { type EnginePage, waitFor, waitForText } from './engine.ts';
import { engines, useEngine, waitForWorker } from './in.engine.ts';

/* What an organiser does with files, paper and bibs. */

/** Returns a printout's text, and its number of sheets where the engine's driver can print. */
async function printBy(page: EnginePage, button: string): Promise<{ text: string; count?: number }> {
  await page.run(`() => {
    delete document.body.dataset.printed;
    window.print = () => { document.body.dataset.printed = document.body.lastElementChild.textContent; };
  }`);
  await page.press(button);
  const read = async () => String((await page.run('() => document.body.dataset.printed')) ?? '');
  await waitFor(`printout of ${button}`, async () => (await read()) !== '');
  const pdf = await page.print();
  if (!pdf) return { text: (await read()).replace(/\s+/g, ' ') };
  const pages = await readPages(pdf);
  return { text: pages.join(' '), count: pages.length };
}

/** Holds a picture up to the camera: it is opened as always, and shows the picture in place of its own. */
const holdUp = `async (picture) => {
  const image = new Image();
  image.src = 'data:image/svg+xml,' + encodeURIComponent(picture);
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
  const context = canvas.getContext('2d');
  setInterval(() => {
    context.fillStyle = '#bbb';
    context.fillRect(0, 0, 640, 480);
    context.drawImage(image, 120, 40, 400, 400);
  }, 100);
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    for (const track of (await open(wanted)).getTracks()) track.stop();
    return canvas.captureStream(20);
  };
}`;

const participantsOf = async ({ api, competitionId }: Prepared) =>
  (await (await api.get(`/api/competition/${competitionId}/participants`)).json()).participants;

describe.each(engines)('in $name', (engine) => {
  const { possible, network, start, signIn } = useEngine(engine);

  possible('an organiser imports a list of riders from a workbook', async () => {
    const prepared = await prepareCompetition(`Import ${engine.name}`, []);
    const page = await start(desktop);
    await signIn(page, `/competitions/${prepared.competitionId}/participants?tab=import`);
    await page.choose(join(import.meta.dirname, '..', 'files', 'engages.xlsx'));
    await page.press('Importer 100 participants');
    await waitForText(page, 'Ajoutés : 100.');
    expect(await participantsOf(prepared)).toHaveLength(100);
  });

  possible('labels with codes, a start list and the jury’s copy go on paper; the camera reads a label', async () => {
    const dossards = [7, 12, 45, 63, 98, 112];
    const prepared = await prepareCompetition(`Papier ${engine.name}`, dossards);
    const { competitionId, zoneId } = prepared;
    const page = await start(desktop);
    await signIn(page, `/competitions/${competitionId}/print`);
    for (const [button, sheets] of [
      ['Liste de départ', 1],
      // Two on a sheet.
      ['Imprimer les étiquettes', 3],
    ] as const) {
      const { count, text } = await printBy(page, button);
      for (const dossard of dossards) expect(text).toContain(`Zoé Exemple ${dossard}`);
      expect([sheets, undefined]).toContain(count);
    }
    const label = await page.run(
      `() => new XMLSerializer().serializeToString(document.querySelector('svg[aria-label="Code du dossard 45"]'))`,
    );
    await page.open(`${network().url}/competitions/${competitionId}/jury`);
    const copy = await printBy(page, 'Imprimer la feuille');
    expect(copy.text).toContain(`Feuille du jury · Papier ${engine.name}`);
    expect(copy.text).toContain('U13 Femmes');
    expect([1, undefined]).toContain(copy.count);

    await page.open(`${network().url}/competitions/${competitionId}/zones/${zoneId}/referee`);
    await waitForText(page, 'Scanner la plaque');
    await page.run(holdUp, label);
    await page.press('Scanner la plaque');
    await page.press('Confirmer');
    await waitForText(page, 'Zoé Exemple 45');
  });

  possible('bibs are handed out without network and after a reload, and the ticks arrive', async () => {
    const prepared = await prepareCompetition(`Remise ${engine.name}`, [7, 45]);
    const page = await start(phone);
    await signIn(page, `/competitions/${prepared.competitionId}/handout`);
    await waitForText(page, '0 venu sur 2');
    await waitForWorker(page);
    network().cut();
    await page.press('45');
    await waitForText(page, '1 coche à envoyer');
    await page.reload();
    await waitForText(page, '1 venu sur 2');
    await waitForText(page, '1 coche à envoyer');
    network().mend();
    const handout = `/api/competition/${prepared.competitionId}/handout`;
    await waitFor('stored tick', async () => {
      const { riders } = await (await prepared.api.get(handout)).json();
      return riders.some(({ dossard, came }: { dossard: number; came: boolean }) => dossard === 45 && came);
    });
  });
});
