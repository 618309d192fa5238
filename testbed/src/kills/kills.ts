import { setTimeout as sleep } from 'node:timers/promises';
import { createEvent } from '../product/event.ts';
import { signIn } from '../product/product.ts';
import { query } from '../product/query.ts';
import type { Chance } from '../referees/chance.ts';
import type { Supervised, Victim } from './killing.ts';

/*
 * Writers record runs and create riders while the product is killed repeatedly. Invariants: every acknowledged write is
 * stored once, and no other write is stored only partly.
 */

export interface KillReport {
  kills: number;
  /** Runs and riders that were acknowledged. */
  acknowledged: number;
  /** Requests without an answer; they may or may not have been stored. */
  unanswered: number;
  lost: number;
  duplicated: number;
  /** Partly stored writes, as texts. */
  half: string[];
}

const writers = 6;
const riders = 50;
/** Writes that are acknowledged before each kill, and after the last. */
const underWay = 5;
/** Timeout of a request, in milliseconds: a longer one was lost in the kill. */
const patienceMs = 5_000;

/** Kills the victim at `kills` random moments under load, then compares the acknowledged writes with the tables. */
export async function killUnderLoad(
  product: Supervised,
  victim: Victim,
  kills: number,
  chance: Chance,
): Promise<KillReport> {
  const [url = ''] = product.urls;
  const session = { url, cookie: await signIn(url) };
  const event = await createEvent(session, riders);
  const write = createWriter(product, session.cookie);
  const acknowledged = { runs: new Set<string>(), riders: new Set<number>() };
  let unanswered = 0;
  let ended = false;
  let made = 0;

  async function writeOn(): Promise<void> {
    while (!ended) {
      const number = made++;
      const isRider = number % 5 === 0;
      const id = `kill-${event.competition_id}-${number}`;
      const attempt = () =>
        isRider
          ? write('POST', '/participant', riderOf(event.competition_id, 1_000 + number), { 'idempotency-key': id })
          : write('POST', '/run', runOf(event, id, 1 + (number % riders), number), {});
      let done = await attempt();
      // Half of the unanswered writes are sent again, as by a phone; the others stay uncertain.
      if (!done) unanswered += 1;
      if (!done && number % 2 === 0) {
        while (!done) {
          await sleep(100);
          done = await attempt();
        }
      }
      if (!done) await sleep(50);
      else if (isRider) acknowledged.riders.add(1_000 + number);
      else acknowledged.runs.add(id);
    }
  }

  const countAcknowledged = () => acknowledged.runs.size + acknowledged.riders.size;
  async function someWrites(): Promise<void> {
    const enough = countAcknowledged() + underWay;
    while (!ended && countAcknowledged() < enough) await sleep(20);
  }

  async function killOn(): Promise<void> {
    for (let kill = 0; kill < kills; kill += 1) {
      await someWrites();
      await sleep(chance.below(400));
      await product.kill(victim);
    }
    await someWrites();
  }

  const work = Promise.all(Array.from({ length: writers }, writeOn));
  try {
    // Before the last kill, writers only end when the product refuses a write.
    await Promise.race([work, killOn()]);
  } finally {
    ended = true;
  }
  await work;
  return {
    kills,
    acknowledged: countAcknowledged(),
    unanswered,
    ...(await inspect(await product.databaseUrl(), event.competition_id, acknowledged)),
  };
}

/** Returns what sends a write to the servers in turn: true if it was acknowledged. Throws for a refusal, a fault. */
function createWriter({ urls }: Supervised, cookie: string) {
  let asked = 0;
  return async (method: string, path: string, body: object, headers: Record<string, string>): Promise<boolean> => {
    const answer = await fetch(`${urls[asked++ % urls.length]}/api${path}`, {
      method,
      headers: { cookie, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    }).catch(() => undefined);
    const whole = await answer?.text().catch(() => undefined);
    if (answer?.ok && whole !== undefined) return true;
    if (answer && answer.status < 500 && answer.status !== 408) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${whole}`);
    }
    return false;
  };
}

/** Compares acknowledged writes with the tables. */
export async function inspect(
  databaseUrl: string,
  competitionId: number,
  acknowledged: { runs: Set<string>; riders: Set<number> },
): Promise<Pick<KillReport, 'lost' | 'duplicated' | 'half'>> {
  const ask = <T>(text: string) => query<T>(databaseUrl, text, [competitionId]);
  const runs = await ask<{ submission_id: string; key: string }>(
    `select submission_id, dossard || '/' || run_number as key from runs where competition_id = $1`,
  );
  const submissions = await ask<{ submission_id: string; key: string }>(
    `select submission_id, dossard || '/' || run_number as key from submissions where competition_id = $1`,
  );
  const entered = await ask<{ dossard_number: number }>(
    'select dossard_number from participants where competition_id = $1',
  );
  const history = await ask<{ subject: string; subject_key: string; entries: number }>(
    `select subject, subject_key, count(*)::int as entries from audit_log
     where competition_id = $1 and action = 'create' group by 1, 2`,
  );
  const created = (subject: string) =>
    new Map(history.filter((entry) => entry.subject === subject).map((entry) => [entry.subject_key, entry.entries]));
  const [runHistory, riderHistory] = [created('run'), created('participant')];
  const stored = new Set(runs.map(({ submission_id }) => submission_id));
  const there = new Set(entered.map(({ dossard_number }) => dossard_number));
  const half: string[] = [];
  const keys = new Map(submissions.map(({ submission_id, key }) => [submission_id, key]));
  for (const { submission_id, key } of runs) {
    if (keys.get(submission_id) !== key) half.push(`run ${key} has no submission of its own`);
    if (runHistory.get(key) !== 1) half.push(`run ${key} has ${runHistory.get(key) ?? 0} entries in the history`);
  }
  if (submissions.length !== runs.length) half.push(`${submissions.length} submissions of ${runs.length} runs`);
  if (runHistory.size !== runs.length) half.push(`${runHistory.size} runs in the history, and ${runs.length} stored`);
  for (const dossard of there) {
    if (dossard > riders && riderHistory.get(String(dossard)) !== 1)
      half.push(`rider ${dossard} is not once in the history`);
  }
  return {
    lost:
      [...acknowledged.runs].filter((id) => !stored.has(id)).length +
      [...acknowledged.riders].filter((dossard) => !there.has(dossard)).length,
    duplicated: runs.length - stored.size,
    half,
  };
}

const riderOf = (competition_id: number, dossard_number: number) => ({
  competition_id,
  dossard_number,
  category: 'U13',
  gender: 'F',
  first_name: 'Lou',
  last_name: 'Exemple',
});

const runOf = (event: { competition_id: number; zone_id: number }, id: string, dossard: number, number: number) => ({
  submission_id: id,
  ...event,
  dossard,
  ...{ door1: true, door2: true, door3: false, door4: true, door5: false, door6: false },
  penality: number % 6,
  chrono_sec: (number % 12_000) / 100,
});
