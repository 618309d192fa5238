import { expect } from '@playwright/test';
import { test } from '../journey.ts';
import { prepareCompetition } from '../prepare.ts';
import { desktop, home, phone, signIn } from '../steps.ts';

/* Somebody who double-clicks everything gets what one click does. */

test('a dialog stays open, and what a button makes is made once', async ({ page }) => {
  const prepared = await prepareCompetition('Deux clics', [7]);
  const at = (path: string) => `${home()}/competitions/${prepared.competitionId}/${path}`;
  await page.setViewportSize(desktop);
  await signIn(page, `/competitions/${prepared.competitionId}/edit?section=visibility`);
  await page.getByRole('button', { name: /^Rendre (privée|publique)$/ }).dblclick();
  await expect(page.getByRole('dialog')).toBeVisible();
  // Longer than a double click.
  await page.waitForTimeout(600);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto(at('users'));
  const made: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') made.push(request.url());
  });
  await page.getByRole('button', { name: 'Un lien par zone' }).dblclick();
  await expect(page.getByRole('img', { name: 'Code QR : Les Dalles' })).toHaveCount(1);
  await page.waitForLoadState('networkidle');
  expect(made).toHaveLength(1);
});

test('a double tap on the start of the timer does not stop it', async ({ browser }) => {
  const prepared = await prepareCompetition('Deux appuis', [7]);
  const page = await (await browser.newContext({ viewport: phone, hasTouch: true, locale: 'fr-FR' })).newPage();
  await signIn(page, `/competitions/${prepared.competitionId}/zones/${prepared.zoneId}/referee`);
  await page.getByLabel('Dossard').fill('7');
  await page.getByRole('button', { name: 'Chercher le pilote' }).tap();
  await page.getByRole('button', { name: 'Confirmer' }).tap();
  await page.getByRole('button', { name: 'Lancer le chrono' }).dblclick();
  await expect(page.getByRole('timer')).toHaveText(/0:0[1-9]/);
  await page.getByRole('button', { name: 'Arrêter le chrono' }).tap();
  await expect(page.getByRole('button', { name: 'Reprendre' })).toBeVisible();
});

test('a double tap that closes a dialog presses nothing behind it', async ({ browser }) => {
  const prepared = await prepareCompetition('Deux appuis sur Envoyer', [7]);
  const page = await (await browser.newContext({ viewport: phone, hasTouch: true, locale: 'fr-FR' })).newPage();
  await page.clock.install();
  await signIn(page, `/competitions/${prepared.competitionId}/zones/${prepared.zoneId}/referee`);
  await page.getByRole('button', { name: 'Appeler l’organisation' }).tap();
  const send = page.getByRole('dialog').getByRole('button', { name: 'Envoyer' });
  const place = await send.boundingBox();
  if (!place) throw new Error('The dialog has no button to send.');
  const pressed = await page.evaluateHandle(() => {
    const targets: string[] = [];
    document.addEventListener('click', ({ target }) => targets.push((target as Element).tagName));
    return targets;
  });
  // The time between the taps of a double tap, however slow this machine is.
  await page.clock.pauseAt(Date.now() + 60_000);
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
  await page.mouse.click(x, y);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  expect(await pressed.jsonValue()).toEqual(['BUTTON']);
});

test('a double tap on what loses a run asks, and loses nothing', async ({ browser }) => {
  const prepared = await prepareCompetition('Deux appuis sur Annuler', [7]);
  const page = await (await browser.newContext({ viewport: phone, hasTouch: true, locale: 'fr-FR' })).newPage();
  await signIn(page, `/competitions/${prepared.competitionId}/zones/${prepared.zoneId}/referee`);
  await page.getByLabel('Dossard').fill('7');
  await page.getByRole('button', { name: 'Chercher le pilote' }).tap();
  await page.getByRole('button', { name: 'Confirmer' }).tap();
  await page.getByRole('button', { name: 'Lancer le chrono' }).tap();
  await expect(page.getByRole('timer')).toHaveText(/0:0[1-9]/);
  await page.getByRole('button', { name: 'Annuler ce passage' }).dblclick();
  const sure = page.getByRole('button', { name: 'Tout effacer' });
  await expect(sure).toBeVisible();
  await expect(page.getByRole('timer')).toBeVisible();
  await sure.tap();
  await expect(page.getByRole('button', { name: 'Chercher le pilote' })).toBeVisible();
});
