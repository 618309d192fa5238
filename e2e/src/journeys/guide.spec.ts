import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { prepareCompetition, prepareMember } from '../prepare.ts';
import { desktop, home, inEnglish, phone, signIn, signInAs } from '../steps.ts';

/* Help where it is needed: two guides, opened from the menu and from error messages. */

/** Scrolls to each picture, which is then loaded, and expects that it was found. */
async function expectPictures(page: Page, count: number): Promise<void> {
  const pictures = page.locator('main img');
  await expect(pictures).toHaveCount(count);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
  }
}

/** Expects that a link led to the paragraph, and not only near it. */
async function expectAtTop(page: Page, name: string): Promise<void> {
  const heading = page.getByRole('heading', { name });
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(250);
  await expect(heading).toBeInViewport();
}

test('the organiser’s guide opens from the menu, in both languages, with its pictures', async ({ page }) => {
  await page.setViewportSize(desktop);
  await signIn(page);
  await page.getByRole('button', { name: 'Compte et affichage' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Guide de l’organisateur' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Guide de l’organisateur' })).toBeVisible();
  await expectPictures(page, 7);
  await expectAccessible(page);
  await page.getByRole('link', { name: '← Mes compétitions' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mes compétitions' })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Un téléphone ne répond plus' }).click();
  await expectAtTop(page, 'Un téléphone ne répond plus');
  const printed = await page.pdf({ format: 'A4' });
  expect(printed.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThan(1);

  await inEnglish(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Guide for organisers' })).toBeVisible();
  await expectPictures(page, 7);
});

test('an unknown bib links the referee to the paragraph of the guide, also without network', async ({
  page,
  context,
}) => {
  const prepared = await prepareCompetition('Trial du guide', [7]);
  const referee = await prepareMember(prepared, 'referee');
  await page.setViewportSize(phone);
  await signInAs(page, referee, `/competitions/${prepared.competitionId}/zones/${prepared.zoneId}/referee`);
  await expect(page.getByText(/^Prêt hors ligne/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Prêt hors ligne/)).toBeVisible();
  await context.setOffline(true);
  await page.getByLabel('Dossard').fill('99');
  await page.getByRole('button', { name: 'Chercher le pilote' }).click();
  await page.getByRole('link', { name: 'Que faire' }).click();
  await expect(page).toHaveURL(`${home()}/competitions/guide/referee#bib`);
  await expectAtTop(page, 'Le dossard');
  await expectPictures(page, 3);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Guide du juge' })).toBeVisible();
  await expectAccessible(page);
});

test('a lost phone links the organiser to the paragraph of the guide', async ({ page }) => {
  const prepared = await prepareCompetition('Trial d’un téléphone', [7]);
  await signIn(page, `/competitions/${prepared.competitionId}/phones`);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Que faire' }).click();
  // In a tab of its own: what was being done stays.
  await expectAtTop(await opened, 'Un téléphone ne répond plus');
});
