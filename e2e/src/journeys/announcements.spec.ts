import { expect, type Page } from '@playwright/test';
import { collectAnnouncements, takeAnnouncements } from '../announcements.ts';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition } from '../prepare.ts';
import { home, signIn } from '../steps.ts';

/* What screen readers announce: little while runs arrive, enough after an action of the reader. */

const riders = [7, 45, 112, 3];
const runs = 12;

let prepared: Prepared;
test.beforeEach(async ({ page }, { title }) => {
  prepared = await prepareCompetition(title.slice(0, 60), riders);
  await collectAnnouncements(page);
});

/** Records runs one after the other; `step` makes the ids of each call unique. */
async function ride(step: string): Promise<void> {
  const { api, competitionId, zoneId } = prepared;
  for (let count = 0; count < runs; count += 1) {
    const doors = Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`door${door}`, (count + door) % 3 > 0]));
    const answer = await api.post('/api/run', {
      data: {
        submission_id: `announced-${competitionId}-${step}-${count}`,
        competition_id: competitionId,
        zone_id: zoneId,
        dossard: riders[count % riders.length],
        ...doors,
        penality: count % 4,
        chrono_sec: 60 + count,
        recorded_at: new Date().toISOString(),
      },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    // As fast as five zones would record them; all together they would be one update.
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

/** Returns the announcements from when `there` is shown until the page has shown the last of many runs. */
async function announcedWhileRidden(page: Page, there: string, last: () => Promise<void>): Promise<string[]> {
  await expect(page.getByText(there).filter({ visible: true }).first()).toBeVisible();
  await expect(page.locator('[aria-busy=true]').filter({ visible: true })).toHaveCount(0);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await takeAnnouncements(page);
  await ride('a');
  await last();
  return takeAnnouncements(page);
}

const open = (path: string) => `${home()}${path}`;

// WCAG 4.1.3
test('a public ranking announces no incoming runs', async ({ page }) => {
  await page.goto(open(`/public/competitions/${prepared.competitionId}/live-ranking`));
  const announced = await announcedWhileRidden(page, 'Zoé Exemple 112', async () => {
    await expect(page.getByRole('row').filter({ hasText: 'Exemple 3' }).first()).toContainText(/\d{2,}/);
  });
  expect(announced).toEqual([]);
});

test('the standings of its series do not announce them either', async ({ page }) => {
  const { api, competitionId } = prepared;
  const data = { name: 'Trophée annoncé', season: '2027', rule: { points: [150, 147, 144], beyond: 1, clubs: 3 } };
  const { id } = await (await api.post('/api/series', { data })).json();
  await api.put(`/api/series/${id}/competitions`, { data: { competition_ids: [competitionId] } });
  await api.put(`/api/series/${id}`, { data: { is_public: true } });
  await page.goto(open(`/series/${id}`));
  const announced = await announcedWhileRidden(page, 'Zoé Exemple 112', async () => {
    await expect(page.getByText('150').first()).toBeVisible();
  });
  expect(announced).toEqual([]);
});

test('the list of all runs announces its count after filtering, but not with each run', async ({ page }) => {
  await signIn(page, `/competitions/${prepared.competitionId}/runs`);
  await ride('b');
  await expect(page.getByText(`${runs} passages`).filter({ visible: true }).first()).toBeVisible();
  const announced = await announcedWhileRidden(page, 'Zoé Exemple 112', async () => {
    await expect(
      page
        .getByText(`${2 * runs} passages`)
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
  });
  expect(announced).toEqual([]);
  await page.getByRole('main').getByRole('textbox', { name: 'Dossard' }).fill('7');
  await expect(page.getByText('6 passages').filter({ visible: true }).first()).toBeVisible();
  await expect.poll(() => takeAnnouncements(page)).toEqual(['6 passages']);
});

for (const [name, path, there] of [
  ['overview', 'overview', 'Derniers passages'],
  ['progress', 'progress', 'Les Dalles'],
  ['members’ ranking', 'live-ranking', 'U13 Femmes'],
  ['speaker’s page', 'speaker', 'À annoncer'],
] as const) {
  test(`the ${name} makes at most one announcement while many runs arrive`, async ({ page }) => {
    await signIn(page, `/competitions/${prepared.competitionId}/${path}`);
    const announced = await announcedWhileRidden(page, there, async () => {
      await page.waitForLoadState('networkidle').catch(() => undefined);
    });
    expect(announced.length, announced.join(' | ')).toBeLessThanOrEqual(1);
  });
}
