import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, recordRuns } from '../prepare.ts';
import { home } from '../steps.ts';

/* Overlays for a video: transparent, live, and unchanged while the server cannot be reached. */

test.use({ viewport: { width: 1920, height: 1080 } });
let prepared: Prepared;
test.beforeEach(async ({ page: _ }, { title }) => {
  prepared = await prepareCompetition(`Vidéo : ${title}`, [7, 45, 112, 113, 114, 115]);
});
const overlay = (query: string) => `${home()}/overlay/${prepared.competitionId}${query}`;

/** Returns the transparent share of a picture, and whether its corners are transparent. */
async function readTransparency(page: Page): Promise<{ clear: number; corners: number[] }> {
  const picture = (await page.screenshot({ omitBackground: true })).toString('base64');
  return page.evaluate(async (encoded) => {
    const image = new Image();
    image.src = `data:image/png;base64,${encoded}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const drawing = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    drawing.drawImage(image, 0, 0);
    const { data } = drawing.getImageData(0, 0, image.width, image.height);
    let clear = 0;
    for (let index = 3; index < data.length; index += 4) if (data[index] === 0) clear += 1;
    const at = (x: number, y: number) => data[(y * image.width + x) * 4 + 3] ?? -1;
    const corners = [at(0, 0), at(1919, 0), at(0, 1079), at(1919, 1079)];
    return { clear: clear / (data.length / 4), corners };
  }, picture);
}

for (const [layout, atLeast] of [
  ['leader', 0.85],
  ['five', 0.7],
  ['run', 0.8],
] as const) {
  test(`the layout ${layout} has a transparent background`, async ({ page }) => {
    await recordRuns(prepared, [45, 7, 112]);
    await page.goto(overlay(`?layout=${layout}&category=U13&gender=F`));
    await expect(page.locator('section')).toContainText(layout === 'run' ? 'Zoé Exemple 112' : 'Zoé Exemple 45');
    const { clear, corners } = await readTransparency(page);
    expect(corners).toEqual([0, 0, 0, 0]);
    expect(clear).toBeGreaterThan(atLeast);
    expect(clear).toBeLessThan(1);
    const sideways = () => [document.documentElement.scrollWidth, document.documentElement.scrollHeight];
    expect(await page.evaluate(sideways)).toEqual([1920, 1080]);
  });
}

test('a run appears immediately, with its doors, and stays while the server cannot be reached', async ({
  page,
  context,
}) => {
  await page.goto(overlay('?layout=run'));
  await expect(page.locator('main')).toBeEmpty();
  await recordRuns(prepared, [45]);
  await expect(page.locator('section')).toContainText('Zoé Exemple 45');
  await expect(page.locator('section')).toContainText('Les Dalles');
  await expect(page.locator('[data-won]')).toHaveCount(5);
  await expect(page.locator('section')).toContainText('1re place · 50 points');

  await context.setOffline(true);
  await prepared.api.delete('/api/run', {
    params: { competitionID: prepared.competitionId, dossard: 45, runNumber: 1 },
  });
  await page.waitForTimeout(6_000);
  await expect(page.locator('section')).toContainText('Zoé Exemple 45');
  await context.setOffline(false);
  await expect(page.locator('main')).toBeEmpty();
});

test('names are shown as the organiser chose, and a private competition shows nothing', async ({ page }) => {
  const { api, competitionId } = prepared;
  await recordRuns(prepared, [45, 7]);
  await page.goto(overlay('?layout=five'));
  await expect(page.getByText('Zoé Exemple 45')).toBeVisible();
  const competition = await (await api.get(`/api/competition/${competitionId}`)).json();
  await api.put(`/api/competition/${competitionId}`, { data: { ...competition, public_names: 'initials' } });
  await expect(page.getByText('Z. E.').first()).toBeVisible();
  await expect(page.getByText('Zoé')).toHaveCount(0);
  await api.put('/api/competition/visibility', { data: { competition_id: competitionId, is_public: false } });
  await expect(page.locator('main')).toBeEmpty();
});
