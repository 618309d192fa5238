import { expect } from '@playwright/test';
import { openBrowserWithCamera, writeFilm } from '../fake.camera.ts';
import { test } from '../journey.ts';
import { photographCode } from '../phone.codes.ts';
import { type Prepared, prepareCompetition } from '../prepare.ts';
import { home, phone, signIn, signInByForm } from '../steps.ts';

/* The code on a bib's label, read with the camera by the referee and at the hand-out, also without network. */

test('a plate is scanned instead of typed, without network; last year’s plate is refused', async ({ page }, info) => {
  const [old, present] = [
    await prepareCompetition('Année passée', [112]),
    await prepareCompetition('Cette année', [7, 112]),
  ];
  await page.addInitScript(() => {
    window.print = () => {};
  });
  const codeOf = async ({ competitionId }: Prepared) => {
    await signIn(page, `/competitions/${competitionId}/print`);
    await page.getByRole('button', { name: 'Imprimer les étiquettes' }).click();
    return photographCode(page, 'Code du dossard 112');
  };
  const films = { old: info.outputPath('old.y4m'), present: info.outputPath('present.y4m') };
  await writeFilm(films.old, [await codeOf(old)]);
  await writeFilm(films.present, [await codeOf(present)]);
  const { competitionId, zoneId } = present;

  for (const [name, film] of Object.entries(films)) {
    const browser = await openBrowserWithCamera(film);
    const context = await browser.newContext({ viewport: phone, locale: 'fr-FR' });
    const referee = await context.newPage();
    await signInByForm(referee, `/competitions/${competitionId}/zones/${zoneId}/referee`);
    await expect(referee.getByText(/Prêt hors ligne/)).toBeVisible();
    await context.setOffline(true);
    await referee.getByRole('button', { name: 'Scanner la plaque' }).click();
    if (name === 'old') await expect(referee.getByText(/Cette plaque est d’une autre compétition/)).toBeVisible();
    else await expect(referee.getByRole('button', { name: 'Confirmer' })).toBeVisible();
    await context.setOffline(false);
    if (name === 'present') {
      await referee.goto(`${home()}/competitions/${competitionId}/handout`);
      await referee.getByRole('button', { name: 'Scanner la plaque' }).click();
      await expect(referee.getByText('Zoé Exemple 112')).toBeVisible();
      await expect(referee.getByText('Zoé Exemple 7')).toBeHidden();
    }
    await browser.close();
  }
});

test('where no camera can be used, none is offered', async ({ page }) => {
  const { competitionId, zoneId } = await prepareCompetition('Plaques sans caméra', [7]);
  // As over plain http from another machine.
  await page.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }));
  await signIn(page, `/competitions/${competitionId}/zones/${zoneId}/referee`);
  await expect(page.getByRole('button', { name: 'Chercher le pilote' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Scanner la plaque' })).toHaveCount(0);
  await page.goto(`${home()}/competitions/${competitionId}/handout`);
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Scanner la plaque' })).toHaveCount(0);
});

// This browser has none: a stand-in answers in its place, as those of phones do.
for (const [how, isThere] of Object.entries({ 'that reads': true, 'whose service is missing': false })) {
  test(`a browser with its own reader of codes, ${how}, reads a plate`, async ({ page }, info) => {
    const prepared = await prepareCompetition(`Lecteur du téléphone, ${how}`, [7, 112]);
    const { competitionId, zoneId } = prepared;
    await page.addInitScript(() => {
      window.print = () => {};
    });
    await signIn(page, `/competitions/${competitionId}/print`);
    await page.getByRole('button', { name: 'Imprimer les étiquettes' }).click();
    const film = info.outputPath('plate.y4m');
    await writeFilm(film, [await photographCode(page, 'Code du dossard 112')]);
    const browser = await openBrowserWithCamera(film);
    const context = await browser.newContext({ viewport: phone, locale: 'fr-FR' });
    await context.addInitScript(
      ({ text, isThere }) => {
        const detect = async () => {
          if (!isThere) throw new DOMException('Barcode detection service unavailable.', 'NotSupportedError');
          return [{ rawValue: text }];
        };
        const reader = Object.assign(
          // Called with `new`, so no arrow function.
          function BarcodeDetector() {
            return { detect };
          },
          { getSupportedFormats: async () => ['qr_code'] },
        );
        Object.assign(window, { BarcodeDetector: reader });
      },
      { text: `DOSSARD:${competitionId}:7`, isThere },
    );
    const referee = await context.newPage();
    await signInByForm(referee, `/competitions/${competitionId}/zones/${zoneId}/referee`);
    await referee.getByRole('button', { name: 'Scanner la plaque' }).click();
    await expect(referee.getByText(isThere ? 'Zoé Exemple 7' : 'Zoé Exemple 112')).toBeVisible();
    await browser.close();
  });
}
