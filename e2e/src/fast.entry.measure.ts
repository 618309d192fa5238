import { setTimeout as wait } from 'node:timers/promises';
import { type Browser, expect } from '@playwright/test';
import { openDesk, secondsSince } from './open.desk.ts';
import { prepareCompetition, runsOf } from './prepare.ts';
import { signIn } from './steps.ts';

/** Interval between two keys of a person who types from paper, in milliseconds. */
const keyMs = 200;

interface Line {
  dossard: number;
  /** The won doors, 1 to 6. */
  doors: number[];
  penality: number;
  chronoSec: number;
}

/** A sheet of 100 riders, with all numbers of doors and of penalties in equal shares. */
const sheet: Line[] = Array.from({ length: 100 }, (_, index) => ({
  dossard: 101 + ((index * 37) % 100),
  doors: [1, 2, 3, 4, 5, 6].filter((door) => (door + index) % 6 < index % 7),
  penality: index % 6,
  chronoSec: 25 + ((index * 13) % 95),
}));

/** Returns the keys of a line, with Enter after each field. */
function keysOf({ dossard, doors, penality, chronoSec }: Line): string[] {
  const won = doors.join('') + (penality > 0 ? `.${penality}` : '');
  return [String(dossard), won || '-', String(chronoSec)].flatMap((field) => [...field, 'Enter']);
}

/**
 * Measures seconds from the first key of a sheet of 100 runs, typed at five keys a second, until all of them are
 * stored.
 */
export async function measureFastEntry(browser: Browser) {
  const prepared = await prepareCompetition(
    'Cent passages sur papier',
    sheet.map(({ dossard }) => dossard),
  );
  const page = await openDesk(browser);
  await signIn(page, `/competitions/${prepared.competitionId}/paper?zone=${prepared.zoneId}`);
  await expect(page.getByLabel('Dossard', { exact: true })).toBeFocused();
  const keys = sheet.flatMap(keysOf);
  const start = performance.now();
  let due = start;
  let longestKey = 0;
  for (const key of keys) {
    await wait(due - performance.now());
    const pressed = performance.now();
    await page.keyboard.press(key);
    longestKey = Math.max(longestKey, performance.now() - pressed);
    // A delay of the page longer than a key is not caught up.
    due = Math.max(due + keyMs, performance.now());
  }
  const typed = secondsSince(start);
  let equal = 0;
  for (const line of sheet) if (await isStored(line)) equal += 1;
  const seconds = secondsSince(start);
  await page.context().close();
  const [runs, longest_key_ms] = [sheet.length, Math.round(longestKey)];
  return { seconds, limit: 300, typed_seconds: typed, keys: keys.length, longest_key_ms, runs, equal_to_sheet: equal };

  async function isStored({ dossard, doors, penality, chronoSec }: Line): Promise<boolean> {
    const won = Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`door${door}`, doors.includes(door)]));
    const run = { dossard, ...won, penality, chrono_sec: chronoSec };
    const find = async () => expect(await runsOf(prepared, dossard)).toMatchObject([run]);
    return expect(find)
      .toPass({ timeout: 10_000 })
      .then(
        () => true,
        () => false,
      );
  }
}
