import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { prepareCompetition } from '../prepare.ts';
import { desktop, inEnglish, phone, signIn } from '../steps.ts';

/* On the referee's phone nothing moves from the start of a run to its validation, whatever happens meanwhile. */

const doors = [1, 2, 3, 4, 5, 6];

interface Places {
  [what: string]: { x: number; y: number; width: number; height: number } | null;
}

/** Measures all that a referee may tap during a run, and the two places of the buttons. */
async function measure(page: Page, upper: Locator): Promise<Places> {
  const parts: [string, Locator][] = [
    ...doors.map((door): [string, Locator] => [
      `P${door}`,
      page.getByRole('button', { name: new RegExp(`^P${door}`) }),
    ]),
    ['less', page.getByRole('button', { name: 'Retirer une pénalité' })],
    ['more', page.getByRole('button', { name: 'Une pénalité de plus' })],
    ['validate', page.getByRole('button', { name: 'Valider le passage' })],
    ['leave', page.getByRole('button', { name: /Retour|Annuler ce passage|Tout effacer/ }).first()],
    ['cancel', page.getByRole('button', { name: /Retour|Annuler ce passage|Tout effacer/ }).last()],
  ];
  // First: an armed reset waits only a few seconds.
  const box = await upper.boundingBox();
  const boxes = await Promise.all(parts.map(([, part]) => part.boundingBox()));
  const places: Places = Object.fromEntries(parts.map(([name], index) => [name, boxes[index] ?? null]));
  // The upper place holds one button or two; its line stays.
  places.upper = box && { x: 0, y: box.y, width: 0, height: box.height };
  return places;
}

for (const [size, viewport] of Object.entries({ phone, small: { width: 360, height: 640 }, desktop })) {
  for (const theme of ['light', 'sun']) {
    test(`nothing moves during a run, with or without network (${size}, ${theme})`, async ({ page, context }) => {
      await page.setViewportSize(viewport);
      await page.addInitScript((name) => localStorage.setItem('app-theme', name), theme);
      const { competitionId, zoneId } = await prepareCompetition(`Immobile ${size} ${theme}`, [7, 112]);
      await signIn(page, `/competitions/${competitionId}/zones/${zoneId}/referee`);
      await page.getByLabel('Dossard').fill('112');
      await page.getByRole('button', { name: 'Chercher le pilote' }).click();
      await page.getByRole('button', { name: 'Confirmer' }).click();
      const button = (name: string) => page.getByRole('button', { name });
      await expect(button('Lancer le chrono')).toBeEnabled();
      const start = button('Lancer le chrono');
      const before = await measure(page, start);
      const whole = await start.boundingBox();
      const expectStill = async (upper: string) => expect(await measure(page, button(upper))).toEqual(before);
      await start.click();
      await expect(button('Arrêter le chrono')).toBeEnabled();
      expect(await button('Arrêter le chrono').boundingBox()).toEqual(whole);
      await expectStill('Arrêter le chrono');
      const scrolled = await page.evaluate(() => window.scrollY);
      for (const word of ['Annuler ce passage', 'Retour']) {
        const leave = page.getByRole('button', { name: word, exact: true });
        await leave.scrollIntoViewIfNeeded();
        const places = await measure(page, button('Arrêter le chrono'));
        await leave.click();
        await expect(button('Tout effacer')).toBeVisible();
        expect(await measure(page, button('Arrêter le chrono'))).toEqual(places);
      }
      await page.evaluate((y) => window.scrollTo(0, y), scrolled);
      await context.setOffline(true);
      await expect(page.getByText(/Hors ligne depuis/)).toBeVisible();
      await expectStill('Arrêter le chrono');
      await button('P1').click();
      for (let dab = 0; dab < 5; dab += 1) await button('Une pénalité de plus').click();
      await expect(page.getByText('PASSAGE TERMINÉ')).toBeVisible();
      await expectStill('Arrêter le chrono');
      await button('Arrêter le chrono').click();
      await expect(button('Remettre à zéro')).toBeEnabled();
      await expectStill('Remettre à zéro');
      await button('Remettre à zéro').click();
      await expectStill('Toucher encore');
      await context.setOffline(false);
      await expect(page.getByText(/Hors ligne depuis/)).toBeHidden();
      await expectStill('Remettre à zéro');
    });
  }
}

