import { expect } from '@playwright/test';
import { test } from '../journey.ts';
import { prepareCompetition, recordRuns } from '../prepare.ts';
import { atNoon, bringSession, dayIn, desktop, home, phone } from '../steps.ts';

/* Texts of maximum length, also without a space to wrap at, such as an address as a location. */

test.use(atNoon);

const long = (word: string, length: number) => word.repeat(length).slice(0, length);
const name = long('Championnat', 200);
const category = long('Catégorie', 40);

for (const [size, viewport] of Object.entries({ phone, desktop })) {
  test(`texts of maximum length widen no page, on a ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const prepared = await prepareCompetition(`Textes longs ${size}`, [7, 8]);
    const { api, competitionId, zoneId } = prepared;
    await recordRuns(prepared, [7, 8]);
    const put = async (path: string, data: object) => expect((await api.put(`/api${path}`, { data })).ok()).toBe(true);
    const { competition } = await (await api.get(`/api/competition/${competitionId}`)).json();
    await put(`/competition/${competitionId}`, {
      name,
      // Today's competitions come first on the start page, which has fifty on a page.
      date: dayIn(0),
      location: long('https://cartes.example/', 200),
      organizer: long('VéloClub', 200),
      contact: 'contact@dossard.test',
      description: long('Description', 400),
      ...(competition?.version && { version: competition.version }),
    });
    const points = {
      points_door1: 1,
      points_door2: 1,
      points_door3: 1,
      points_door4: 1,
      points_door5: 1,
      points_door6: 1,
    };
    await put(`/competition/${competitionId}/zone/${zoneId}`, {
      name: long('Zone', 100),
      graduations: [
        { category: 'U13', gender: 'F', ...points },
        { category, gender: 'F', ...points },
      ],
    });
    for (const dossard_number of [7, 8]) {
      await put('/participant', {
        competition_id: competitionId,
        dossard_number,
        category: dossard_number === 7 ? 'U13' : category,
        gender: 'F',
        first_name: long('Prénom', 100),
        last_name: long('Nom', 100),
        club: long('Club', 100),
      });
    }
    await bringSession(page);
    for (const path of [
      '/',
      '/competitions',
      ...['zones', 'edit', 'participants', 'live-ranking', 'history'].map(
        (part) => `/competitions/${competitionId}/${part}`,
      ),
      ...['live-ranking', `live-ranking?category=${category}&rider=8`, 'live-ranking?embed=1', 'screen'].map(
        (part) => `/public/competitions/${competitionId}/${part}`,
      ),
    ]) {
      await test.step(path, async () => {
        await page.goto(home() + path);
        await expect(
          page
            .getByText(/(Championnat|Prénom|Nom){3}/)
            .filter({ visible: true })
            .first(),
        ).toBeVisible();
        const sideways = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          const board = document.querySelector('td[data-column=points]')?.getBoundingClientRect().right ?? 0;
          return Math.max(scrollWidth, board) - clientWidth;
        });
        expect.soft(sideways, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
      });
    }
    await put('/competition/visibility', { competition_id: competitionId, is_public: false });
  });
}

test('on a phone points stay with their detail beside a name on several lines', async ({ page }) => {
  const prepared = await prepareCompetition('Noms sur trois lignes', [7]);
  await recordRuns(prepared, [7]);
  const rider = { competition_id: prepared.competitionId, dossard_number: 7, category: 'U13', gender: 'F' };
  const names = {
    first_name: 'Maximilienne',
    last_name: 'Featherstonehaugh-Wolstenholme',
    club: 'Vélo Club des Monts',
  };
  expect((await prepared.api.put('/api/participant', { data: { ...rider, ...names } })).ok()).toBe(true);
  await page.setViewportSize(phone);
  await page.goto(`${home()}/public/competitions/${prepared.competitionId}/live-ranking`);
  const row = page.getByRole('row').filter({ hasText: 'Maximilienne' });
  await expect(row).toBeVisible();
  const [whole, points, detail] = await Promise.all(
    [row, row.locator('[data-column="points"]'), row.locator('[data-column="detail"]')].map((one) => one.boundingBox()),
  );
  if (!whole || !points || !detail) throw new Error('The row is not shown.');
  expect(whole.height).toBeGreaterThan(80);
  expect(detail.y).toBeCloseTo(points.y + points.height, 0);
  const middle = (points.y + detail.y + detail.height) / 2;
  expect(Math.abs(middle - whole.y - whole.height / 2)).toBeLessThan(2);
});
