import { admin } from '@dossard/testbed/product/product.ts';
import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, prepareMember, recordRuns } from '../prepare.ts';
import { home, phone, signIn, signInHere } from '../steps.ts';

/* Typed text is never lost: not when the session ends, and not while a confirmation is open. */

test.use({ viewport: phone });
let prepared: Prepared;
test.beforeAll(async () => {
  prepared = await prepareCompetition('Texte saisi', [7]);
  await recordRuns(prepared, [7]);
});

const expired = 'Session expirée ou identifiants incorrects. Veuillez vous reconnecter.';

/** Signs in again where the refused form offers it. */
async function signInInPlace(page: Page): Promise<void> {
  await expect(page.getByText(expired)).toBeVisible();
  const here = page.locator('[data-part=sign-in-here]');
  await expect(here.getByText(admin.email)).toBeVisible();
  await here.getByLabel('Mot de passe', { exact: true }).fill(admin.password);
  await here.getByLabel('Mot de passe', { exact: true }).press('Enter');
  await expect(page.getByText('Vous êtes reconnecté.')).toBeVisible();
}

// WCAG 2.2.1
test.describe('a session that ends while a form is filled in', () => {
  const forms: [string, string, (page: Page) => Promise<void>, string, (page: Page) => Promise<void>][] = [
    [
      'settings',
      'edit?section=description',
      (page) => page.getByLabel('Lieu').fill('Les Houches'),
      'Enregistrer',
      async (page) => {
        await expect(page.getByText('Réglages enregistrés')).toBeVisible();
        await expect(page.getByLabel('Lieu')).toHaveValue('Les Houches');
      },
    ],
    [
      'a new participant',
      'participants?tab=add',
      async (page) => {
        await page.getByRole('button', { name: 'Ajouter un participant' }).click();
        await page.getByRole('textbox', { name: 'Dossard' }).fill('31');
        await page.getByLabel('Nom', { exact: true }).fill('Durand');
        await page.getByRole('textbox', { name: 'Prénom' }).fill('Lou');
        await page.getByRole('radio', { name: 'U13' }).check();
        await page.getByRole('radio', { name: 'Femmes' }).check();
      },
      'Ajouter',
      (page) => expect(page.getByRole('dialog').getByText(/Lou Durand/)).toBeVisible(),
    ],
    [
      'a new zone',
      'edit',
      async (page) => {
        await page.getByRole('button', { name: 'Ajouter une zone' }).click();
        await page.getByLabel('Nom de la zone').fill('Le Pierrier');
        await page.getByRole('button', { name: /Copier les barèmes/ }).click();
      },
      'Créer la zone',
      (page) => expect(page.getByRole('heading', { name: 'Le Pierrier' })).toBeVisible(),
    ],
  ];
  for (const [name, path, fill, button, isSaved] of forms) {
    test(`${name}: signed in again in place, and saved`, async ({ page, context }) => {
      await signIn(page, `/competitions/${prepared.competitionId}/${path}`);
      await fill(page);
      await context.clearCookies();
      await page.getByRole('button', { name: button, exact: true }).click();
      await signInInPlace(page);
      await page.getByRole('button', { name: button, exact: true }).click();
      await isSaved(page);
    });
  }

  test('the third refusal in a row asks before it leaves the page, and a reader who stays signs in there', async ({
    page,
    context,
  }) => {
    await signIn(page, `/competitions/${prepared.competitionId}/edit?section=description`);
    await page.getByLabel('Lieu').fill('Vallorcine');
    // Earlier requests of the page succeed, and would reset the count.
    await page.waitForLoadState('networkidle');
    await context.clearCookies();
    for (const _ of [1, 2, 3]) {
      const answered = page.waitForResponse((response) => response.status() === 401);
      await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
      await answered;
      await expect(page.getByRole('button', { name: 'Enregistrer', exact: true, includeHidden: true })).toBeEnabled();
    }
    await page.getByRole('button', { name: 'Rester' }).click();
    await signInInPlace(page);
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await expect(page.getByText('Réglages enregistrés')).toBeVisible();
    await expect(page.getByLabel('Lieu')).toHaveValue('Vallorcine');
  });

  test('a wrong password is reported at its field, and no input is lost', async ({ page, context }) => {
    await signIn(page, `/competitions/${prepared.competitionId}/edit?section=description`);
    await page.getByLabel('Lieu').fill('Servoz');
    await context.clearCookies();
    await page.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    const here = page.locator('[data-part=sign-in-here]');
    await here.getByLabel('Mot de passe', { exact: true }).fill('pas le bon');
    await here.getByRole('button', { name: 'Se connecter' }).click();
    await expect(here.getByText('Adresse e-mail ou mot de passe incorrect.')).toBeVisible();
    await expect(page.getByLabel('Lieu')).toHaveValue('Servoz');
  });
});

