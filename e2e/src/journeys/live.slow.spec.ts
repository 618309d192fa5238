import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, recordRuns } from '../prepare.ts';
import { desktop, home, signIn } from '../steps.ts';

/* Live pages on a slow network at the busiest time: changes arrive faster than the page receives answers (L6). */

test.use({ viewport: desktop });

/** How long each answer takes, in milliseconds; the changes arrive more often than that. */
const answerMs = 1_500;
/** How many changes there are at most: more than the page needs time for. */
const maxChanges = 60;

interface LivePage {
  name: string;
  path: (competitionId: number) => string;
  signedIn?: true;
  /** Finds what the page shows once it knows the run of bib 45. */
  run: (page: Page) => ReturnType<Page['locator']>;
}

const rowOfRun = (page: Page) => page.getByRole('row').filter({ hasText: 'Exemple 45' }).filter({ hasText: '50' });

const livePages: LivePage[] = [
  { name: 'the ranking', path: (id) => `/public/competitions/${id}/live-ranking`, run: rowOfRun },
  { name: 'the framed ranking', path: (id) => `/public/competitions/${id}/live-ranking?embed=1`, run: rowOfRun },
  { name: 'the big screen', path: (id) => `/public/competitions/${id}/screen`, run: rowOfRun },
  {
    name: 'an overlay',
    path: (id) => `/overlay/${id}?layout=run`,
    run: (page) => page.locator('section').filter({ hasText: 'Exemple 45' }),
  },
  {
    name: 'the speaker’s page',
    path: (id) => `/competitions/${id}/speaker`,
    signedIn: true,
    run: (page) => page.getByRole('listitem').filter({ hasText: 'Exemple 45' }),
  },
  {
    name: 'the list of runs',
    path: (id) => `/competitions/${id}/runs`,
    signedIn: true,
    run: (page) => page.getByText('Exemple 45'),
  },
];

/** Corrects the run of bib 45 without any effect on its points. */
async function correctRun({ api, competitionId, zoneId }: Prepared, chrono_sec: number): Promise<void> {
  const doors = Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`door${door}`, door <= 5]));
  const answer = await api.put('/api/run', {
    data: {
      competition_id: competitionId,
      zone_id: zoneId,
      dossard: 45,
      run_number: 1,
      ...doors,
      penality: 0,
      chrono_sec,
    },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

for (const { name, path, signedIn, run } of livePages) {
  test(`${name} shows a run although its answers are slower than the changes`, async ({ page }) => {
    const prepared = await prepareCompetition(`Réseau lent : ${name}`, [7, 45]);
    const followed = page.waitForResponse(/\/live$/);
    if (signedIn) await signIn(page, path(prepared.competitionId));
    else await page.goto(home() + path(prepared.competitionId));
    await followed;
    await page.route(
      ({ pathname }) => !pathname.endsWith('/live'),
      async (route) => {
        await new Promise((resolve) => setTimeout(resolve, answerMs));
        await route.continue();
      },
    );
    await recordRuns(prepared, [45]);
    let changes = 0;
    while (changes < maxChanges && !(await run(page).isVisible())) {
      changes += 1;
      await correctRun(prepared, 60 + changes);
      await page.waitForTimeout(answerMs / 5);
    }
    expect(changes).toBeLessThan(maxChanges);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
}
