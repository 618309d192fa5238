import { setTimeout as wait } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import { prepareCompetition } from './prepare.ts';
import { home, phone } from './steps.ts';

/** How long a phone is watched, in milliseconds, and how often that is in an hour. */
const watchedMs = 180_000;
const perHour = 3_600_000 / watchedMs;
/** How long a page takes to have everything, in milliseconds. */
const settleMs = 10_000;

/**
 * Measures what a phone does in an hour in which nothing happens, with a judge's page and with the public ranking: a
 * proxy for its battery.
 */
export async function measureWaiting(browser: Browser) {
  const { api, competitionId, zoneId } = await prepareCompetition('Une heure sans passage', [7, 112]);
  const answer = await api.post(`/api/competition/${competitionId}/judge-links`, { data: { zone_ids: null } });
  const { token } = await answer.json();
  const judge = watchPhone(browser, `/judge#${token}`, async (page) => {
    await page.getByLabel('Votre nom').fill('Dominique');
    await page.getByRole('button', { name: 'Commencer' }).click();
    await page.waitForURL(`**/judge/zones/${zoneId}`);
  });
  const spectator = watchPhone(browser, `/public/competitions/${competitionId}/live-ranking`);
  return { judge: await judge, spectator: await spectator };
}

type Step = (page: Awaited<ReturnType<Browser['newPage']>>) => Promise<void>;

/** Counts what a page does in an hour: timers that fire, milliseconds of work, requests, and bytes that arrive. */
async function watchPhone(browser: Browser, path: string, enter: Step = async () => {}) {
  const context = await browser.newContext({ viewport: phone, hasTouch: true, locale: 'fr-FR' });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const counting = window as Window & { fired?: number };
    counting.fired = 0;
    for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame'] as const) {
      const start = window[name] as (work: (...given: unknown[]) => void, ...more: unknown[]) => number;
      const counted = (work: (...given: unknown[]) => void, ...more: unknown[]) =>
        start(
          (...given) => {
            counting.fired = (counting.fired ?? 0) + 1;
            work(...given);
          },
          ...more,
        );
      Object.assign(window, { [name]: counted });
    }
  });
  const protocol = await context.newCDPSession(page);
  let [requests, bytes] = [0, 0];
  protocol.on('Network.requestWillBeSent', () => (requests += 1));
  protocol.on(
    'Network.dataReceived',
    ({ encodedDataLength, dataLength }) => (bytes += encodedDataLength || dataLength),
  );
  await Promise.all([protocol.send('Network.enable'), protocol.send('Performance.enable')]);
  const read = async () => {
    const fired = await page.evaluate(() => (window as Window & { fired?: number }).fired ?? 0);
    const { metrics } = await protocol.send('Performance.getMetrics');
    const workMs = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
    return { timers: fired, work_ms: workMs, requests, bytes };
  };
  await page.goto(home() + path);
  await enter(page);
  await wait(settleMs);
  const before = await read();
  await wait(watchedMs);
  const after = await read();
  await context.close();
  const names = ['timers', 'work_ms', 'requests', 'bytes'] as const;
  return Object.fromEntries(names.map((name) => [name, Math.round((after[name] - before[name]) * perHour)]));
}
