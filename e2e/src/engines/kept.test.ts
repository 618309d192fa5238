import { describe, expect } from 'vitest';
import { prepareCompetition, runsOf } from '../prepare.ts';
import { phone } from '../steps.ts';
import { waitFor, waitForText } from './engine.ts';
import { engines, ride, rideToSummary, useEngine, waitForWorker } from './in.engine.ts';

/* What a phone keeps, when the browser needs the space, and when the server has a new version. */

describe.each(engines)('in $name', (engine) => {
  const { possible, network, start, signIn } = useEngine(engine);

  async function openZone(name: string) {
    const prepared = await prepareCompetition(`${name} ${engine.name}`, [7, 112]);
    const page = await start(phone);
    await signIn(page, `/competitions/${prepared.competitionId}/zones/${prepared.zoneId}/referee`);
    await waitForText(page, 'Prêt hors ligne');
    await waitForWorker(page);
    return { prepared, page };
  }

  possible('a page whose browser clears its storage puts unsent runs back, says so, and sends them', async () => {
    const { prepared, page } = await openZone('Effacé');
    network().cut();
    await ride(page, 7);
    await waitForText(page, 'gardé sur ce téléphone');
    await page.press('Pilote suivant');
    await rideToSummary(page, 112);
    network().answer('/cleared', { 'Clear-Site-Data': '"storage"' });
    await page.run("() => fetch('/cleared').then(({ status }) => status)");
    await page.press('Enregistrer le passage');
    await waitForText(page, '2 passages non envoyés');
    await page.press('Annuler');
    await waitForText(page, 'ne garde rien');
    network().mend();
    for (const dossard of [7, 112])
      await waitFor(`sent run of ${dossard}`, async () => (await runsOf(prepared, dossard)).length === 1);
  });

  // No driver makes the quota small, and WebKitGTK has no way to ask for it: the browser’s error is thrown by hand.
  possible('a run that does not fit any more stays on the screen with the reason, and fits later', async () => {
    const { prepared, page } = await openZone('Plein');
    await rideToSummary(page, 7);
    await page.run(`() => {
      const { add } = IDBObjectStore.prototype;
      window.makeSpace = () => { IDBObjectStore.prototype.add = add; };
      IDBObjectStore.prototype.add = () => { throw new DOMException('full', 'QuotaExceededError'); };
    }`);
    await page.press('Enregistrer le passage');
    await waitForText(page, 'n’a pas pu garder le passage');
    await waitForText(page, 'Sa mémoire est peut-être pleine.');
    expect(await runsOf(prepared, 7)).toHaveLength(0);
    await page.run('() => window.makeSpace()');
    await page.press('Enregistrer le passage');
    await waitFor('sent run', async () => (await runsOf(prepared, 7)).length === 1);
  });

  possible('a new version waits for the referee, and loses neither an unsent run nor the next one', async () => {
    const { prepared, page } = await openZone('Version');
    // A page is controlled by the worker from its second opening on.
    await page.reload();
    await waitForText(page, 'Prêt hors ligne');
    const present = await (await fetch(`${network().url}/service-worker.js`)).text();
    network().cut();
    await ride(page, 7);
    await waitForText(page, 'Que faire ?');
    await page.press('Annuler');
    network().answer('/service-worker.js', { 'Content-Type': 'text/javascript' }, `${present}\n// The next version.`);
    await page.run('async () => { await (await navigator.serviceWorker.getRegistration()).update(); }');
    await waitForText(page, 'Nouvelle version prête');
    await page.run('() => { document.body.dataset.isBefore = true; }');
    await page.press('Mettre à jour');
    await waitFor('reload', async () => !(await page.run('() => document.body?.dataset.isBefore ?? false')));
    await waitForText(page, '1 passage non envoyé');
    network().mend();
    await waitFor('sent run', async () => (await runsOf(prepared, 7)).length === 1);
    await ride(page, 112);
    await waitFor('sent run', async () => (await runsOf(prepared, 112)).length === 1);
  });
});
