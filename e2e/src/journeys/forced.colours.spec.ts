import { expect, type Locator } from '@playwright/test';
import { test } from '../journey.ts';
import { prepareCompetition } from '../prepare.ts';
import { home, signIn } from '../steps.ts';

/* Readers whose system forces its colours see which control is chosen: backgrounds are gone. */

/** Chooses a control, or no more, and expects that it then looks different, without hover and focus. */
async function expectSeen(control: Locator): Promise<void> {
  const label = control.locator('xpath=ancestor::label[1]');
  const shoot = async () => {
    await control.page().mouse.move(0, 0);
    await control.evaluate((input: HTMLElement) => input.blur());
    return (await label.screenshot()).toString('base64');
  };
  const before = await shoot();
  await control.setChecked(!(await control.isChecked()), { force: true });
  expect(await shoot()).not.toBe(before);
}

test('boxes to tick, radios and chips show in forced colours that they are chosen', async ({ page }) => {
  const { competitionId } = await prepareCompetition('Couleurs forcées', [7]);
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await signIn(page, `/competitions/${competitionId}/participants?tab=list`);
  await page.getByRole('button', { name: 'Actions pour 7 Zoé Exemple 7' }).click();
  await page.getByRole('menuitem', { name: 'Supprimer' }).click();
  await expectSeen(page.getByRole('dialog').getByRole('checkbox'));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions pour 7 Zoé Exemple 7' }).click();
  await page.getByRole('menuitem', { name: 'Changer le statut' }).click();
  await expectSeen(page.getByRole('dialog').getByRole('radio').last());

  await page.goto(`${home()}/competitions/${competitionId}/edit`);
  await page
    .getByRole('button', { name: /Ajouter.*zone/ })
    .first()
    .click();
  // The categories to choose are those of the riders, once these are read.
  await page.waitForLoadState('networkidle');
  await expectSeen(page.getByRole('main').getByRole('checkbox').first());

  await page.goto(`${home()}/public/competitions/${competitionId}/live-ranking`);
  await expectSeen(page.getByRole('radio').last());
});
