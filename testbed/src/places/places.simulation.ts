import type { Place } from '@dossard/contract/places/place.schema.ts';
import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import type { Run } from '@dossard/contract/runs/run.schema.ts';
import { type Entry, isUnsent } from '@dossard/web/referee/outbox/entry.ts';
import { makeEvent } from '../product/event.ts';
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
import { type Ground, invitation, nameOf, sleep, speed } from '../referees/simulation.ts';

/*
 * A competition on two real servers, each with its referees, over three bad lines: phones to either server, and one server to
 * the other. Home moves, servers are killed. In the end both have the same, and every confirmed run once.
 */

/** The two installations of a simulation. */
export interface Grounds {
  laptop: Ground;
  cloud: Ground;
}

export interface PlacesOutcome {
  seed: number;
  /** Runs that were confirmed to a referee and are on neither server, or not on both. */
  lost: number;
  /** Runs that are on a server more than once. */
  duplicated: number;
  /** Runs and rankings that differ between the servers. */
  diverged: number;
  confirmed: number;
  faults: Record<FaultKind | PhoneFault | 'line_cut' | 'home_moved' | 'corrected', number>;
  /** What else is wrong, in words. */
  wrong: string[];
}

const riders = 8;
/** How long everything may take to settle at the end, in milliseconds; far more than it needs. */
const settleMs = 120_000;

/** A shared competition on one server. */
interface Side {
  ground: Ground;
  event: { competition_id: number; zone_id: number };
}

const noFaults = Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as FaultShares;
const troubled: FaultShares = { ...badNetwork, server_killed: 1 };

/** Plays one shared competition from a seed. */
export async function simulatePlaces({ laptop, cloud }: Grounds, seed: number, runs: number): Promise<PlacesOutcome> {
  const chance = chanceOf(seed);
  const shares = { ...noFaults };
  const open = (ground: Ground, more: number) =>
    startFaultyProxy(ground.url, chanceOf(seed + more), shares, ground.killServer);
  const lines = await Promise.all([open(laptop, 1), open(cloud, 2), open(cloud, 3)]);
  const [toLaptop, toCloud, between] = lines;
  const sides = await share(laptop, cloud, between.url);
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

/** Makes a competition on the laptop, shares it with the cloud, and waits until it has arrived there. */
async function share(laptop: Ground, cloud: Ground, address: string): Promise<[Side, Side]> {
  const event = await makeEvent(laptop, riders);
  const { code } = await call<{ code: string }>(cloud, 'POST', '/places/code');
  await call(laptop, 'POST', `/competition/${event.competition_id}/place`, { address, code });
  const { competitions } = await call<{ competitions: { id: number }[] }>(cloud, 'GET', '/competition');
  const competition_id = Math.max(...competitions.map(({ id }) => id));
  const sides: [Side, Side] = [
    { ground: laptop, event },
    { ground: cloud, event: { competition_id, zone_id: 0 } },
  ];
  while (!(await isEven(sides))) await sleep(200);
  const { zones } = await call<{ zones: { id: number }[] }>(cloud, 'GET', `/competition/${competition_id}/zones`);
  sides[1].event.zone_id = zones[0]?.id ?? 0;
  for (const { ground, event: here } of sides) {
    const { token } = await invitation(ground, here.competition_id);
    for (const { cookie } of ground.accounts)
      await call({ url: ground.url, cookie }, 'POST', '/invitation/accept', { token });
  }
  return sides;
}

const readPlace = async ({ ground, event }: Side): Promise<Place | null> =>
  (await call<{ place: Place | null }>(ground, 'GET', `/competition/${event.competition_id}/place`)).place;

/** Whether neither side lacks anything, and exactly one is home. */
async function isEven(sides: readonly Side[]): Promise<boolean> {
  const places = await Promise.all(sides.map(readPlace));
  const isQuiet = places.every(
    (place) => place?.to_send === 0 && place.to_receive === 0 && place.last_contact !== null,
  );
  return isQuiet && places.filter((place) => place?.is_home).length === 1;
}

/** Lets something happen that is not a phone's: the line is cut, home moves, or a run is corrected at home. */
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
  // What is refused, or asked of a server that was killed, is as if nobody had asked.
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

async function readRuns({ ground, event }: Side): Promise<Run[]> {
  const all: Run[] = [];
  for (let dossard = 1; dossard <= riders; dossard += 1) {
    const path = `/competition/${event.competition_id}/participant/${dossard}/runs`;
    all.push(...(await call<{ runs: Run[] }>(ground, 'GET', path)).runs);
  }
  return all;
}

const readRanking = async ({ ground, event }: Side): Promise<string> => {
  const path = `/competition/${event.competition_id}/liveranking?page_size=100`;
  return JSON.stringify((await call<{ rankings: RankingEntry[] }>(ground, 'GET', path)).rankings);
};

/** Holds what the phones were told against what both servers have. */
async function compare(
  sides: readonly Side[],
  entries: readonly Entry[],
  made: number,
): Promise<Pick<PlacesOutcome, 'lost' | 'duplicated' | 'diverged' | 'confirmed' | 'wrong'>> {
  const stored = await Promise.all(sides.map(readRuns));
  const confirmed = entries.filter(({ state }) => state === 'sent');
  const wrong: string[] = [];
  if (entries.length !== made) wrong.push(`${made} runs were made, and the outboxes hold ${entries.length}`);
  for (const { submission, state } of entries.filter(isUnsent))
    wrong.push(`run ${submission.submission_id} is stuck: ${state}`);
  if (!(await isEven(sides))) wrong.push('the servers are not even');
  const has = (runs: readonly Run[], { submission }: Entry) =>
    runs.some(({ chrono_sec }) => nameOf(chrono_sec) === nameOf(submission.chrono_sec));
  const lost = confirmed.filter((entry) => !stored.every((runs) => has(runs, entry))).length;
  const duplicated = stored.reduce(
    (sum, runs) => sum + runs.length - new Set(runs.map(({ chrono_sec }) => nameOf(chrono_sec))).size,
    0,
  );
  const [one, other] = stored.map((runs) => new Set(runs.map(sayRun)));
  const [ranking, otherRanking] = await Promise.all(sides.map(readRanking));
  const differing = [...(one ?? [])].filter((run) => !other?.has(run)).length;
  const diverged = differing + Math.abs((one?.size ?? 0) - (other?.size ?? 0)) + (ranking === otherRanking ? 0 : 1);
  return { lost, duplicated, diverged, confirmed: confirmed.length, wrong };
}

/** What of a run is the same on both servers. */
const sayRun = ({ competition_id, zone_id, version, ...run }: Run): string =>
  JSON.stringify(Object.entries(run).sort(([a], [b]) => (a < b ? -1 : 1)));
