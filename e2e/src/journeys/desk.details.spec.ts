import { admin } from '@dossard/testbed/product/product.ts';
import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { type Prepared, prepareAccount, prepareCompetition, prepareMember, recordRuns } from '../prepare.ts';
import { bringSession, desktop, holdRequests, home, phone, signIn, signInAs, signInHere } from '../steps.ts';

/* What organisers are told before they try, the toasts afterwards, and names of any length. */

let prepared: Prepared;
test.beforeAll(async () => {
  prepared = await prepareCompetition('Détails', [7, 45]);
  await recordRuns(prepared, [7, 7, 45]);
});
const at = (path: string) => `/competitions/${prepared.competitionId}${path}`;

test('a zone with runs shows beforehand how many prevent its deletion', async ({ page }) => {
  await page.setViewportSize(phone);
  await signIn(page, at('/edit'));
  await page.getByRole('button', { name: 'Actions pour Les Dalles' }).click();
  await page.getByRole('menuitem', { name: 'Supprimer' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Cette zone a 3 passages de 2 pilotes.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Supprimer' })).toHaveAttribute('aria-disabled', 'true');
  await expect(dialog.getByRole('checkbox')).toHaveCount(0);
});

test('a super administrator who takes another role keeps all permissions, and is told so', async ({ page }) => {
  const own = await prepareCompetition('Détails du chef', [1]);
  await prepareMember(own, 'admin', 'Dominique');
  await signIn(page, `/competitions/${own.competitionId}/users`);
  const row = page.getByRole('row').filter({ hasText: admin.email });
  const actions = row.getByRole('button', { name: /^Actions/ });
  await actions.click();
  await page.getByRole('menuitem', { name: /^Retirer/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Vous êtes super administrateur\u00a0: vous gardez tous vos droits.')).toBeVisible();
  await expect(dialog.getByText('Cette personne ne pourra plus')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await actions.click();
  await page.getByRole('menuitem', { name: /^Changer le rôle/ }).click();
  await row.getByRole('combobox').selectOption('Lecteur');
  await row.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText(/^Nouveau rôle de/)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Dominique is the other one, also once the super administrator is no member.
  const others = page.getByRole('navigation').getByRole('link', { name: /^Juges/ });
  await expect(others).toHaveText('Juges1');
  await actions.click();
  await page.getByRole('menuitem', { name: /^Retirer/ }).click();
  await dialog.getByRole('button', { name: /^Retirer/ }).click();
  await expect(row).toHaveCount(0);
  await expect(others).toHaveText('Juges1');
});

test('the referee’s screen is denied to a role that records no runs (A1)', async ({ page }) => {
  await page.setViewportSize(phone);
  const viewer = await prepareMember(prepared, 'viewer');
  await signInAs(page, viewer, at(`/zones/${prepared.zoneId}/referee`));
  await page.getByRole('dialog', { name: 'Accès refusé' }).getByRole('button', { name: 'Compris' }).click();
  await page.getByRole('link', { name: 'Retour aux zones' }).click();
  await expect(page).toHaveURL(home() + at('/zones'));
});

test('an account that may not create competitions is told before filling in the form', async ({ page }) => {
  await page.setViewportSize(phone);
  await signInAs(page, await prepareAccount(), '/new-competition');
  await expect(page.getByText('Votre compte ne permet pas encore de créer une compétition')).toBeVisible();
  await page.getByLabel('Nom').fill('Trial');
  await page.getByLabel('Lieu').fill('Pré');
  await page.getByLabel('Organisateur').fill('Club');
  await page.getByRole('textbox', { name: 'Contact' }).fill('a@dossard.test');
  await page.getByRole('button', { name: 'Créer la compétition' }).click();
  await expect(page.getByText('Création de compétition non autorisée')).toBeVisible();
  await expect(page.getByText('Votre compte ne permet pas encore de créer une compétition')).toHaveCount(1);
});

test('a toast replaces the previous one of its kind, and does not cover the button on a phone', async ({ page }) => {
  await page.setViewportSize(phone);
  await signIn(page, at('/edit?section=description'));
  const save = page.getByRole('button', { name: 'Enregistrer', exact: true });
  for (const place of ['Ici', 'Là', 'Là-bas']) {
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByLabel('Lieu').fill(place);
    await save.click();
    await saved;
  }
  const toasts = page.getByText('Réglages enregistrés');
  // While the pointer is on it, it stays.
  await toasts.last().hover();
  // The last toast may replace the hovered one only now.
  const isAboveButton = async () => {
    const [toast, button] = [await toasts.last().boundingBox(), await save.boundingBox()];
    return toast && button && toast.y + toast.height < button.y;
  };
  await expect.poll(async () => (await toasts.count()) === 1 && isAboveButton()).toBe(true);
});

test.describe('the first stop of the keyboard skips the header', () => {
  for (const path of ['/', '/login', '/competitions', '/referee/invitation']) {
    test(path, async ({ page }) => {
      await page.goto(`${home()}/login`);
      await signInHere(page);
      await expect(page).toHaveURL(`${home()}/competitions`);
      await page.goto(home() + path);
      await expect(page.getByRole('main')).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Aller au contenu' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
      await expect(page).toHaveURL(home() + path);
    });
  }

  test('also while the session is still checked', async ({ page }) => {
    await signIn(page, '/competitions');
    const release = await holdRequests(page, '**/api/user/profile');
    await page.reload();
    await expect(page.getByText('Vérification de votre session…')).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    release();
    await expect(page.getByRole('heading', { name: 'Mes compétitions' })).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
  });
});

test.describe('names of any length', () => {
  const long = 'Championnat régional Auvergne-Rhône-Alpes de vélo trial et finale de la coupe des jeunes';
  const unbroken = 'ZoneDesGrandesDallesDuTorrentAuxMarmottesDerriereLaCabaneDuBergerEtLeGrandSapin';
  let house: Prepared;
  test.beforeAll(async () => {
    house = await prepareCompetition(long, [9]);
    const { api, competitionId } = house;
    const ten = Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`points_door${door}`, 10]));
    for (const name of [unbroken, `${long}, zone`]) {
      const data = { name, graduations: [{ category: 'U13', gender: 'F', ...ten }] };
      await api.post(`/api/competition/${competitionId}/zone`, { data });
    }
    const rider = { competition_id: competitionId, category: 'U13', gender: 'F', club: unbroken };
    for (const [index, last_name] of [unbroken, long].entries()) {
      const data = { ...rider, dossard_number: 9990 + index, first_name: 'Marie-Charlotte-Antoinette', last_name };
      await api.post('/api/participant', { data });
    }
    await recordRuns(house, [9, 9990]);
  });

  async function expectNoOverflow(page: Page, path: string) {
    await page.goto(home() + path);
    await page.getByRole('main').waitFor();
    await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wider, path).toBeLessThanOrEqual(0);
  }

  for (const viewport of [{ width: 320, height: 640 }, phone, desktop]) {
    test(`no page scrolls sideways at ${viewport.width} px`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await bringSession(page);
      const { competitionId, zoneId } = house;
      const inside = `/competitions/${competitionId}`;
      const zones = await (await house.api.get(`/api/competition/${competitionId}/zones`)).json();
      for (const path of [
        '/',
        `/public${inside}/live-ranking`,
        `/public${inside}/live-ranking?rider=9990`,
        '/competitions',
        `${inside}/zones`,
        `${inside}/edit`,
        `${inside}/live-ranking`,
        `${inside}/participants?tab=list`,
        `${inside}/participants/9990/runs`,
        `${inside}/progress`,
        `${inside}/paper?zone=${zoneId}`,
        `${inside}/users`,
        `${inside}/zones/${zoneId}/referee`,
        `${inside}/zones/${zones.zones[1].id}/referee`,
      ]) {
        await expectNoOverflow(page, path);
      }
    });
  }
});

test('without planned laps the jury’s copy lists who has no run in a zone, and the grids say that a zone is closed', async ({
  page,
}) => {
  const { competitionId, zoneId, api } = await prepareCompetition('Sans nombre de passages', [7, 45]);
  await recordRuns({ competitionId, zoneId, api }, [7]);
  await signIn(page, `/competitions/${competitionId}/jury`);
  await expect(page.getByText('1 pilote n’a pas roulé dans toutes les zones')).toBeVisible();
  await expect(page.getByText('45 Zoé Exemple 45')).toBeVisible();
  await api.put(`/api/competition/${competitionId}/zone/${zoneId}/closed`, { data: { closed: true } });
  for (const path of ['progress', 'overview']) {
    await page.goto(`${home()}/competitions/${competitionId}/${path}`);
    await expect(page.getByRole('cell', { name: 'Zone fermée' })).not.toHaveCount(0);
    await expect(page.getByText('pas de barème')).toHaveCount(0);
  }
});
