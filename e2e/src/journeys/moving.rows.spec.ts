import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, recordRuns } from '../prepare.ts';
import { desktop, home, phone, signIn, withMotion } from '../steps.ts';

/* Rows that change their place are animated, for readers who do not prefer reduced motion. */

test.use(withMotion);

let prepared: Prepared;
test.beforeEach(async ({ page }, { title }) => {
  prepared = await prepareCompetition(`Lignes : ${title}`, [7, 45]);
  // Records the animations and their distance, because they end before a test could see them.
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      const [from] = frames as Keyframe[];
      moved.push(`${(this as HTMLElement).dataset.row} ${from?.transform}`);
      return animate.call(this, frames, options);
    };
  });
});
const paths = {
  'the public ranking': () => `/public/competitions/${prepared.competitionId}/live-ranking`,
  'the members’ ranking': () => `/competitions/${prepared.competitionId}/live-ranking`,
};
const moved = (page: Page) => page.evaluate(() => (window as unknown as { moved: string[] }).moved);
const bibs = (page: Page) => page.locator('td[data-column=bib]');

for (const [where, path] of Object.entries(paths)) {
  for (const [size, viewport] of Object.entries({ phone, desktop })) {
    test(`${where} on a ${size}: both riders who changed places, one up and one down`, async ({ page }) => {
      await page.setViewportSize(viewport);
      if (where.startsWith('the members')) await signIn(page, path());
      else await page.goto(home() + path());
      await expect(bibs(page)).toHaveText(['7', '45']);
      await expect(page.getByText('En direct', { exact: true })).toBeVisible();
      await recordRuns(prepared, [45]);
      await expect(bibs(page)).toHaveText(['45', '7']);
      expect((await moved(page)).sort()).toEqual([
        expect.stringMatching(/^45 translateY\([\d.]+px\)$/),
        expect.stringMatching(/^7 translateY\(-[\d.]+px\)$/),
      ]);
      await expect(page.locator('tr[data-row="45"]')).toHaveAttribute('data-changed', 'true');
    });
  }
}

test('a rider who gains a place is told so for some seconds, in place of the club', async ({ page }) => {
  await recordRuns(prepared, [7, 7, 45]);
  await page.goto(home() + paths['the public ranking']());
  await expect(page.getByText('En direct', { exact: true })).toBeVisible();
  await recordRuns(prepared, [45, 45]);
  const row = page.locator('tr[data-row="45"]');
  await expect(row).toContainText('▲ 1 place');
  await expect(page.locator('tr[data-row="7"]')).not.toContainText('▲');
  // What changes meanwhile without changing a place does not keep the mark.
  const { api, competitionId } = prepared;
  const data = { competition_id: competitionId, dossard_number: 7, category: 'U13', gender: 'F' };
  await api.put('/api/participant', { data: { ...data, first_name: 'Zoé', last_name: 'Nouvelle' } });
  await expect(page.locator('tr[data-row="7"]')).toContainText('Nouvelle');
  await expect(row).not.toContainText('▲');
});

// WCAG 2.2.2
test('with reduced motion nothing moves, and the row is still marked', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(home() + paths['the public ranking']());
  await expect(page.getByText('En direct', { exact: true })).toBeVisible();
  await recordRuns(prepared, [45]);
  await expect(bibs(page)).toHaveText(['45', '7']);
  await expect(page.locator('tr[data-row="45"]')).toHaveAttribute('data-changed', 'true');
  expect(await moved(page)).toEqual([]);
});

test('a change of points alone moves nothing', async ({ page }) => {
  await page.goto(home() + paths['the public ranking']());
  await expect(page.getByText('En direct', { exact: true })).toBeVisible();
  await recordRuns(prepared, [7]);
  await expect(page.locator('tr[data-row="7"]')).toContainText('50');
  expect(await moved(page)).toEqual([]);
});
