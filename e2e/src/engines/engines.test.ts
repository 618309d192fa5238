import { describe, expect } from 'vitest';
import { type Prepared, prepareCompetition, recordRuns, runsOf } from '../prepare.ts';
import { desktop, phone } from '../steps.ts';
import { type EnginePage, textOf, waitFor, waitForText } from './engine.ts';
import { engines, ride, useEngine, waitForWorker } from './in.engine.ts';

/*
 * The main job in other engines than the journeys' own: what a referee, an organiser and a parent do on a phone of
 * another maker.
 */

describe.each(engines)('in $name', (engine) => {
  const { possible, network, start, signIn } = useEngine(engine);

  const pointsOf = (page: EnginePage, name: string) =>
    page.run(
      `(name) => [...document.querySelectorAll('tr[data-row]')].find((row) => row.textContent.includes(name))
        ?.querySelector('[data-column=points]')?.textContent ?? ''`,
      name,
    );

  possible(
    'a referee records runs in five steps, without network and after a reload, and nothing is lost',
    async () => {
      const prepared: Prepared = await prepareCompetition(`Arbitrage ${engine.name}`, [7, 112]);
      const { competitionId, zoneId } = prepared;
      const page = await start(phone);
      await signIn(page, `/competitions/${competitionId}/zones/${zoneId}/referee`);
      await ride(page, 112);
      await waitForText(page, 'Passage enregistré');
      await page.press('Pilote suivant');
      // The worker has to have the shell before the network goes.
      await waitForWorker(page);
      network().cut();
      await ride(page, 7);
      await waitForText(page, 'gardé sur ce téléphone');
      await page.reload();
      await waitForText(page, 'Les Dalles');
      network().mend();
      await waitFor('sent run', async () => (await runsOf(prepared, 7)).length === 1);
      expect(await runsOf(prepared, 112)).toHaveLength(1);
    },
  );

  possible('a parent sees a run arrive on the public ranking, and reads it in English', async () => {
    const prepared = await prepareCompetition(`Public ${engine.name}`, [1, 2]);
    await recordRuns(prepared, [1]);
    const page = await start(phone);
    await page.open(`${network().url}/public/competitions/${prepared.competitionId}/live-ranking`);
    await waitForText(page, 'Zoé Exemple 1');
    await waitForText(page, 'En direct');
    await recordRuns(prepared, [2]);
    await waitFor('points of bib 2', async () => String(await pointsOf(page, 'Exemple 2')) !== '–');
    await page.press('Langue et affichage');
    await page.press('English');
    await waitForText(page, 'Live');
    expect(await page.run('() => document.documentElement.lang')).toBe('en');
  });

  possible('an organiser creates a competition, and sees the first step', async () => {
    const page = await start(desktop);
    await signIn(page, '/competitions');
    await page.press('Nouvelle compétition');
    await page.fill('Nom', `Trial ${engine.name}`);
    await page.run(`() => {
      const field = document.querySelector('[role=dialog] input[type=date], input[type=date]');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, '2027-06-12');
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }`);
    await page.fill('Lieu', 'Pommiers');
    await page.fill('Organisateur', 'Vélo Club Fictif');
    await page.fill('Contact', 'contact@dossard.test');
    await page.press('Créer la compétition');
    await waitFor('settings', async () => String(await page.run('() => location.pathname')).endsWith('/edit'));
    await waitForText(page, 'Nouvelle zone');
    expect(await textOf(page)).toContain(`Trial ${engine.name}`);
  });

  possible('an organiser holds a group, releases it, and publishes it although runs are missing', async () => {
    const prepared = await prepareCompetition(`Cérémonie ${engine.name}`, [7, 45, 112]);
    const { api, competitionId } = prepared;
    await recordRuns(prepared, [7, 45]);
    const settings = await (await api.get(`/api/competition/${competitionId}`)).json();
    await api.put(`/api/competition/${competitionId}`, { data: { ...settings, laps: 2 } });
    const parent = await start(phone);
    await parent.open(`${network().url}/public/competitions/${competitionId}/live-ranking`);
    await waitForText(parent, 'Zoé Exemple 7');
    const page = await start(desktop);
    await signIn(page, `/competitions/${competitionId}/results`);
    await page.press('Actions pour U13 Femmes');
    await page.press('Retenir jusqu’à la cérémonie…');
    await page.press('Retenir');
    await waitForText(page, 'Retenu pour le public');
    await waitForText(parent, 'Résultats après la remise des prix');
    expect(await textOf(parent)).not.toContain('Exemple');
    await page.press('Actions pour U13 Femmes');
    await page.press('Publier maintenant');
    await page.press('Publier maintenant');
    await waitForText(parent, 'Zoé Exemple 7');

    await page.press('Actions pour U13 Femmes');
    await page.press('Publier officiel');
    await waitForText(page, '4 passages manquent (3 pilotes)');
    await waitForText(page, '112 Zoé Exemple 112 2');
    await page.press('Publier officiel');
    await waitForText(page, 'Cochez pour publier quand même.');
    await page.press('Publier quand même, avec 4 passages en moins');
    await page.press('Publier officiel');
    await waitForText(parent, 'Officiel');
  });

  possible('an editor compares a sheet with the phones, and the run is checked', async () => {
    const prepared = await prepareCompetition(`Feuille ${engine.name}`, [7, 45]);
    const { competitionId, zoneId } = prepared;
    await recordRuns(prepared, [7, 45]);
    const page = await start(desktop);
    await signIn(page, `/competitions/${competitionId}/paper?zone=${zoneId}&check=true`);
    await waitForText(page, 'Les Dalles : 0 sur 2 vérifiés');
    for (const field of ['7', '12345', '1:01']) await page.enter(field);
    await waitForText(page, 'Les Dalles : 1 sur 2 vérifiés');
    await waitForText(page, 'Pas encore comparés, dossards : 45.');
  });
});
