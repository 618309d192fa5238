import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, prepareMember } from '../prepare.ts';
import { home, phone, signIn, signInAs } from '../steps.ts';

/* Bibs handed out in the morning: with and without network, on two phones, and riders who did not come (B4, B5). */

test.use({ viewport: phone, hasTouch: true });

const at = ({ competitionId }: Prepared) => `/competitions/${competitionId}/handout`;
const rider = (page: Page, dossard: number) => page.getByRole('button', { name: new RegExp(`Exemple ${dossard}\\b`) });

/** Opens the page and waits until this phone can open it again without network. */
async function openForTheField(page: Page, prepared: Prepared): Promise<void> {
  await signIn(page, at(prepared));
  await expect(rider(page, 7)).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
}

test('ticks without network survive a reload, are sent later, and the latest one of a rider counts', async ({
  page,
  context,
  browser,
}) => {
  const prepared = await prepareCompetition('Remise sans réseau', [3, 7, 45, 112]);
  const other = await prepareMember(prepared, 'editor');
  await openForTheField(page, prepared);
  await page.getByLabel('Dossard, nom ou club').fill('11');
  await rider(page, 112).click();
  await expect(page.getByText('1 venu sur 4')).toBeVisible();
  await page.getByLabel('Dossard, nom ou club').fill('');

  await context.setOffline(true);
  await expect(page.getByText(/Pas de réseau, liste de/)).toBeVisible();
  await rider(page, 7).click();
  await rider(page, 45).click();
  await rider(page, 45).click();
  await expect(page.getByText('2 coches à envoyer')).toBeVisible();
  await expect(page.getByRole('button', { name: /absent/ })).toBeDisabled();
  await page.reload();
  await expect(rider(page, 7)).toHaveAttribute('aria-pressed', 'true');
  await expect(rider(page, 45)).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByText('2 coches à envoyer')).toBeVisible();
  await expectAccessible(page);

  // Later somebody else ticks 45, who came after all: the earlier tick that arrives afterwards must not overwrite it.
  const second = await browser.newContext({ viewport: phone });
  const otherPage = await second.newPage();
  await signInAs(otherPage, other, at(prepared));
  await rider(otherPage, 45).click();
  await expect(otherPage.getByText('2 venus sur 4')).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText('coches à envoyer')).toBeHidden();
  await expect(page.getByText('3 venus sur 4')).toBeVisible();
  await expect(otherPage.getByText('3 venus sur 4')).toBeVisible();
  await second.close();
});

test('a list that was requested before a tick and arrives after it does not remove the tick', async ({ page }) => {
  const prepared = await prepareCompetition('Remise lente', [7, 45]);
  await openForTheField(page, prepared);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isRead = false;
  await page.route('**/handout', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    isRead = true;
    await held;
    await route.fulfill({ response });
  });
  await expect.poll(() => isRead).toBe(true);
  const saved = page.waitForResponse(
    (answer) => answer.request().method() !== 'GET' && answer.url().endsWith('/handout'),
  );
  await rider(page, 45).click();
  await saved;
  await expect(page.getByText('1 venu sur 2')).toBeVisible();
  release();
  await page.waitForTimeout(1_000);
  expect(await rider(page, 45).getAttribute('aria-pressed')).toBe('true');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('riders who have not come become DNS with one action, and one who comes late can ride', async ({ page }) => {
  const prepared = await prepareCompetition('Absents du matin', [3, 7, 45]);
  await openForTheField(page, prepared);
  await rider(page, 7).click();
  await expect(page.getByText('1 venu sur 3')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Pas encore venus' }).check();
  await expect(rider(page, 7)).toBeHidden();
  await page.getByRole('button', { name: 'Marquer 2 absents (DNS)' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Marquer DNS' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('checkbox', { name: 'Pas encore venus' }).uncheck();
  await expect(rider(page, 3)).toContainText('Non partant');
  const card = await page.getByRole('listitem').filter({ hasText: 'Exemple 3' }).boundingBox();
  const facts = await rider(page, 3).boundingBox();
  expect((card?.height ?? 0) - (facts?.height ?? 0), 'the card has nothing below').toBeLessThan(4);
  await rider(page, 3).click();
  await page.getByRole('button', { name: 'Venu\u00a0: retirer «\u00a0Non partant\u00a0»' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Exemple 3' })).not.toContainText('Non partant');
  const { participants } = await (
    await prepared.api.get(`/api/competition/${prepared.competitionId}/participants`)
  ).json();
  expect(participants.map(({ status }: { status: string | null }) => status)).toEqual([null, null, 'dns']);
  await page.goto(`${home()}/competitions/${prepared.competitionId}/history`);
  await expect(page.getByText('Zoé Exemple 45').first()).toBeVisible();
});
