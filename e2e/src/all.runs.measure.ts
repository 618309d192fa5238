import { createEvent } from '@dossard/testbed/product/event.ts';
import { call, type Product, signIn as signInByCall } from '@dossard/testbed/product/product.ts';
import { query } from '@dossard/testbed/product/query.ts';
import type { Browser, Page } from '@playwright/test';
import { openDesk } from './open.desk.ts';
import { signIn } from './steps.ts';

const zoneNames = ['Les Dalles', 'Zone 2', 'Zone 3', 'Zone 4', 'Zone 5'];
const zones = zoneNames.length;
const riders = 300;
const runsEach = 100;
/** Longest frame that still looks smooth, in milliseconds. */
const smoothMs = 50;

/**
 * Measures frames while a list of 30,000 runs is scrolled, and milliseconds from the choice of a filter to its rows.
 */
export async function measureAllRuns(browser: Browser, product: Product) {
  const competitionId = await prepareRuns(product);
  const page = await openDesk(browser);
  await signIn(page, `/competitions/${competitionId}/runs`);
  await rowsOf(page, riders * runsEach);
  const filters = await measureFilters(page);
  // The frames of the same page at rest show the other load of the machine.
  const idle = await measureFrames(page, () => page.waitForTimeout(3_000));
  const wheel = await measureFrames(page, () => turnWheel(page, 600, 100));
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.keyboard.press('Control+Home');
  const top_to_bottom = await measureFrames(page, () => turnWheel(page, Math.ceil(height / 150), 160));
  await page.locator(`[aria-posinset="${riders * runsEach}"]`).waitFor();
  await page.context().close();
  return { runs: riders * runsEach, filters, frames: { idle, wheel, top_to_bottom } };
}

/** Prepares an event of five zones whose runs are inserted directly into the tables. */
async function prepareRuns(product: Product): Promise<number> {
  const session = { url: product.url, cookie: await signInByCall(product.url) };
  const { competition_id: id, zone_id } = await createEvent(session, riders);
  const { graduations } = (
    await call<{ zones: { graduations: object[] }[] }>(session, 'GET', `/competition/${id}/zones`)
  ).zones[0] ?? { graduations: [] };
  const zoneIds = [zone_id];
  for (const name of zoneNames.slice(1)) {
    const added = { name, graduations };
    zoneIds.push((await call<{ id: number }>(session, 'POST', `/competition/${id}/zone`, added)).id);
  }
  const database = await product.databaseUrl();
  await query(
    database,
    `insert into runs (competition_id, dossard, run_number, zone_id, submission_id, door1, door2, door3, door4, door5,
       door6, penality, chrono_sec, referee_name, recorded_at, received_at, ridden_at)
     select $1, dossard, number, ($2::int[])[1 + number % $3], dossard || '-' || number, true, dossard % 2 = 0,
       dossard % 3 = 0, number % 2 = 0, false, dossard % 5 = 0, dossard % 6, 30 + (dossard * 7 + number) % 90,
       'Juge ' || number % $3, at, at, at
     from generate_series(1, $4::int) dossard, generate_series(1, $5::int) number,
       lateral (select now() - (number * $4 + dossard) * interval '1 second' as at) moment`,
    [id, zoneIds, zones, riders, runsEach],
  );
  await query(database, 'update participants set last_run_number = $2 where competition_id = $1', [id, runsEach]);
  await query(database, 'analyze runs, participants', []);
  return id;
}

/** Waits until `count` runs are found and the window shows the first of them; returns milliseconds. */
const rowsOf = (page: Page, count: number) => shownWith(page, count, '').then((shown) => shown.ms);

/** Measures from a choice, as the page receives it, to a frame with its count and rows; every row contains `text`. */
async function shownWith(page: Page, count: number, text: string) {
  const shown = await page.evaluateHandle(
    ({ count, text }) => {
      let start = performance.now();
      for (const kind of ['input', 'change']) {
        addEventListener(kind, () => (start = performance.now()), { capture: true, once: true });
      }
      const isShown = () => {
        const found = document.querySelector('main p[role=status]')?.textContent?.replace(/\D/g, '');
        const rows = [...document.querySelectorAll('[aria-posinset]')];
        const isRead = rows.length >= Math.min(8, count) && rows.every((row) => row.querySelector('button'));
        return found === String(count) && isRead && rows.every((row) => row.textContent?.includes(text));
      };
      const promise = new Promise<{ ms: number }>((resolve) => {
        const look = () =>
          isShown() ? resolve({ ms: Math.round(performance.now() - start) }) : requestAnimationFrame(look);
        requestAnimationFrame(look);
      });
      return { promise };
    },
    { count, text },
  );
  return shown.evaluate(({ promise }) => promise);
}

async function measureFilters(page: Page) {
  const zone: number[] = [];
  const bib: number[] = [];
  // A different one each time, because the page caches what it has read.
  for (const name of zoneNames) {
    zone.push(await choose('zone', name, (riders * runsEach) / zones));
    await choose('zone', '', riders * runsEach);
  }
  for (const dossard of ['7', '45', '112', '200', '299']) {
    bib.push(await choose('bib', dossard, runsEach));
    await choose('bib', '', riders * runsEach);
  }
  return { zone_ms: zone, bib_ms: bib };

  async function choose(field: 'zone' | 'bib', value: string, count: number): Promise<number> {
    const shown = shownWith(page, count, field === 'zone' ? value : '');
    const input = page.locator(`search [name=${field}]`);
    if (field === 'bib') await input.fill(value);
    else await input.selectOption(value === '' ? { index: 0 } : value);
    return (await shown).ms;
  }
}

/** Turns the mouse wheel about 16 times a second. */
async function turnWheel(page: Page, pixels: number, turns: number): Promise<void> {
  await page.mouse.move(640, 600);
  for (let turn = 0; turn < turns; turn += 1) {
    await Promise.all([page.mouse.wheel(0, pixels), page.waitForTimeout(60)]);
  }
}

/** Returns the time between the frames that the page draws during `act`. */
async function measureFrames(page: Page, act: () => Promise<void>) {
  const frames = await page.evaluateHandle(() => {
    const times: number[] = [];
    const note = (time: number) => {
      times.push(time);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    return times;
  });
  await act();
  const times = await frames.jsonValue();
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const slow = gaps.filter((gap) => gap > smoothMs).length;
  return {
    frames: gaps.length,
    over_50_ms_percent: Math.round((slow / gaps.length) * 1000) / 10,
    longest_ms: Math.round(Math.max(...gaps)),
  };
}
