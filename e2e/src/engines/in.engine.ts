import { admin } from '@dossard/testbed/product/product.ts';
import { afterAll, afterEach, beforeAll, it } from 'vitest';
import { home } from '../steps.ts';
import { type Engine, type EnginePage, waitFor } from './engine.ts';
import { type FieldNetwork, openFieldNetwork } from './field.network.ts';
import { firefox } from './firefox.ts';
import { webkit } from './webkit.ts';

/*
 * What the tests of both engines share. An engine that is not installed is skipped; `npm run engines` says what is
 * missing.
 */

export const engines = [webkit, firefox];

/** Prepares the tests of an engine: their pages reach the product by a network of their own, and are closed after each. */
export function useEngine(engine: Engine) {
  const opened: EnginePage[] = [];
  let network: FieldNetwork;
  beforeAll(async () => {
    network = await openFieldNetwork(home());
  });
  afterEach(async () => {
    network.mend();
    for (const page of opened.splice(0)) await page.close();
  });
  afterAll(async () => {
    await engine.stop();
    await network.close();
  });

  async function start(size: { width: number; height: number }): Promise<EnginePage> {
    const page = await engine.start(size);
    opened.push(page);
    // Whatever the machine's language is.
    await page.open(`${network.url}/favicon.svg`);
    await page.run("() => localStorage.setItem('app-language', 'fr')");
    return page;
  }

  async function signIn(page: EnginePage, to: string): Promise<void> {
    await page.open(`${network.url}${to}`);
    await page.fill('Adresse e-mail', admin.email);
    await page.fill('Mot de passe', admin.password);
    await page.press('Se connecter');
    await waitFor(`page ${to}`, async () => String(await page.run('() => location.pathname')) === to.split('?')[0]);
  }

  const possible = (name: string, test: () => Promise<void>) => it.skipIf(engine.missing().length > 0)(name, test);
  return { possible, network: () => network, start, signIn };
}

/** Rides as far as the summary of the run. */
export async function rideToSummary(page: EnginePage, dossard: number): Promise<void> {
  await page.fill('Dossard', String(dossard));
  await page.press('Chercher le pilote');
  await page.press('Confirmer');
  await page.press('Lancer le chrono');
  await page.press('P1');
  await page.press('P3');
  await page.press('Arrêter le chrono');
  await page.press('Valider le passage');
}

/** Rides, and records the run. */
export async function ride(page: EnginePage, dossard: number): Promise<void> {
  await rideToSummary(page, dossard);
  await page.press('Enregistrer le passage');
}

/** Waits until the page's worker has the shell, with which it opens without network. */
export const waitForWorker = (page: EnginePage): Promise<void> =>
  waitFor('service worker', async () =>
    Boolean(await page.run('async () => Boolean((await navigator.serviceWorker.getRegistration())?.active)')),
  );
