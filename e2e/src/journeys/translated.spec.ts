import { expect, type Page } from '@playwright/test';
import { type ForeignScript, listTranslatable, runForeignScript } from '../foreign.script.ts';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, recordRuns, runsOf } from '../prepare.ts';
import { desktop, home, readRanking, signIn } from '../steps.ts';

/* Live pages while a foreign script wraps their texts, as the translation of a browser does. */

test.use({ viewport: desktop });

/** The live pages, and how each shows the points of the rider with this bib. */
const livePages: Record<
  string,
  { path: (id: number) => string; shows: (page: Page, points: number) => Promise<void> }
> = {
  ranking: {
    path: (id) => `/public/competitions/${id}/live-ranking`,
    shows: async (page, points) => {
      await expect(page.locator('tr[data-row="45"] td[data-column=points]')).toHaveText(String(points));
      await expect(page.locator('tr[data-row="45"] td[data-column=rank]')).toHaveText('1');
    },
  },
  'ranking of members': {
    path: (id) => `/competitions/${id}/live-ranking`,
    shows: (page, points) =>
      expect(page.locator('tr[data-row="45"] td[data-column=points]')).toHaveText(String(points)),
  },
  frame: {
    path: (id) => `/public/competitions/${id}/live-ranking?embed=1`,
    shows: (page, points) =>
      expect(page.locator('tr[data-row="45"] td[data-column=points]')).toHaveText(String(points)),
  },
  'big screen': {
    path: (id) => `/public/competitions/${id}/screen`,
    shows: (page, points) =>
      expect(page.locator('tr[data-row="45"] td[data-column=points]')).toHaveText(String(points)),
  },
  overlay: {
    path: (id) => `/overlay/${id}?layout=five`,
    shows: (page, points) => expect(page.locator('li[data-row="45"]')).toContainText(`Exemple 45${points}`),
  },
  'overlay of the last run': {
    path: (id) => `/overlay/${id}?layout=run`,
    shows: (page, points) => expect(page.locator('section p').first()).toContainText(`Exemple 45${points}`),
  },
  overview: {
    path: (id) => `/competitions/${id}/overview`,
    shows: (page) => expect(page.locator('main section').first()).toContainText(/^\s*1\s/),
  },
  progress: {
    path: (id) => `/competitions/${id}/progress`,
    shows: (page) => expect(page.locator('tr', { hasText: 'Exemple 45' })).not.toContainText('manque'),
  },
  runs: {
    path: (id) => `/competitions/${id}/runs`,
    shows: (page, points) => expect(page.locator('main')).toContainText(new RegExp(`45[^]*${points}`)),
  },
  speaker: {
    path: (id) => `/competitions/${id}/speaker`,
    shows: (page, points) => expect(page.locator('main ol').first()).toContainText(new RegExp(`45[^]*${points}`)),
  },
};

async function openLive(page: Page, { competitionId }: Prepared, path: (id: number) => string): Promise<void> {
  const address = path(competitionId);
  if (address.startsWith('/competitions')) await signIn(page, address);
  else await page.goto(home() + address);
}

const scripts = ['hostile', 'moving', 'translation'] satisfies ForeignScript[];

for (const [name, { path, shows }] of Object.entries(livePages)) {
  test(`the ${name} follows a run, whatever script wraps its texts`, async ({ page: first, context }) => {
    const prepared = await prepareCompetition(`Traduit : ${name}`, [7, 45]);
    const failures: string[] = [];
    const pages: Page[] = [];
    for (const script of scripts) {
      const page = pages.length === 0 ? first : await context.newPage();
      await runForeignScript(page, script);
      if (pages.length === 0) await openLive(page, prepared, path);
      else await page.goto(home() + path(prepared.competitionId));
      await expect(page.locator(name.startsWith('overlay') ? 'main' : 'font').first()).toBeAttached();
      // React reports (418) that it renders a page anew that was changed before hydration.
      page.on('pageerror', ({ message }) => message.includes('#418') || failures.push(`${script}: ${message}`));
      pages.push(page);
    }
    await first.waitForTimeout(1_000);
    await recordRuns(prepared, [45]);
    for (const page of pages) await shows(page, 50);
    expect(failures).toEqual([]);
  });
}

test('figures are whole where a script splits each text', async ({ page, context }) => {
  const prepared = await prepareCompetition('Traduit : coupé', [7, 45]);
  const address = `/competitions/${prepared.competitionId}/overview`;
  await runForeignScript(page, 'splitting');
  await signIn(page, address);
  await expect(page.locator('font').first()).toBeAttached();
  await recordRuns(prepared, [45, 7]);
  const plain = await context.newPage();
  await plain.goto(home() + address);
  const figures = (one: Page) => one.locator('main section').first().textContent();
  await expect.poll(() => figures(plain)).toContain('2 sur');
  await expect(async () => expect(await figures(page)).toBe(await figures(plain))).toPass();
});

