import { expect, test } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import { type Prepared, prepareCompetition } from '../prepare.ts';
import { holdScripts, home, phone } from '../steps.ts';

/* The start page: current, upcoming and past competitions, and a search if there are many. */

test.use({ viewport: phone });

/** Returns the day `days` from now as `YYYY-MM-DD`, in the time zone of the readers in this file. */
function dayIn(days: number): string {
  const day = new Date(Date.now() + days * 86_400_000);
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(day);
}

async function prepareOn(name: string, date: string): Promise<Prepared> {
  const prepared = await prepareCompetition(name, []);
  const { api, competitionId } = prepared;
  const settings = await (await api.get(`/api/competition/${competitionId}`)).json();
  const answer = await api.put(`/api/competition/${competitionId}`, { data: { ...settings, date } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return prepared;
}

test('cards are grouped: current, upcoming, or by past year', async ({ page }) => {
  await prepareOn('Trial du jour', dayIn(0));
  await prepareOn('Trial de bientôt', dayIn(3));
  await prepareOn('Trial de plus tard', dayIn(9));
  await prepareOn('Trial d’antan', '2019-05-04');
  await page.goto(`${home()}/`);
  const now = page.getByRole('region', { name: 'En ce moment' });
  const card = now.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Trial du jour' }) });
  await expect(card).toContainText('En direct');
  await expect(now.getByText('Trial de bientôt')).toHaveCount(0);
  const coming = page.getByRole('region', { name: 'À venir' });
  const names = await coming.getByRole('heading', { level: 3 }).allTextContents();
  expect(names.filter((name) => /bientôt|plus tard/.test(name))).toEqual(['Trial de bientôt', 'Trial de plus tard']);
  const year = page.getByRole('region', { name: '2019' });
  await expect(year.getByRole('heading', { name: 'Trial d’antan' })).toBeVisible();
  await expectAccessible(page);
  await card.getByRole('link', { name: 'Voir le classement' }).click();
  await expect(page.getByRole('heading', { name: 'Trial du jour' })).toBeVisible();
});

/** Creates more competitions than are shown without a search. */
async function prepareMany(): Promise<void> {
  const { competitions } = await (await fetch(`${home()}/api/competitions/public`)).json();
  if (competitions.some(({ name }: { name: string }) => name === 'Série Mlou')) return;
  for (const [index, letter] of [...'ABCDEFGHIJKLM'].entries())
    await prepareOn(`Série ${letter}lou`, `2018-03-${10 + index}`);
}

test('more than twelve can be searched, by name, place or club', async ({ page }) => {
  await prepareMany();
  await page.goto(`${home()}/`);
  await page.getByRole('searchbox', { name: 'Chercher une compétition' }).fill('serie glou');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Série Glou']);
  await page.getByRole('searchbox').fill('introuvable');
  await expect(page.getByText('Aucune compétition trouvée.')).toBeVisible();
  await expectAccessible(page);
});

test('a search typed before hydration takes effect afterwards', async ({ page }) => {
  const release = await holdScripts(page);
  await prepareMany();
  await page.goto(`${home()}/`);
  await page.getByRole('searchbox').pressSequentially('serie glou');
  release();
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Série Glou']);
  await expect(page.getByRole('searchbox')).toHaveValue('serie glou');
});
