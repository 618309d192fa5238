import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { test } from '../journey.ts';
import {
  addZone,
  chooseEnglish,
  createCompetition,
  desktop,
  home,
  phone,
  type Ride,
  readRanking,
  recordRun,
  signInByForm,
  withMotion,
} from '../steps.ts';

/* The main job of the product, from the organiser's spreadsheet to the ranking that parents read. */

test.use(withMotion);

const entries = fileURLToPath(new URL('../files/engages.xlsx', import.meta.url));

/** Among them the doors reported of the 2023 world final: 1–5, door 1 only, 1 and 3, and six clean doors. */
const onTens: Ride[] = [
  { dossard: 57, doors: [1, 2, 3, 4, 5], penality: 1 },
  { dossard: 65, doors: [1], penality: 1 },
  { dossard: 66, doors: [1, 3], penality: 2 },
  { dossard: 71, doors: [1, 2, 3, 4, 5, 6], penality: 0 },
];
const onMixed: Ride[] = [
  { dossard: 57, doors: [1, 2, 3, 4, 5, 6], penality: 0 },
  { dossard: 65, doors: [1, 2], penality: 0 },
  { dossard: 66, doors: [1], penality: 0 },
  { dossard: 71, doors: [1, 2, 3, 4], penality: 0 },
];

/** 71: 60 + 30. 57: 50 + 36. 65 and 66: 30 each, with runs of 20 and 10, so fewer penalties decide (R5). */
const expected = [
  ['1', '71', 'Zoé Ó Briain', '90'],
  ['2', '57', 'Chloé DURAND', '86'],
  ['3', '65', 'Chloé de Brûlé', '30'],
  ['4', '66', "Léa d'Arc", '30'],
  ['–', '76', 'Océane Ó Briain', '–'],
  ['–', '79', 'Lou-Anne DURAND', '–'],
  ['–', '83', 'Maëlle de Brûlé', '–'],
  ['–', '85', 'Océane Lefèvre', '–'],
  ['–', '98', 'Noémie Bœuf', '–'],
];

test('from the entry list to the public ranking', async ({ browser }) => {
  test.slow();
  const organiser = await (await browser.newContext({ viewport: desktop })).newPage();
  const spectator = await (await browser.newContext({ viewport: phone })).newPage();
  let competitionId = 0;
  const publicRanking = () => `${home()}/public/competitions/${competitionId}/live-ranking`;

  await test.step('an organiser creates a competition with two zones', async () => {
    await signInByForm(organiser);
    competitionId = await createCompetition(organiser, 'Trial des Crêtes');
    await addZone(organiser, 'Les Dalles', [10, 10, 10, 10, 10, 10]);
    await addZone(organiser, 'Le Torrent', [10, 10, 5, 5, 3, 3]);
  });

  await test.step('the public does not see it yet', async () => {
    await spectator.goto(publicRanking());
    await expect(spectator.getByText('Compétition introuvable ou non publique')).toBeVisible();
  });

  await test.step('the spreadsheet of 100 riders is checked, then imported', async () => {
    await organiser.goto(`${home()}/competitions/${competitionId}/participants`);
    await organiser.locator('input[type=file]').setInputFiles(entries);
    await expect(organiser.getByText('Rien n’est encore enregistré.')).toBeVisible();
    await organiser.getByRole('button', { name: 'Importer 100 participants' }).click();
    await expect(organiser.getByText(/Ajoutés\u00a0: 100\./)).toBeVisible();
  });

  await test.step('it is made public', async () => {
    await organiser.goto(`${home()}/competitions/${competitionId}/edit?section=visibility`);
    await organiser.getByRole('button', { name: 'Rendre publique' }).click();
    const dialog = organiser.getByRole('dialog');
    await dialog.getByRole('link', { name: 'Noms et vie privée' }).click();
    await expect(dialog).toBeHidden();
    await expect(organiser.getByLabel('Noms montrés au public')).toHaveValue('full');
    await organiser.goBack();
    await organiser.getByRole('button', { name: 'Rendre publique' }).click();
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Rendre publique' }).click();
    await expect(dialog).toBeHidden();
    await expect(organiser.getByText('Tout le monde voit la compétition')).toBeVisible();
  });

  await test.step('a spectator opens the ranking before the first run', async () => {
    await spectator.goto(`${publicRanking()}?category=U13&gender=F`);
    expect((await readRanking(spectator, 'U13 Femmes')).map(([rank]) => rank)).toEqual(Array(9).fill('–'));
  });

  await test.step('a referee records eight runs on a phone', async () => {
    const referee = await (await browser.newContext({ viewport: phone, hasTouch: true })).newPage();
    await signInByForm(referee, `/competitions/${competitionId}/zones`);
    for (const [zone, rides] of [
      ['Les Dalles', onTens],
      ['Le Torrent', onMixed],
    ] as const) {
      await referee.goto(`${home()}/competitions/${competitionId}/zones`);
      await referee.getByRole('region', { name: zone }).getByRole('link', { name: 'Juger' }).click();
      for (const ride of rides) await recordRun(referee, ride);
    }
  });

  await test.step('the spectator’s page updates itself, with the right ranks, totals and order', async () => {
    await expect(spectator.getByRole('row', { name: /71/ }).locator('td[data-column=points]')).toHaveText('90');
    expect(await readRanking(spectator, 'U13 Femmes')).toEqual(expected);
  });

  await test.step('and reads the same in English', async () => {
    await chooseEnglish(spectator);
    await expect(spectator.locator('html')).toHaveAttribute('lang', 'en');
    expect(await readRanking(spectator, 'U13 Women')).toEqual(expected);
    await spectator.reload();
    await expect(spectator.getByRole('heading', { name: 'U13 Women' })).toBeVisible();
  });
});