for (const script of ['hostile', 'once'] satisfies ForeignScript[]) {
  test(`rows are in order under a ${script} script, also when a run is deleted`, async ({ page }) => {
    const prepared = await prepareCompetition(`Traduit : ordre ${script}`, [7, 45, 112]);
    const wrapAll = await runForeignScript(page, script);
    await page.goto(`${home()}/public/competitions/${prepared.competitionId}/live-ranking`);
    await expect(page.getByText('En direct', { exact: true })).toBeVisible();
    await wrapAll();
    await recordRuns(prepared, [45, 7]);
    const rows = () => readRanking(page, 'U13 Femmes').then((all) => all.map((row) => row.join(' ')));
    await expect.poll(rows).toEqual(['1 45 Zoé Exemple 45 50', '2 7 Zoé Exemple 7 40', '– 112 Zoé Exemple 112 –']);
    const deleted = { competitionID: prepared.competitionId, dossard: 45, runNumber: 1 };
    await prepared.api.delete('/api/run', { params: deleted });
    await expect.poll(rows).toEqual(['1 7 Zoé Exemple 7 40', '– 45 Zoé Exemple 45 –', '– 112 Zoé Exemple 112 –']);
  });
}

test('a text that a script puts back and then removes holds up nothing', async ({ page }) => {
  const prepared = await prepareCompetition('Traduit : effacé', [7, 45]);
  await recordRuns(prepared, [7]);
  await signIn(page, `/competitions/${prepared.competitionId}/overview`);
  const missing = page.locator('main section').first().getByText('manque encore');
  await missing.evaluate(async (figure) => {
    const text = figure.lastChild as Text;
    const wrapper = document.createElement('font');
    // Each change is seen alone.
    for (const change of [() => text.replaceWith(wrapper), () => wrapper.replaceWith(text), () => text.remove()]) {
      change();
      await new Promise((resolve) => setTimeout(resolve));
    }
  });
  await recordRuns(prepared, [45]);
  await expect(page.locator('main section').first()).toContainText(/2\s*sur 2/);
});

for (const script of scripts) {
  test(`a referee records a run under a ${script} script`, async ({ page }) => {
    const prepared = await prepareCompetition(`Traduit : commissaire ${script}`, [7, 45]);
    await runForeignScript(page, script);
    await signIn(page, `/competitions/${prepared.competitionId}/zones/${prepared.zoneId}/referee`);
    await expect(page.locator('font').first()).toBeAttached();
    for (const dossard of [45, 7]) {
      await page.getByLabel('Dossard').fill(String(dossard));
      await page.getByRole('button', { name: 'Chercher le pilote' }).click();
      await expect(page.getByText(`Exemple ${dossard}`)).toBeVisible();
      await page.getByRole('button', { name: 'Confirmer' }).click();
      const timer = page.getByRole('timer');
      const points = page.locator('output').first();
      await expect(timer).toContainText('0:00');
      await page.getByRole('button', { name: 'Lancer le chrono' }).click();
      await expect(timer).toContainText(/0:0[1-9]/);
      await page.getByRole('button', { name: /^P1/ }).click();
      await expect(points).toHaveText('10');
      await page.getByRole('button', { name: /^P2/ }).click();
      await expect(points).toHaveText('20');
      await page.getByRole('button', { name: 'Une pénalité de plus' }).click();
      await expect(page.locator('output').last()).toContainText('1');
      await page.getByRole('button', { name: 'Arrêter le chrono' }).click();
      await page.getByRole('button', { name: 'Valider le passage' }).click();
      await page.getByRole('button', { name: 'Enregistrer le passage' }).click();
      await expect(page.getByRole('heading', { name: 'Passage enregistré' })).toBeVisible();
      await page.getByRole('button', { name: 'Pilote suivant' }).click();
    }
    for (const dossard of [45, 7])
      await expect.poll(async () => (await runsOf(prepared, dossard)).map(({ points }) => points)).toEqual([20]);
  });
}

test('figures and names are not translated on live pages', async ({ page }) => {
  const prepared = await prepareCompetition('Traduit : chiffres', [7, 45]);
  await recordRuns(prepared, [45]);
  const found: Record<string, string[]> = {};
  for (const [name, { path, shows }] of Object.entries(livePages)) {
    await openLive(page, prepared, path);
    await shows(page, 50);
    const texts = await listTranslatable(page, 'Exemple');
    if (texts.length > 0) found[name] = texts;
  }
  await page.goto(`${home()}/competitions/${prepared.competitionId}/zones/${prepared.zoneId}/referee`);
  await page.getByLabel('Dossard').fill('45');
  await page.getByRole('button', { name: 'Chercher le pilote' }).click();
  await page.getByRole('button', { name: 'Confirmer' }).click();
  await expect(page.getByRole('timer')).toBeVisible();
  const texts = await listTranslatable(page, 'Exemple');
  if (texts.length > 0) found.referee = texts;
  expect(found).toEqual({});
});