const leaving = {
  fr: { start: 'Lancer le chrono', cancel: 'Annuler ce passage', back: 'Retour', sure: 'Tout effacer' },
  en: { start: 'Start the timer', cancel: 'Cancel this run', back: 'Back', sure: 'Discard all' },
};
for (const [language, words] of Object.entries(leaving)) {
  test(`leaving a run asks in the place of the button, on the smallest phone too (${language})`, async ({ page }) => {
    const { competitionId, zoneId } = await prepareCompetition(`Place ${language}`, [112]);
    if (language === 'en') await inEnglish(page);
    await signIn(page, `/competitions/${competitionId}/zones/${zoneId}/referee`);
    await page.getByRole('textbox').fill('112');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Confirm/ }).click();
    await page.getByRole('button', { name: words.start }).click();
    const buttons = page.getByRole('main').getByRole('button');
    const places = async () => Promise.all((await buttons.all()).map((one) => one.boundingBox()));
    for (const viewport of [phone, { width: 320, height: 568 }]) {
      await page.setViewportSize(viewport);
      for (const word of [words.cancel, words.back]) {
        const leave = page.getByRole('button', { name: word, exact: true });
        await leave.scrollIntoViewIfNeeded();
        const before = await places();
        await leave.click();
        await expect(page.getByRole('button', { name: words.sure })).toBeVisible();
        expect(await places()).toEqual(before);
        // Another tap ends the question.
        await page.getByRole('timer').click();
        await expect(leave).toBeVisible();
      }
    }
  });
}

test('an armed reset is disarmed by any other action', async ({ page }) => {
  await page.setViewportSize(phone);
  const { competitionId, zoneId } = await prepareCompetition('Désarmé', [112]);
  await signIn(page, `/competitions/${competitionId}/zones/${zoneId}/referee`);
  await page.getByLabel('Dossard').fill('112');
  await page.getByRole('button', { name: 'Chercher le pilote' }).click();
  await page.getByRole('button', { name: 'Confirmer' }).click();
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await button('Lancer le chrono').click();
  await button(/^P1/).click();
  await button('Arrêter le chrono').click();
  const others = [
    () => button(/^P2/).click(),
    () => button('Une pénalité de plus').click(),
    async () => {
      await button('Reprendre').click();
      await button('Arrêter le chrono').click();
    },
    () => button('Annuler ce passage').click(),
  ];
  for (const act of others) {
    await button('Remettre à zéro').click();
    await expect(button('Toucher encore')).toBeVisible();
    await act();
    await expect(button('Remettre à zéro')).toBeEnabled();
    await expect(button(/^P1/)).toHaveAttribute('aria-pressed', 'true');
  }
  await button('Remettre à zéro').click();
  await button('Toucher encore').click();
  await expect(button(/^P1/)).toHaveAttribute('aria-pressed', 'false');
});

test('the bib is typed with digits of the page, which shows whose it is; success says points and time', async ({
  page,
}) => {
  await page.setViewportSize(phone);
  const { competitionId, zoneId } = await prepareCompetition('Chiffres', [7, 112]);
  await signIn(page, `/competitions/${competitionId}/zones/${zoneId}/referee`);
  const digit = (name: string) => page.getByRole('group', { name: 'Chiffres' }).getByRole('button', { name });
  const search = page.getByRole('button', { name: 'Chercher le pilote' });
  const place = await search.boundingBox();
  await digit('7').click();
  await expect(page.getByText('Zoé Exemple 7')).toBeVisible();
  await expect(page.getByText('pas encore de passage ici')).toBeVisible();
  await digit('Effacer le dernier chiffre').click();
  for (const one of ['1', '1', '2']) await digit(one).click();
  await expect(page.getByLabel('Dossard')).toHaveValue('112');
  await expect(page.getByText('Zoé Exemple 112')).toBeVisible();
  expect(await search.boundingBox()).toEqual(place);
  await page.getByLabel('Dossard').press('Enter');
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await page.getByRole('button', { name: 'Lancer le chrono' }).click();
  await page.getByRole('button', { name: /^P1/ }).click();
  await page.getByRole('button', { name: 'Arrêter le chrono' }).click();
  await page.getByRole('button', { name: 'Valider le passage' }).click();
  const chips = page.getByRole('listitem').filter({ hasText: /^P\d/ });
  await expect(chips.filter({ has: page.locator('s') })).toHaveCount(5);
  await page.getByRole('button', { name: 'Enregistrer le passage' }).click();
  await expect(page.getByRole('heading', { name: 'Passage enregistré' })).toBeVisible();
  const told = page.getByRole('status').filter({ hasText: 'Passage enregistré' });
  await expect(told).toContainText('10Points');
  await expect(told).toContainText(/0:0\d/);
  await expect(told).toContainText('0 pénalité');
  // The plate is beside the name, and both are in the middle.
  const plate = await told.getByText('112', { exact: true }).boundingBox();
  const group = await told.getByText('Les Dalles · U13 Femmes').boundingBox();
  expect((plate?.x ?? 0) + (plate?.width ?? 0)).toBeLessThan(group?.x ?? 0);
  expect((plate?.x ?? 0) + (group?.x ?? 0) + (group?.width ?? 0)).toBeCloseTo(phone.width, 0);
});
