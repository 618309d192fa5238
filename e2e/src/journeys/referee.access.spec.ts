import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { prepareCompetition, runsOf } from '../prepare.ts';
import { phone, signIn } from '../steps.ts';

/* The referee's five steps in the accessibility tree, and with the keyboard alone. */

test.use({ viewport: phone });

async function openZone(page: Page, name: string) {
  const prepared = await prepareCompetition(name, [7]);
  await signIn(page, `/competitions/${prepared.competitionId}/zones/${prepared.zoneId}/referee`);
  await expect(page.getByLabel('Dossard')).toBeFocused();
  return prepared;
}

const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');

/** Presses a button that the Tab key reaches within a few stops; the focus must never be lost before. */
async function tabTo(page: Page, name: string | RegExp, key = 'Enter'): Promise<void> {
  const button = page.getByRole('button', { name });
  await expect(button).toBeEnabled();
  const isThere = () => button.evaluate((element) => element === document.activeElement);
  for (let stops = 0; stops < 12 && !(await isThere()); stops += 1) await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await page.keyboard.press(key);
}

/** Expects the focus on an element of the step; from the page around it every control is far. */
const expectFocusInStep = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);

// WCAG 2.1.1, 2.1.2, 2.4.3, 2.4.7
test('a run is recorded with the keyboard alone, and the focus is never lost', async ({ page }) => {
  const prepared = await openZone(page, 'Juge au clavier');
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await expectFocusInStep(page);
  await tabTo(page, 'Confirmer');
  await expectFocusInStep(page);
  await tabTo(page, 'Lancer le chrono');
  await expect(page.getByRole('button', { name: 'Arrêter le chrono' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Une pénalité de plus' })).toBeFocused();
  await page.keyboard.press('Space');
  for (const door of ['P6', 'P2']) {
    const tile = page.getByRole('button', { name: new RegExp(`^${door}`) });
    for (let stops = 0; stops < 12 && !(await tile.evaluate((one) => one === document.activeElement)); stops += 1)
      await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Space');
    await expect(tile).toHaveAttribute('aria-pressed', 'true');
    await expect(tile).toBeFocused();
  }
  await tabTo(page, 'Arrêter le chrono');
  await expectFocusInStep(page);
  await tabTo(page, 'Valider le passage');
  await expectFocusInStep(page);
  await tabTo(page, 'Enregistrer le passage');
  await expect(page.getByRole('heading', { name: 'Passage enregistré' })).toBeVisible();
  await expect(page.getByLabel('Dossard')).toBeFocused();
  expect(await focusedName(page)).toBe('');
  await expect.poll(async () => (await runsOf(prepared, 7)).map(({ points }) => points)).toEqual([20]);
});

// WCAG 1.3.1, 1.3.2, 4.1.2, 4.1.3
test('the accessibility tree names what each step shows', async ({ page }) => {
  await openZone(page, 'Juge sans écran');
  const step = page.getByRole('main');
  await expect(step).toMatchAriaSnapshot(`
    - text: Dossard
    - textbox "Dossard"
    - alert
    - group "Chiffres":
      - button "1"
      - button "Effacer le dernier chiffre"
    - button "Chercher le pilote"
    - link "Retour aux zones"
    - group
  `);
  await page.getByLabel('Dossard').fill('x');
  await page.keyboard.press('Enter');
  await expect(step.getByRole('alert')).not.toBeEmpty();
  await page.getByLabel('Dossard').fill('7');
  await page.keyboard.press('Enter');
  await expect(step).toMatchAriaSnapshot(`
    - heading "Est-ce bien ce pilote ?" [level=2]
    - text: "7"
    - paragraph: Zoé Exemple 7
    - paragraph: Les Dalles · U13 Femmes
    - button "Confirmer"
    - button "Autre dossard"
  `);
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await expect(step).toMatchAriaSnapshot(`
    - timer "Chrono": /0:00/
    - paragraph: Les portes se touchent une fois le chrono lancé.
    - text: Points
    - status: "0"
    - group "Portes":
      - button "P1 10 points perdue" [disabled]
  `);
  await page.getByRole('button', { name: 'Lancer le chrono' }).click();
  await page.getByRole('button', { name: /^P1/ }).click();
  await page.getByRole('button', { name: 'Une pénalité de plus' }).click();
  await expect(step).toMatchAriaSnapshot(`
    - timer "Chrono"
    - text: Points
    - status: "10"
    - group "Portes":
      - button "P1 10 points gagnée" [pressed]
      - button "P2 10 points perdue"
    - group "Pénalités":
      - status: 1 pénalité
      - button "Retirer une pénalité"
      - button "Une pénalité de plus"
    - button "Arrêter le chrono"
    - button "Valider le passage" [disabled]
  `);
  await page.getByRole('button', { name: 'Arrêter le chrono' }).click();
  await page.getByRole('button', { name: 'Valider le passage' }).click();
  await expect(step).toMatchAriaSnapshot(`
    - heading "Tout est correct ?" [level=2]
    - term: Points
    - definition: "10"
    - term: Pénalités
    - definition: "1"
    - term: Chrono
    - definition: /0:\\d\\d/
    - button "Enregistrer le passage"
    - button "Retour"
  `);
  await page.getByRole('button', { name: 'Enregistrer le passage' }).click();
  await expect(step).toMatchAriaSnapshot(`
    - status:
      - heading "Passage enregistré" [level=2]
    - button "Pilote suivant"
  `);
});
