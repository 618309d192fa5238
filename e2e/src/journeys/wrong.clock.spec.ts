import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { prepareCompetition, prepareMember } from '../prepare.ts';
import { phone, rideToCheck, signIn, signInAs } from '../steps.ts';

/* Two phones at one zone, of which one is three hours ahead. */

/** Sets the clock of a page ahead, from its first script on. */
const setAhead = (page: Page, ms: number) =>
  page.addInitScript((ahead) => {
    const now = Date.now;
    Date.now = () => now() + ahead;
    window.Date = new Proxy(Date, {
      construct: (target, given) => Reflect.construct(target, given.length > 0 ? given : [target.now()]),
    });
  }, ms);

test('a phone says that its clock is wrong, and one ride on two phones is still noticed', async ({ browser }) => {
  const prepared = await prepareCompetition('Trois heures d’avance', [7]);
  const { competitionId, zoneId } = prepared;
  const address = `/competitions/${competitionId}/zones/${zoneId}/referee`;
  const open = async () => (await browser.newContext({ viewport: phone, hasTouch: true, locale: 'fr-FR' })).newPage();
  const [fast, right] = [await open(), await open()];
  await setAhead(fast, 3 * 3_600_000);
  await signInAs(fast, await prepareMember(prepared, 'referee', 'Solène'), address);
  await expect(fast.getByText('Ce téléphone se trompe de 3\u00a0h\u00a0: mettez-le à l’heure.')).toBeVisible();
  await rideToCheck(fast, 7);
  await fast.getByRole('button', { name: 'Enregistrer le passage' }).click();
  await expect(fast.getByLabel('Dossard')).toBeVisible();

  await signIn(right, address);
  await expect(right.getByText(/Prêt hors ligne/)).toBeVisible();
  await right.getByLabel('Dossard').fill('7');
  await right.getByRole('button', { name: 'Chercher le pilote' }).click();
  await expect(right.getByText(/Moins de deux minutes depuis le dernier/)).toBeVisible();
  await right.getByRole('button', { name: 'Autre dossard' }).click();
  await rideToCheck(right, 7);
  await right.getByRole('button', { name: 'Enregistrer le passage' }).click();
  await expect(right.getByLabel('Dossard')).toBeVisible();
  const pairs = async () =>
    (await (await prepared.api.get(`/api/competition/${competitionId}/runs/doubtful`)).json()).pairs;
  await expect.poll(async () => (await pairs()).map(({ pair }: { pair: string }) => pair)).toEqual(['7-1-2']);
});
