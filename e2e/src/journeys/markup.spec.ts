import { expect, type Page } from '@playwright/test';
import { test } from '../journey.ts';
import { type Prepared, prepareCompetition, prepareMember, recordRuns } from '../prepare.ts';
import { guardedScreens, openScreens } from '../screens.ts';
import { desktop, home, signInHere } from '../steps.ts';

/* Text that a browser could run, in every field that is displayed: it is shown as text, and nothing of it runs. */

const attacks = [
  '<img src=x onerror="window.ran=1">',
  '"><script>window.ran=1</script>',
  '<svg/onload=window.ran=1>',
  "javascript:window.ran=1//'",
];
const attack = attacks.join(' ');
const isMeantFor = (url: string) => url.startsWith(home()) || /^(data|blob|about):/.test(url);

let prepared: Prepared;
test.beforeAll(async () => {
  prepared = await prepareCompetition('Trial des écrans', [7, 45, 112]);
  const { api, competitionId, zoneId } = prepared;
  await recordRuns(prepared, [45, 45, 7]);
  const answers = [
    await api.put(`/api/competition/${competitionId}`, {
      data: {
        name: `Trial des écrans ${attacks[0]}`,
        date: '2027-06-12',
        location: attack,
        description: attack,
        organizer: attack,
        contact: attacks[3],
      },
    }),
    await api.put(`/api/competition/${competitionId}/zone/${zoneId}`, { data: { name: `Les Dalles ${attacks[1]}` } }),
    await api.put('/api/participant', {
      data: {
        competition_id: competitionId,
        dossard_number: 45,
        category: 'U13',
        gender: 'F',
        first_name: attacks[0],
        last_name: attacks[1],
        club: attack,
      },
    }),
    await api.post(`/api/competition/${competitionId}/participants`, {
      multipart: {
        file: {
          name: '<img src=x onerror=window.ran=1>.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from(`Dossard;Nom;Prénom;Sexe;Catégorie;Club\n60;${attacks[2]};Zoé;F;U13;<b>club</b>\n`),
        },
      },
    }),
  ];
  await prepareMember(prepared, 'editor', attacks[0]);
  for (const answer of answers) expect(answer.ok(), await answer.text()).toBe(true);
});
test.afterAll(async () => {
  await prepared.api.delete(`/api/competition/${prepared.competitionId}`);
});

/** Records all requests of the page to other sites, and all dialogs that it opens. */
function watch(page: Page): string[] {
  const seen: string[] = [];
  page.on('request', (request) => void (isMeantFor(request.url()) || seen.push(request.url())));
  page.on('dialog', (dialog) => {
    seen.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return seen;
}

async function expectNothingRan(page: Page): Promise<void> {
  expect(await page.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined();
  const planted = page.locator('img[src="x"], [onerror], [onload], a[href^="javascript:"]');
  expect(await planted.count()).toBe(0);
}

test.use({ viewport: desktop });

// ASVS 1.2.1, 1.2.3, 3.2.2, 14.2.3
test('no screen runs scripts from its texts, or requests anything from another site', async ({ page }) => {
  test.slow();
  const seen = watch(page);
  await page.context().addCookies((await prepared.api.storageState()).cookies);
  for (const screen of [...openScreens, ...guardedScreens]) {
    await test.step(screen.name, async () => {
      await page.goto(home() + (await screen.path(prepared)));
      await expect(page.getByRole('main')).toBeVisible();
      await expect(page.locator('[aria-busy=true]:visible')).toHaveCount(0);
      await expectNothingRan(page);
    });
  }
  await page.goto(`${home()}/public/competitions/${prepared.competitionId}/live-ranking?rider=45`);
  await expect(page.locator('tr', { hasText: attacks[0] }).first()).toBeVisible();
  await expectNothingRan(page);
  expect(seen).toEqual([]);
});

// ASVS 3.4.3
test('an injected script does not run: the page allows only its own files', async ({ page }) => {
  await page.goto(home());
  await expect(page.getByRole('main')).toBeVisible();
  // Data blocks are not scripts; the one inline script of public pages is allowed by its hash.
  expect(await page.locator('script:not([src], [type$=json])').count()).toBe(1);
  const planted = await page.evaluate(() => {
    const [script, image, style] = (['script', 'img', 'style'] as const).map((tag) => document.createElement(tag));
    const refused = [
      () => Object.assign(script as HTMLElement, { textContent: 'window.ran = 1' }),
      () => script?.setAttribute('src', 'data:text/javascript,window.ran=1'),
      () => image?.setAttribute('onerror', 'window.ran = 1'),
      () => Object.assign(document.body, { innerHTML: '<p>planted</p>' }),
      () => document.body.insertAdjacentHTML('beforeend', '<p>planted</p>'),
      () => new Worker('/assets/planted.js'),
    ].map((plant) => {
      try {
        return plant();
      } catch (error) {
        return (error as Error).name;
      }
    });
    // Style sheets cannot harm the page itself, but they can change what is shown.
    style?.append('body { display: none }');
    document.head.append(...[style].flatMap((one) => one ?? []));
    return { refused, display: getComputedStyle(document.body).display };
  });
  expect(planted).toEqual({ refused: Array(6).fill('TypeError'), display: 'block' });
  const reached = await page.evaluate(() =>
    fetch('https://evil.example/').then(
      () => 'reached',
      (error: Error) => error.message,
    ),
  );
  expect(reached).toContain('Failed to fetch');
});

test('signing in never redirects to another site', async ({ browser }) => {
  for (const to of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:window.ran=1']) {
    const context = await browser.newContext({ locale: 'fr-FR' });
    const page = await context.newPage();
    await page.goto(`${home()}/login?to=${encodeURIComponent(to)}`);
    await signInHere(page);
    await expect(page).toHaveURL(`${home()}/competitions`);
    await context.close();
  }
});
