import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import { isRunOfSubmission } from '@dossard/contract/runs/run.rules.ts';
import type { Run } from '@dossard/contract/runs/run.schema.ts';
import { isUnsent, type KeptRun } from '@dossard/web/referee/outbox/kept.run.ts';
import { createEvent } from '../product/event.ts';
import { call, signIn } from '../product/product.ts';
import { chanceOf } from './chance.ts';
import { type FaultKind, type FaultShares, startFaultyProxy } from './faulty.proxy.ts';
import { type Account, type PhoneFault, switchOn } from './phone.ts';

/*
 * Referees with the product's outbox record runs through a bad network on the real server. Invariants: a run that was
 * confirmed to a referee is in the ranking exactly once, and every other one is still in an outbox. Clocks are wrong, and
 * the server still knows when each run was ridden (D4).
 */

/** Shared by the simulations on one server. */
export interface Ground {
  url: string;
  cookie: string;
  accounts: readonly Account[];
  killServer: () => Promise<void>;
}

export interface Outcome {
  seed: number;
  confirmed: number;
  /** Runs in the ranking. */
  ranked: number;
  /** Runs that were confirmed to a referee but are not in the ranking. */
  lost: number;
  /** Number of runs that the ranking has too often. */
  duplicated: number;
  in_outbox: number;
  faults: Record<FaultKind | PhoneFault, number>;
  /** Other problems, as texts; empty without any. */
  wrong: string[];
}

/** Factor by which the waits of the outbox are shortened. */
export const speed = 150;
/** Timeout for the outboxes to settle at the end, in milliseconds; far more than they need. */
const settleMs = 60_000;
const riders = 12;
/** By how much a phone's clock may be ahead, in milliseconds. */
const clocks = [0, 90_000, 3 * 3_600_000, -2 * 3_600_000, -3 * 86_400_000, 400 * 86_400_000];
/** How exactly the server knows when a run was ridden, in milliseconds: differences are stored in seconds. */
const clockToleranceMs = 2_000;

/** Creates accounts for the referees. */
export async function prepareGround(url: string, referees: number, killServer: () => Promise<void>): Promise<Ground> {
  const cookie = await signIn(url);
  const event = await createEvent({ url, cookie }, 1);
  const accounts: Account[] = [];
  for (let index = 0; index < referees; index += 1) {
    const account = { email: `juge-${Date.now()}-${index}@dossard.test`, password: 'Trial-2027' };
    const { token } = await invitation({ url, cookie }, event.competition_id);
    await call({ url, cookie: '' }, 'POST', '/invitation/accept-unauthenticated', {
      token,
      ...account,
      first_name: 'Juge',
      last_name: 'Fictif',
    });
    accounts.push({ ...account, cookie: await signIn(url, account) });
  }
  return { url, cookie, accounts, killServer };
}

export const invitation = (session: { url: string; cookie: string }, competitionId: number) =>
  call<{ token: string }>(session, 'GET', `/competition/${competitionId}/referee/invitation`);

/** Lets the referees into a competition: every second one by a link for judges, without their account. */
async function admit(ground: Ground, competitionId: number): Promise<Pick<Account, 'email' | 'cookie'>[]> {
  const { token } = await invitation(ground, competitionId);
  const body = { zone_ids: null, phones: 20 };
  const link = await call<{ token: string }>(ground, 'POST', `/competition/${competitionId}/judge-links`, body);
  return Promise.all(
    ground.accounts.map(async (account, index) => {
      if (index % 2 === 1) return openJudgeLink(ground.url, link.token);
      await call({ url: ground.url, cookie: account.cookie }, 'POST', '/invitation/accept', { token });
      return account;
    }),
  );
}

/** Opens a link as a judge; returns the name under which the phone sends runs, and the cookie. */
async function openJudgeLink(url: string, token: string): Promise<Pick<Account, 'email' | 'cookie'>> {
  const answer = await fetch(`${url}/api/judge/open`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, name: 'Juge Fictif', phone_id: crypto.randomUUID() }),
  });
  const cookie = answer.headers.get('set-cookie')?.split(';', 1)[0];
  if (!cookie) throw new Error(`The link was answered ${answer.status}: ${await answer.text()}`);
  return { email: ((await answer.json()) as { judge: string }).judge, cookie };
}

