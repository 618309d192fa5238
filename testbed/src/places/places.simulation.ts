import type { Run } from '@dossard/contract/runs/run.schema.ts';
import { isUnsent, type KeptRun } from '@dossard/web/referee/outbox/kept.run.ts';
import { call } from '../product/product.ts';
import { type Chance, chanceOf } from '../referees/chance.ts';
import {
  badNetwork,
  type FaultKind,
  type FaultShares,
  faultKinds,
  startFaultyProxy,
} from '../referees/faulty.proxy.ts';
import { type PhoneFault, switchOn } from '../referees/phone.ts';
import { type Ground, nameOf, sleep, speed } from '../referees/simulation.ts';
import { type Grounds, isEven, readRanking, readRuns, type Side, serialiseRun, share } from './two.sides.ts';

/*
 * A competition on two real servers, each with its referees, over three bad lines: from phones to either server, and
 * between the servers. Home moves, and servers are killed. In the end both have the same runs, and every confirmed run
 * once.
 */

export interface PlacesOutcome {
  seed: number;
  /** Confirmed runs that are not on both servers. */
  lost: number;
  /** Runs that a server has more than once. */
  duplicated: number;
  /** Runs and rankings that differ between the servers. */
  diverged: number;
  confirmed: number;
  faults: Record<FaultKind | PhoneFault | 'line_cut' | 'home_moved' | 'corrected', number>;
  /** Other problems, as texts. */
  wrong: string[];
}

const riders = 8;
/** Timeout for everything to settle at the end, in milliseconds; far more than it needs. */
const settleMs = 120_000;

const noFaults = Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as FaultShares;
const troubled: FaultShares = { ...badNetwork, server_killed: 2 };

/** Plays one shared competition from a seed. */
export async function simulatePlaces({ laptop, cloud }: Grounds, seed: number, runs: number): Promise<PlacesOutcome> {
  const chance = chanceOf(seed);
  const shares = { ...noFaults };
  const open = (ground: Ground, more: number) =>
    startFaultyProxy(ground.url, chanceOf(seed + more), shares, ground.killServer);
  const lines = await Promise.all([open(laptop, 1), open(cloud, 2), open(cloud, 3)]);
  const [toLaptop, toCloud, between] = lines;
  const sides = await share({ laptop, cloud }, between.url, riders);
  const moved = { line_cut: 0, home_moved: 0, corrected: 0 };
  const faults = { phone_restarted: 0, network_lost: 0, session_ended: 0, second_tab: 0 };
  const phones = await Promise.all(
    sides.flatMap(({ ground, event }, index) =>
      ground.accounts.map(async (account) => ({
        event,
        phone: await switchOn(account, (index === 0 ? toLaptop : toCloud).url, chance, { faults, speed }),
      })),
    ),
  );
  Object.assign(shares, troubled);
  for (let index = 0; index < runs; index += 1) {
    const { phone, event } = chance.oneOf(phones);
    await phone.record(event, 1 + chance.below(riders), index);
    if (chance.percent(30)) await phone.suffer();
    if (chance.percent(20)) await disturb(sides, between, chance, moved);
    await sleep(chance.below(150));
  }
  for (const line of lines) line.heal();
  const end = Date.now() + settleMs;
  for (const { phone } of phones) await phone.wakeUp();
  const unsent = async () => (await Promise.all(phones.map(({ phone }) => phone.unsent()))).some((count) => count > 0);
  while (Date.now() < end && ((await unsent()) || !(await isEven(sides)))) await sleep(200);
  const entries = (await Promise.all(phones.map(({ phone }) => phone.entries()))).flat();
  for (const { phone } of phones) phone.switchOff();
  await Promise.all(lines.map((line) => line.stop()));
  const met = Object.fromEntries(
    faultKinds.map((kind) => [kind, lines.reduce((sum, line) => sum + line.faults[kind], 0)]),
  ) as Record<FaultKind, number>;
  return { seed, ...(await compare(sides, entries, runs)), faults: { ...met, ...faults, ...moved } };
}

/** Causes an event outside of the phones: the line is cut, home moves, or a run is corrected at home. */
async function disturb(
  sides: readonly Side[],
  between: { cut: (ms: number) => void },
  chance: Chance,
  moved: { line_cut: number; home_moved: number; corrected: number },
): Promise<void> {
  const kind = chance.oneOf(['line_cut', 'home_moved', 'corrected'] as const);
  moved[kind] += 1;
  const { ground, event } = chance.oneOf(sides);
  const path = `/competition/${event.competition_id}`;
  // Ignores refusals, and requests to a killed server.
  const attempt = (work: Promise<unknown>) => work.catch(() => undefined);
  if (kind === 'line_cut') between.cut(chance.below(5_000));
  if (kind === 'home_moved') {
    const to = chance.oneOf(['here', 'there']);
    await attempt(call(ground, 'PUT', `${path}/place/home`, { to }));
  }
  if (kind === 'corrected') await attempt(correct({ ground, event }, 1 + chance.below(riders), chance.below(5)));
}

async function correct({ ground, event }: Side, dossard: number, penality: number): Promise<void> {
  const { runs } = await call<{ runs: Run[] }>(
    ground,
    'GET',
    `/competition/${event.competition_id}/participant/${dossard}/runs`,
  );
  const [run] = runs;
  if (run) await call(ground, 'PUT', '/run', { ...run, penality });
}

/** Compares what was confirmed to the phones with what both servers have. */
async function compare(
  sides: readonly Side[],
  entries: readonly KeptRun[],
  made: number,
): Promise<Pick<PlacesOutcome, 'lost' | 'duplicated' | 'diverged' | 'confirmed' | 'wrong'>> {
  const stored = await Promise.all(sides.map((side) => readRuns(side, riders)));
  const confirmed = entries.filter(({ state }) => state === 'sent');
  const wrong: string[] = [];
  if (entries.length !== made) wrong.push(`${made} runs were made, and the outboxes hold ${entries.length}`);
  for (const { submission, state } of entries.filter(isUnsent))
    wrong.push(`run ${submission.submission_id} is stuck: ${state}`);
  if (!(await isEven(sides))) wrong.push('the servers are not even');
  const has = (runs: readonly Run[], { submission }: KeptRun) =>
    runs.some(({ chrono_sec }) => nameOf(chrono_sec) === nameOf(submission.chrono_sec));
  const lost = confirmed.filter((entry) => !stored.every((runs) => has(runs, entry))).length;
  const duplicated = stored.reduce(
    (sum, runs) => sum + runs.length - new Set(runs.map(({ chrono_sec }) => nameOf(chrono_sec))).size,
    0,
  );
  const [one, other] = stored.map((runs) => new Set(runs.map(serialiseRun)));
  const [ranking, otherRanking] = await Promise.all(sides.map(readRanking));
  const differing = [...(one ?? [])].filter((run) => !other?.has(run)).length;
  const diverged = differing + Math.abs((one?.size ?? 0) - (other?.size ?? 0)) + (ranking === otherRanking ? 0 : 1);
  return { lost, duplicated, diverged, confirmed: confirmed.length, wrong };
}
