import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, recordRuns } from '../prepare.ts';
import { home, signIn } from '../steps.ts';

/* A read that a page can do without never blocks it: the page shows what it has. */

let prepared: Prepared;
test.beforeAll(async () => {
  prepared = await prepareCompetition('Lectures', [7, 45]);
  await recordRuns(prepared, [7, 7]);
});

interface Row {
  page: string;
  /** The reads that fail, one after the other. */
  reads: readonly string[];
  /** What is still shown, whichever of them failed. */
  shows: (page: Page) => ReturnType<Page['getByText']>;
}

const main = (page: Page) => page.getByRole('main');
const rider = (page: Page) => main(page).getByText('Zoé Exemple 7').first();
const title = (name: string) => (page: Page) => main(page).getByRole('heading', { name, exact: true });
const here = '/competitions/:id';

/** Each page with the reads that it can do without; `:id` is the competition. */
const rows: readonly Row[] = [
  {
    page: `${here}/participants/7/runs`,
    reads: ['competition/:id/zones', 'competition/:id/runs/doubtful', 'competition/:id/results', 'user/profile'],
    shows: (page) => main(page).getByText('Passage n°\u00a02'),
  },
  {
    page: `${here}/runs`,
    reads: [
      'competition/:id/zones',
      'competitions/:id/categories',
      'competition/:id/runs/sources',
      'competition/:id/runs/doubtful',
      'competition/:id/runs/unresolved',
      'user/profile',
    ],
    shows: rider,
  },
  {
    page: `${here}/overview`,
    reads: [
      'competition/:id/runs/doubtful',
      'competition/:id/runs/unresolved',
      'competition/:id/results',
      'competition/:id/referee/phones',
      'competition/:id/runs',
      'user/profile',
    ],
    shows: (page) => main(page).getByText('sur 3 passages'),
  },
  { page: `${here}/overview`, reads: ['competition/:id/zones', 'competition/:id/progress'], shows: rider },
  { page: `${here}/participants?tab=list`, reads: ['competitions/:id/categories', 'user/profile'], shows: rider },
  { page: `${here}/progress`, reads: ['user/profile'], shows: rider },
  {
    page: `${here}/paper?zone=:zone`,
    reads: ['competition/:id/progress', 'user/profile'],
    shows: (page) => page.getByLabel('Zone'),
  },
  { page: `${here}/print`, reads: ['competition/:id/zones', 'user/profile'], shows: title('Listes') },
  {
    page: `${here}/results`,
    reads: ['competition/:id/complaints', 'user/profile'],
    shows: (page) => page.getByRole('row', { name: /U13 Femmes/ }),
  },
  {
    page: `${here}/zones`,
    reads: ['competition/:id/counts', 'user/profile'],
    shows: title('Les Dalles'),
  },
  {
    page: `${here}/edit?section=description`,
    reads: ['competition/:id/zones', 'competition/:id/counts', 'competition/:id/follows', 'user/profile'],
    shows: (page) => main(page).getByLabel('Organisateur'),
  },
  {
    page: `${here}/users`,
    reads: ['competition/:id/invitations', 'competition/:id/referee/phones', 'user/profile'],
    shows: (page) => main(page).getByRole('rowheader', { name: /Super Admin/ }),
  },
  {
    page: `${here}/phones`,
    reads: ['competition/:id/zones', 'competition/:id/notices', 'user/profile'],
    shows: title('Consignes aux juges'),
  },
  { page: `${here}/live-ranking`, reads: ['user/profile'], shows: rider },
  { page: `${here}/handout`, reads: ['user/profile'], shows: rider },
  {
    page: '/competitions',
    reads: ['competition?deleted=true', 'user/profile'],
    shows: (page) => main(page).getByText('Lectures').first(),
  },
  { page: '/new-competition', reads: ['competition', 'user/profile'], shows: (page) => main(page).getByLabel('Lieu') },
  { page: `${here}/speaker`, reads: ['user/profile'], shows: rider },
];

const of = (path: string) =>
  path.replace(':id', String(prepared.competitionId)).replace(':zone', String(prepared.zoneId));

for (const { page: path, reads, shows } of rows)
  test(`${path} does without ${reads.join(', ')}`, async ({ page }) => {
    await signIn(page);
    for (const read of reads) {
      let asked = 0;
      const address = `/api/${of(read)}`;
      await page.route(
        (url) => (read.includes('?') ? url.pathname + url.search === address : url.pathname === address),
        (route) => {
          if (route.request().method() !== 'GET') return route.fallback();
          asked += 1;
          return route.fulfill({ status: 418, json: { code: 'x', message: 'Panne' } });
        },
      );
      await page.goto(home() + of(path));
      await expect.poll(() => asked, { message: `${path} reads ${read}` }).toBeGreaterThan(0);
      await expect(shows(page), `without ${read}`).toBeVisible();
      await page.unrouteAll({ behavior: 'wait' });
    }
  });

test('the runs of a rider are corrected while the zones cannot be read', async ({ page }) => {
  await signIn(page);
  await page.route(/\/zones$/, (route) =>
    route.fulfill({ status: 500, json: { code: 'internal_error', message: 'Panne' } }),
  );
  await page.goto(`${home()}/competitions/${prepared.competitionId}/participants/7/runs`);
  const card = main(page).getByRole('listitem').filter({ hasText: 'Passage n°\u00a02' });
  await expect(card).toContainText('Les Dalles');
  await card.getByRole('button', { name: 'Modifier' }).click();
  const form = page.getByRole('form', { name: 'Modifier le passage' });
  await form.getByLabel('Pénalités').fill('3');
  await form.getByRole('button', { name: 'Enregistrer' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Pénalités\u00a0: 1 → 3');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(card).toContainText('Pénalités3');
});

test('a run without the name of its zone shows its number', async ({ page }) => {
  await signIn(page);
  await page.route(/\/participant\/7\/runs$/, async (route) => {
    const answer = await route.fetch();
    const { runs } = await answer.json();
    await route.fulfill({ response: answer, json: { runs: runs.map((run: object) => ({ ...run, zone_name: '' })) } });
  });
  await page.route(/\/zones$/, (route) => route.fulfill({ status: 418, json: { code: 'x', message: 'Panne' } }));
  await page.goto(`${home()}/competitions/${prepared.competitionId}/participants/7/runs`);
  await expect(
    main(page)
      .getByRole('heading', { name: `Zone ${prepared.zoneId}` })
      .first(),
  ).toBeVisible();
});
