import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, prepareMember } from '../prepare.ts';
import { desktop, home, inEnglish, phone, signIn, signInAs } from '../steps.ts';

/* The speaker reads out the effects of the latest runs, and ticks them off. */

async function ride({ api, competitionId, zoneId }: Prepared, dossard: number, doors: number): Promise<void> {
  const answer = await api.post('/api/run', {
    data: {
      submission_id: `speaker-${competitionId}-${dossard}-${doors}`,
      competition_id: competitionId,
      zone_id: zoneId,
      dossard,
      ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`door${door}`, door <= doors])),
      penality: doors === 6 ? 0 : 2,
      chrono_sec: 61.5,
    },
  });
  expect(answer.status()).toBe(201);
}
const toSay = (page: Page) => page.getByRole('region', { name: 'À annoncer' }).getByRole('listitem');

test('effects of runs appear as sentences, live, and can be ticked off', async ({ page }) => {
  const prepared = await prepareCompetition('Trial au micro', [7, 45, 112]);
  await page.setViewportSize(desktop);
  await signInAs(page, await prepareMember(prepared, 'editor'), `/competitions/${prepared.competitionId}/speaker`);
  await expect(page.getByText('Rien à annoncer pour le moment')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Lien pour le speaker' })).toHaveCount(0);

  await ride(prepared, 7, 3);
  await expect(toSay(page)).toContainText(
    'Dossard 7, Zoé Exemple 7, 30 points dans Les Dalles : elle prend la tête des U13 Femmes.',
  );
  await ride(prepared, 45, 6);
  await expect(toSay(page).first()).toContainText(
    'Dossard 45, Zoé Exemple 45, 60 points sans faute dans Les Dalles : elle prend la tête des U13 Femmes, 30 points devant Zoé Exemple 7.',
  );
  await expect(toSay(page).first()).toContainText('Important');
  await expect(toSay(page).nth(1)).toContainText('Depuis : 2e place');
  await ride(prepared, 112, 2);
  await expect(toSay(page).nth(1)).toContainText('à la 3e place, à 10 points de Zoé Exemple 7');
  await expectAccessible(page);

  // Ticks stay on this device.
  await page.getByRole('checkbox', { name: 'Annoncé Dossard 45' }).click();
  await expect(toSay(page)).toHaveCount(2);
  await page.reload();
  await expect(toSay(page)).toHaveCount(2);
  await page.getByText('Déjà annoncés (1)').click();
  await page.getByRole('checkbox', { name: 'Annoncé Dossard 45' }).click();
  await expect(toSay(page)).toHaveCount(3);
});

test('five announcements are unfolded, the others and the first three of each category a tap away', async ({
  page,
}) => {
  const prepared = await prepareCompetition('Trial bavard', [1, 2, 3, 4, 5, 6, 7]);
  for (const dossard of [1, 2, 3, 4, 5, 6]) await ride(prepared, dossard, 6 - dossard);
  await page.setViewportSize(phone);
  await signIn(page, `/competitions/${prepared.competitionId}/speaker`);
  await expect(toSay(page).filter({ visible: true })).toHaveCount(5);
  await page.getByText('À annoncer aussi (1)').click();
  await expect(toSay(page).filter({ visible: true })).toHaveCount(6);
  await page.getByText('Les trois premiers de chaque catégorie').click();
  const leaders = page.getByRole('region', { name: 'U13 Femmes' }).getByRole('listitem');
  await expect(leaders).toHaveText([/1.*Zoé Exemple 1.*50 points/, /2.*Zoé Exemple 2.*40 points/, /3.*Zoé Exemple 3/]);
  await expectAccessible(page);
  await ride(prepared, 7, 6);
  await expect(leaders.first()).toContainText('Zoé Exemple 7');
});

test('a speaker without an account has access by a link, in English, until it is revoked', async ({
  page,
  browser,
}) => {
  const prepared = await prepareCompetition('Trial au lien', [7, 45]);
  const { api, competitionId, zoneId } = prepared;
  await api.put('/api/competition/visibility', { data: { competition_id: competitionId, is_public: false } });
  await signIn(page, `/competitions/${competitionId}/speaker`);
  await page.getByRole('button', { name: 'Lien pour le speaker' }).click();
  await page.getByRole('button', { name: 'Créer un lien' }).click();
  const link = await page.getByRole('textbox', { name: 'Lien pour le speaker' }).inputValue();
  await expectAccessible(page);

  const context = await browser.newContext({ viewport: phone, locale: 'en-GB' });
  const speaker = await context.newPage();
  await inEnglish(speaker);
  await speaker.goto(link);
  await expect(speaker.getByRole('heading', { name: 'Commentator: Trial au lien' })).toBeVisible();
  await expect(speaker.getByText('Nothing to announce yet')).toBeVisible();
  // The referees' phones report who rides where.
  const phoneReport = { zone_id: zoneId, riding: 45, unsent: 0, app_version: '1', clock: new Date().toISOString() };
  await api.post(`/api/competition/${competitionId}/referee/phone`, { data: phoneReport });
  await expect(speaker.getByRole('region', { name: 'Riding now' })).toContainText('Zoé Exemple 45');
  await ride(prepared, 45, 5);
  await expect(speaker.getByText('she takes the lead in U13 Women')).toBeVisible();
  await expectAccessible(speaker);

  await page.getByRole('button', { name: 'Retirer le lien' }).click();
  await page.getByRole('dialog', { name: 'Retirer ce lien' }).getByRole('button', { name: 'Retirer le lien' }).click();
  await expect(page.getByRole('button', { name: 'Créer un lien' })).toBeVisible();
  await expect(speaker.getByText('This link is no longer valid')).toBeVisible();
  await expect(speaker.getByText('Zoé Exemple 45')).toHaveCount(0);
  await speaker.goto(`${home()}/speaker`);
  await expect(speaker.getByText('This link lacks its code')).toBeVisible();
  await context.close();
});

test('a page with a revoked link stops polling, and keeps its message', async ({ browser }) => {
  const prepared = await prepareCompetition('Trial au lien retiré', [7, 45]);
  const { api, competitionId } = prepared;
  const { token } = await (await api.post(`/api/competition/${competitionId}/speaker/link`)).json();
  await ride(prepared, 45, 5);

  const context = await browser.newContext({ viewport: phone, locale: 'fr-FR' });
  const speaker = await context.newPage();
  const asked: string[] = [];
  speaker.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/speaker')) asked.push(pathname);
  });
  await speaker.clock.install();
  await speaker.goto(`${home()}/speaker?token=${token}`);
  await expect(speaker.getByText('Zoé Exemple 45').first()).toBeVisible();
  await expect.poll(() => asked).toContain('/api/speaker/live');

  await api.delete(`/api/competition/${competitionId}/speaker/link`);
  const gone = speaker.getByText('Ce lien n’est plus valable');
  await expect(gone).toBeVisible();
  // Somebody else in the venue guesses tokens: being rate-limited must not bring the names back.
  await speaker.route('**/api/speaker**', (route) =>
    route.fulfill({ status: 429, json: { code: 'too_many_requests' } }),
  );
  asked.length = 0;
  // Several poll intervals, and the wait before a refused stream is opened again.
  await speaker.clock.runFor(60_000);
  await speaker.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await speaker.clock.runFor(60_000);
  await expect(gone).toBeVisible();
  await expect(speaker.getByText('Zoé Exemple 45')).toHaveCount(0);
  expect(asked).toEqual([]);

  await speaker.unroute('**/api/speaker**');
  await speaker.reload();
  await expect(gone).toBeVisible();
  await speaker.clock.runFor(60_000);
  expect(asked).toEqual(['/api/speaker']);
  await context.close();
});

test('the phone of a referee reports who rides, and whom to beat', async ({ page, browser }) => {
  const prepared = await prepareCompetition('Trial en piste', [7, 45]);
  await ride(prepared, 45, 3);
  const { competitionId, zoneId } = prepared;
  await page.setViewportSize(phone);
  await signIn(page, `/competitions/${competitionId}/zones/${zoneId}/referee`);
  const desk = await (await browser.newContext({ viewport: desktop, locale: 'fr-FR' })).newPage();
  await signIn(desk, `/competitions/${competitionId}/speaker`);
  const now = desk.getByRole('region', { name: 'En piste' });
  await expect(now).toContainText('Personne');
  await page.getByLabel('Dossard').fill('7');
  await page.getByRole('button', { name: 'Chercher le pilote' }).click();
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await expect(now).toContainText('Zoé Exemple 7');
  await expect(now).toContainText('En tête\u00a0: Zoé Exemple 45, 30 points');
  await page.getByRole('button', { name: 'Retour' }).click();
  await expect(now).toContainText('Personne');
});