test('a page is reloaded when somebody else signs in in another tab', async ({ page, context }) => {
  const member = await prepareMember(prepared, 'viewer');
  await signIn(page, `/competitions/${prepared.competitionId}/zones`);
  await expect(page.getByRole('link', { name: 'Modifier la compétition' })).toBeVisible();
  const other = await context.newPage();
  await other.goto(`${home()}/login`);
  await signInHere(other, member);
  await expect(other).toHaveURL(`${home()}/competitions`);
  await expect(page.getByRole('heading', { name: 'Texte saisi' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Modifier la compétition' })).toHaveCount(0);
});

test.describe('an open confirmation keeps input unsaved', () => {
  test('of a corrected run', async ({ page }) => {
    await signIn(page, `/competitions/${prepared.competitionId}/participants/7/runs`);
    await page.getByRole('button', { name: 'Modifier' }).click();
    await page.getByLabel('Pénalités').fill('3');
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click();
    await page.getByRole('link', { name: '← Participants' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rester' }).click();
    await expect(page.getByLabel('Pénalités')).toHaveValue('3');
  });

  test('of a granted permission', async ({ page }) => {
    await signIn(page, '/admin');
    await page.getByLabel('Adresse e-mail de l’utilisateur').fill('personne@dossard.test');
    await page.getByLabel('Droit', { exact: true }).selectOption('super_admin');
    await page.getByRole('button', { name: 'Donner le droit' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click();
    await page.getByRole('link', { name: '← Mes compétitions' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rester' }).click();
    await expect(page.getByLabel('Adresse e-mail de l’utilisateur')).toHaveValue('personne@dossard.test');
  });
});

test('input behind another tab is protected too', async ({ page }) => {
  await signIn(page, '/profile');
  await page.getByLabel('Prénom').fill('Camille');
  await page.getByRole('tab', { name: 'Mot de passe' }).click();
  await page.getByRole('link', { name: '← Mes compétitions' }).click();
  const question = page.getByRole('dialog');
  await expect(question.getByText('Ce que vous avez saisi ici n’est pas enregistré.')).toBeVisible();
  await question.getByRole('button', { name: 'Rester' }).click();
  await page.getByRole('tab').first().click();
  await expect(page.getByLabel('Prénom')).toHaveValue('Camille');
});

test('what else is begun in a zone asks before it replaces a form with input', async ({ page }) => {
  const { competitionId } = await prepareCompetition('Barème saisi', []);
  await signIn(page, `/competitions/${competitionId}/edit`);
  const zone = page.getByRole('region', { name: 'Les Dalles' });
  await zone.getByRole('button', { name: 'Modifier U13 Femmes' }).click();
  const points = zone.getByLabel('Points de la porte 1');
  await points.fill('20');
  page.once('dialog', (question) => question.dismiss());
  await zone.getByRole('button', { name: 'Ajouter des barèmes' }).click();
  await expect(points).toHaveValue('20');
  page.once('dialog', (question) => question.accept());
  await zone.getByRole('button', { name: 'Ajouter des barèmes' }).click();
  await expect(zone.getByRole('heading', { name: 'Autres barèmes' })).toBeVisible();
});
