import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, expect, type Locator } from '@playwright/test';
import { secondsSince } from './open.desk.ts';
import { prepareCompetition } from './prepare.ts';
import { home, phone } from './steps.ts';

/** How long a volunteer takes to read a page and find the next thing to touch, in milliseconds. */
const findMs = 2_000;
/** Interval between two letters typed with a thumb, in milliseconds. */
const letterMs = 300;

/** Measures seconds from the address in a zone's code, just scanned, until the timer of a rider can be started. */
export async function measureJudge(browser: Browser) {
  const { api, competitionId } = await prepareCompetition('Vingt secondes', [7, 112]);
  const order = { category: 'U13', gender: 'F', dossards: [112, 7] };
  await api.put(`/api/competition/${competitionId}/startorder`, { data: order });
  const answer = await api.post(`/api/competition/${competitionId}/judge-links`, { data: { zone_ids: null } });
  const { token } = await answer.json();
  const context = await browser.newContext({ viewport: phone, hasTouch: true, locale: 'fr-FR' });
  const page = await context.newPage();
  let taps = 0;
  const tap = async (what: Locator) => {
    await what.waitFor();
    await wait(findMs);
    await what.tap();
    taps += 1;
  };
  const start = performance.now();
  await page.goto(`${home()}/judge#${token}`);
  const name = page.getByLabel('Votre nom');
  await name.waitFor();
  await wait(findMs);
  await name.pressSequentially('Dominique', { delay: letterMs });
  await tap(page.getByRole('button', { name: 'Commencer' }));
  await tap(page.getByRole('button', { name: /112/ }));
  await tap(page.getByRole('button', { name: 'Confirmer' }));
  await expect(page.getByRole('button', { name: 'Lancer le chrono' })).toBeVisible();
  const seconds = secondsSince(start);
  await context.close();
  return { seconds, limit: 20, taps, fields: 1 };
}
