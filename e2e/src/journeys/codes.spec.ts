import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { openBrowserWithCamera, writeFilm } from '../fake.camera.ts';
import { type Prepared, prepareCompetition, runsOf } from '../prepare.ts';
import { phone, signIn } from '../steps.ts';

/* A phone without network shows its runs as QR codes; a laptop's camera reads them. */

const dossards = Array.from({ length: 12 }, (_, index) => index + 1);
const side = 400;

/** Records a run of each bib without network. */
async function recordOffline(page: Page, { competitionId, zoneId }: Prepared): Promise<void> {
  await page.setViewportSize(phone);
  await signIn(page, `/competitions/${competitionId}/paper?zone=${zoneId}`);
  await expect(page.getByLabel('Dossard', { exact: true })).toBeFocused();
  // What the outbox sends, and what it asks afterwards.
  await page.route(/\/runs\/sheet$|submissionID=/, (route) => route.abort());
  for (const dossard of dossards) {
    for (const typed of [String(dossard), '12.1', '50']) {
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
    }
  }
  await expect(page.getByRole('article')).toHaveCount(dossards.length);
}

/** Takes a grey picture of each code that the phone shows. */
async function photographCodes(page: Page): Promise<Buffer[]> {
  const first = page.getByRole('img', { name: /^Passages non envoyés, code 1 sur/ });
  const label = (await first.getAttribute('aria-label')) ?? '';
  const total = Number(/sur (\d+)/.exec(label)?.[1]);
  const codes: Buffer[] = [];
  for (let number = 1; number <= total; number += 1) {
    const grey = await page.evaluate(
      async ({ label, size }) => {
        const find = () => document.querySelector<SVGElement>(`svg[aria-label="${label}"]`);
        while (!find()) await new Promise(requestAnimationFrame);
        const copy = find()?.cloneNode(true) as SVGElement;
        copy.setAttribute('width', String(size));
        copy.setAttribute('height', String(size));
        const image = new Image();
        image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
        await image.decode();
        const canvas = Object.assign(document.createElement('canvas'), { width: size, height: size });
        const context = canvas.getContext('2d');
        context?.drawImage(image, 0, 0);
        const { data } = context?.getImageData(0, 0, size, size) ?? { data: new Uint8ClampedArray() };
        return Array.from({ length: size * size }, (_, at) => 30 + Math.round(((data[at * 4] ?? 0) * 190) / 255));
      },
      { label: `Passages non envoyés, code ${number} sur ${total}`, size: side },
    );
    codes.push(Buffer.from(grey));
  }
  return codes;
}

test('a laptop’s camera reads the runs of a phone without network, and nothing is stored twice', async ({
  page,
}, info) => {
  const prepared = await prepareCompetition('Codes du téléphone', dossards);
  await recordOffline(page, prepared);
  await page.getByRole('link', { name: 'Passages', exact: true }).click();
  await page.getByRole('link', { name: /passages non envoyés/ }).click();
  await page.getByRole('button', { name: 'Montrer en codes QR' }).click();
  await expectAccessible(page);
  const codes = await photographCodes(page);
  expect(codes).toHaveLength(3);
  await page.context().setOffline(true);
  await page.unrouteAll();
  const film = info.outputPath('codes.y4m');
  // In any order, and each more than once.
  await writeFilm(film, [...codes.toReversed(), ...codes], side);

  const laptop = await openBrowserWithCamera(film);
  const context = await laptop.newContext({ locale: 'fr-FR', timezoneId: 'Europe/Paris' });
  const desk = await context.newPage();
  await signIn(desk, `/competitions/${prepared.competitionId}/phones`);
  // The first import fails while the next codes come: its code is read again.
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

test('a laptop without a camera says what to do instead', async ({ page }) => {
  const prepared = await prepareCompetition('Sans caméra', []);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'mediaDevices', { value: undefined });
  });
  await signIn(page, `/competitions/${prepared.competitionId}/phones`);
  await page.getByRole('button', { name: 'Lire les codes QR' }).click();
  await expect(page.getByText('Cet ordinateur n’a pas de caméra que la page puisse utiliser.')).toBeVisible();
});
