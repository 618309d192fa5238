import { expect } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { openBrowserWithCamera, writeFilm } from '../fake.camera.ts';
import { test } from '../journey.ts';
import { photographCodes, recordOffline, showCodes } from '../phone.codes.ts';
import { prepareCompetition, runsOf } from '../prepare.ts';
import { signIn } from '../steps.ts';

/* A phone without network shows its runs as QR codes; a laptop's camera reads them. */

const dossards = Array.from({ length: 12 }, (_, index) => index + 1);

test('a laptop’s camera reads the runs of a phone without network, and nothing is stored twice', async ({
  page,
}, info) => {
  const prepared = await prepareCompetition('Codes du téléphone', dossards);
  await recordOffline(page, prepared, dossards);
  await showCodes(page);
  await expectAccessible(page);
  const codes = await photographCodes(page);
  expect(codes).toHaveLength(3);
  await page.context().setOffline(true);
  await page.unrouteAll();
  const film = info.outputPath('codes.y4m');
  // In any order, and each more than once.
  await writeFilm(film, [...codes.toReversed(), ...codes]);

  const laptop = await openBrowserWithCamera(film);
  const context = await laptop.newContext({ locale: 'fr-FR', timezoneId: 'Europe/Paris' });
  const desk = await context.newPage();
  await signIn(desk, `/competitions/${prepared.competitionId}/phones`);
  // The first import fails while the next codes are read: its code is imported again.
  await desk.route(
    '**/runs/import',
    async (route) => {
      await desk.waitForTimeout(1_000);
      await route.abort();
    },
    { times: 1 },
  );
  await desk.getByRole('button', { name: 'Lire les codes QR' }).click();
  await expect(desk.getByLabel('Image de la caméra')).toBeInViewport({ ratio: 1 });
  await expect(desk.getByText('3 codes lus sur 3')).toBeVisible();
  await expect(desk.getByText('Tous les codes de ce téléphone sont lus.')).toBeVisible();
  await expect(desk.getByText(/12 passages/)).toBeVisible();
  await expectAccessible(desk);
  await laptop.close();
  for (const dossard of dossards) {
    expect(await runsOf(prepared, dossard)).toMatchObject([{ points: 20, penality: 1, chrono_sec: 50 }]);
  }

  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Tout est envoyé' })).toBeVisible();
  for (const dossard of dossards) expect(await runsOf(prepared, dossard)).toHaveLength(1);
});

test('a laptop without a camera shows what to do instead', async ({ page }) => {
  const prepared = await prepareCompetition('Sans caméra', []);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'mediaDevices', { value: undefined });
  });
  await signIn(page, `/competitions/${prepared.competitionId}/phones`);
  await page.getByRole('button', { name: 'Lire les codes QR' }).click();
  await expect(page.getByText('Cet appareil n’a pas de caméra que la page puisse utiliser.')).toBeVisible();
});

test('a camera that another program has is told apart from none', async ({ page }) => {
  const prepared = await prepareCompetition('Caméra prise', []);
  await page.addInitScript(() => {
    const getUserMedia = async () => {
      throw new DOMException('', 'NotReadableError');
    };
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia } });
  });
  await signIn(page, `/competitions/${prepared.competitionId}/phones`);
  await page.getByRole('button', { name: 'Lire les codes QR' }).click();
  await expect(page.getByText('La caméra ne démarre pas')).toBeVisible();
});