/** Plays one competition from a seed: `runs` runs, shared out among the referees of the ground. */
export async function simulate(ground: Ground, seed: number, runs: number, shares: FaultShares): Promise<Outcome> {
  const chance = chanceOf(seed);
  const event = await createEvent(ground, riders);
  const referees = await admit(ground, event.competition_id);
  const proxy = await startFaultyProxy(ground.url, chanceOf(seed + 1), shares, ground.killServer);
  const faults = { phone_restarted: 0, network_lost: 0, session_ended: 0, second_tab: 0 };
  const phones = await Promise.all(
    referees.map((account) => switchOn(account, proxy.url, chance, { faults, speed, aheadMs: chance.oneOf(clocks) })),
  );
  for (const phone of phones) await phone.report(ground.url, event);
  for (let index = 0; index < runs; index += 1) {
    const phone = chance.oneOf(phones);
    await phone.record(event, 1 + chance.below(riders), index);
    if (chance.percent(40)) await phone.suffer();
    if (chance.percent(50)) await sleep(chance.below(12));
  }
  proxy.heal();
  // One phone may stay offline: its runs are then still in its outbox.
  const inPocket = chance.percent(30) ? 1 : 0;
  for (const phone of phones.slice(0, inPocket)) await phone.sleep();
  const awake = phones.slice(inPocket);
  const end = Date.now() + settleMs;
  for (const phone of awake) await phone.wakeUp();
  while (Date.now() < end && (await Promise.all(awake.map((phone) => phone.unsent()))).some((count) => count > 0)) {
    await sleep(10);
  }
  const stuck = (await Promise.all(awake.map((phone) => phone.entries()))).flat().filter(isUnsent);
  const entries = (
    await Promise.all(
      phones.map(async ({ entries, aheadMs }) => (await entries()).map((entry) => ({ ...entry, aheadMs }))),
    )
  ).flat();
  for (const phone of phones) phone.switchOff();
  await proxy.stop();
  const outcome = await compare(ground, event.competition_id, entries, runs);
  for (const { state, submission } of stuck) outcome.wrong.push(`run ${submission.submission_id} is stuck: ${state}`);
  return { seed, ...outcome, faults: { ...proxy.faults, ...faults } };
}

export const nameOf = (chronoSec: number) => Math.round(chronoSec * 100);

/** Compares the outboxes with the server. */
async function compare(
  ground: Ground,
  competitionId: number,
  entries: readonly (KeptRun & { aheadMs: number })[],
  made: number,
): Promise<Omit<Outcome, 'seed' | 'faults'>> {
  const stored: Run[] = [];
  for (let dossard = 1; dossard <= riders; dossard += 1) {
    const path = `/competition/${competitionId}/participant/${dossard}/runs`;
    stored.push(...(await call<{ runs: Run[] }>(ground, 'GET', path)).runs);
  }
  const path = `/competition/${competitionId}/liveranking?page_size=100`;
  const { rankings } = await call<{ rankings: RankingEntry[] }>(ground, 'GET', path);
  const times = new Map<number, number>();
  for (const run of stored) times.set(nameOf(run.chrono_sec), (times.get(nameOf(run.chrono_sec)) ?? 0) + 1);
  const confirmed = entries.filter(({ state }) => state === 'sent');
  const unsent = entries.filter(isUnsent);
  const there = (entry: KeptRun) => times.get(nameOf(entry.submission.chrono_sec)) ?? 0;
  const ranked = rankings.reduce((sum, entry) => sum + entry.number_of_runs, 0);
  const wrong: string[] = [];
  if (entries.length !== made) wrong.push(`${made} runs were made, and the outboxes hold ${entries.length}`);
  if (confirmed.length + unsent.length !== made) wrong.push('a run is neither confirmed nor in an outbox');
  if (ranked !== stored.length) wrong.push(`${stored.length} runs are stored, and ${ranked} are ranked`);
  for (const { dossard, total_points } of rankings) {
    const points = stored.filter((run) => run.dossard === dossard).reduce((sum, run) => sum + run.points, 0);
    if (points !== total_points)
      wrong.push(`rider ${dossard} has runs worth ${points} and is ranked with ${total_points}`);
  }
  for (const { submission, state, aheadMs } of entries) {
    const run = stored.find(({ chrono_sec }) => nameOf(chrono_sec) === nameOf(submission.chrono_sec));
    const same = !run || isRunOfSubmission({ ...run, submission_id: submission.submission_id }, submission);
    if (!same) wrong.push(`run ${submission.submission_id} is stored with other content`);
    const ridden = Date.parse(submission.recorded_at ?? '') - aheadMs;
    if (run && !(Math.abs(Date.parse(run.ridden_at) - ridden) < clockToleranceMs))
      wrong.push(`run ${submission.submission_id} is taken for one of ${run.ridden_at}`);
    if (state === 'refused') wrong.push(`run ${submission.submission_id} was refused`);
  }
  return {
    confirmed: confirmed.length,
    ranked,
    lost: confirmed.filter((entry) => there(entry) === 0).length,
    duplicated: [...times.values()].reduce((sum, count) => sum + count - 1, 0),
    in_outbox: unsent.length,
    wrong,
  };
}

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
