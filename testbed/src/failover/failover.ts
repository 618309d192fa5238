import { setTimeout as sleep } from 'node:timers/promises';
import type { AlarmKind } from '@dossard/contract/alarms/alarm.schema.ts';
import { isUnsent, type KeptRun } from '@dossard/web/referee/outbox/kept.run.ts';
import { inspect, type KillReport } from '../kills/kills.ts';
import { type AlarmReceiver, startReceiver } from '../product/alarm.receiver.ts';
import { createEvent } from '../product/event.ts';
import { call, type Product, startProduct } from '../product/product.ts';
import type { Chance } from '../referees/chance.ts';
import { type Phone, switchOn } from '../referees/phone.ts';
import { prepareGround } from '../referees/simulation.ts';
import { judgeTakeover, listRaised } from './alarms.of.takeover.ts';
import { type Board, openBoard } from './board.ts';
import { type Blow, startCluster } from './cluster.ts';

/*
 * Sixteen referees record runs while the primary is struck repeatedly. Invariants: every confirmed run is stored once,
 * writes succeed again soon, and phones and boards recover automatically.
 */

export interface Takeover {
  blow: Blow;
  /** From the blow until a run that was sent after it is confirmed, in seconds. */
  writes_back: number;
  /** Until no phone has an unsent run any more that was recorded before writes were back, in seconds. */
  phones_back: number;
  /** Until each board shows a run that was recorded after the blow, in seconds. */
  boards_back: number;
  /** Until the primary has two standbys again, including the struck one, in seconds. */
  whole: number;
  /** Until the last of the servers raised each alarm, in seconds. */
  alarms: Partial<Record<AlarmKind, number>>;
  /** Until the servers have no alarm except that another PostgreSQL answers, in seconds. */
  alarms_over: number;
  /** Alarms that were missing, false or not cleared, as texts. */
  alarm_troubles: string[];
}

export interface FailoverReport extends Pick<KillReport, 'lost' | 'duplicated' | 'half'> {
  confirmed: number;
  /** Runs still unsent on phones at the end. */
  unsent: number;
  /** Boards that do not show what is stored, as texts. */
  boards: string[];
  takeovers: Takeover[];
}

const referees = 16;
const riders = 48;
/** Mean interval between two runs of a referee, in milliseconds: far shorter than in reality. */
const paceMs = 1_000;
/** Time after which recovery counts as failed, in milliseconds. */
const recoveryMs = 180_000;
const realTime = 1;

/** Strikes the primary `times` times under load, with each blow in turn; calls `report` for each takeover. */
export async function failOver(
  times: number,
  blows: readonly Blow[],
  chance: Chance,
  report: (takeover: Takeover) => void,
): Promise<FailoverReport> {
  const cluster = await startCluster(2);
  const servers: Product[] = [];
  const receivers: AlarmReceiver[] = [];
  try {
    // One at a time, because each one initialises the same empty database.
    for (const DATABASE_URL of cluster.databaseUrls) {
      const receiver = await startReceiver();
      receivers.push(receiver);
      servers.push(await startProduct({ ...receiver.environment, DATABASE_URL }));
    }
    const event = await startEvent(servers, chance);
    const takeovers: Takeover[] = [];
    for (let index = 0; index < times; index += 1) {
      await sleep(2_000 + chance.below(2_000));
      const takeover = await takeOver(cluster, event, receivers, blows[index % blows.length] ?? 'postgres killed');
      report(takeover);
      takeovers.push(takeover);
    }
    return { ...(await event.end(cluster.databaseUrls[0] ?? '')), takeovers };
  } finally {
    for (const server of servers) await server.stop();
    for (const receiver of receivers) receiver.stop();
    await cluster.stop();
  }
}

type Event = Awaited<ReturnType<typeof startEvent>>;

/** Strikes once, and measures until everything has recovered. */
async function takeOver(
  cluster: Awaited<ReturnType<typeof startCluster>>,
  event: Event,
  receivers: readonly AlarmReceiver[],
  blow: Blow,
): Promise<Takeover> {
  const start = performance.now();
  const struckAt = Date.now();
  const seconds = () => Math.round((performance.now() - start) / 100) / 10;
  await cluster.strike(blow);
  const version = await event.recordUntilConfirmed();
  const writes_back = seconds();
  const [phones_back, boards_back, whole] = await Promise.all([
    event.phonesAreEmpty().then(seconds),
    event.boardsShow(version).then(seconds),
    cluster.mend().then(seconds),
  ]);
  const alarm_troubles = await judgeTakeover(receivers);
  return {
    ...{ blow, writes_back, phones_back, boards_back, whole, alarm_troubles },
    ...{ alarms: listRaised(receivers, struckAt), alarms_over: seconds() },
  };
}

/** Creates a public event; referees record runs on both servers, and a board follows it on each. */
async function startEvent(servers: readonly Product[], chance: Chance) {
  const urls = servers.map(({ url }) => url);
  const [url = ''] = urls;
  const ground = await prepareGround(url, referees, async () => {});
  const event = await createEvent(ground, riders);
  const { token } = await call<{ token: string }>(
    ground,
    'GET',
    `/competition/${event.competition_id}/referee/invitation`,
  );
  const faults = { phone_restarted: 0, network_lost: 0, session_ended: 0, second_tab: 0 };
  const phones = await Promise.all(
    ground.accounts.map(async (account, index) => {
      await call({ url, cookie: account.cookie }, 'POST', '/invitation/accept', { token });
      return switchOn(account, urls[index % urls.length] ?? '', chance, { faults, speed: realTime });
    }),
  );
  await call(ground, 'PUT', '/competition/visibility', { competition_id: event.competition_id, is_public: true });
  const boards = urls.map((address) => openBoard(address, event.competition_id));
  let isOver = false;
  let made = 0;
  const probes = new Set<string>();

  async function refereeOn(phone: Phone): Promise<void> {
    while (!isOver) {
      made += 1;
      await phone.record(event, 1 + (made % riders), made);
      await sleep(paceMs / 2 + chance.below(paceMs));
    }
  }
  const work = Promise.all(phones.map(refereeOn));
  const listEntries = async (): Promise<KeptRun[]> =>
    (await Promise.all(phones.map((phone) => phone.entries()))).flat();

  /** Sends one run to both servers alternately until it is confirmed. */
  async function recordUntilConfirmed(): Promise<number> {
    const submission_id = `probe-${probes.size}`;
    const body = JSON.stringify({ ...probe, ...event, submission_id, dossard: 1 + (probes.size % riders) });
    const headers = { cookie: ground.cookie, 'content-type': 'application/json' };
    const end = Date.now() + recoveryMs;
    for (let turn = 0; Date.now() < end; turn += 1) {
      const answer = await fetch(`${urls[turn % urls.length]}/api/run`, {
        ...{ method: 'POST', headers, body },
        signal: AbortSignal.timeout(1_000),
      }).catch(() => undefined);
      const isConfirmed = answer?.ok && (await answer.text().then(Boolean, () => false));
      if (isConfirmed) {
        probes.add(submission_id);
        return readVersion();
      }
      await sleep(100);
    }
    throw new Error('No write was confirmed any more.');
  }

  /** Reads the version of the competition; a board at this version includes every run recorded until now. */
  async function readVersion(): Promise<number> {
    const path = `/competitions/${event.competition_id}/liveranking/public`;
    let version = 0;
    // The other server may still have no database.
    await until(async () => {
      version = (await call<{ version: number }>(ground, 'GET', path).catch(() => ({ version }))).version;
      return version > 0;
    });
    return version;
  }

  async function phonesAreEmpty(): Promise<void> {
    const before = new Set((await listEntries()).filter(isUnsent).map(({ submission }) => submission.submission_id));
    await until(async () =>
      (await listEntries()).every((entry) => !isUnsent(entry) || !before.has(entry.submission.submission_id)),
    );
  }

  const boardsShow = (version: number) => until(async () => boards.every((board) => board.version() >= version));

  async function end(databaseUrl: string) {
    isOver = true;
    await work;
    const entries = await settle(listEntries);
    const unsent = entries.filter(isUnsent).length;
    const version = await readVersion();
    await boardsShow(version);
    for (const phone of phones) phone.switchOff();
    const confirmed = entries.filter(({ state }) => state === 'sent').map(({ submission }) => submission.submission_id);
    const acknowledged = { runs: new Set([...confirmed, ...probes]), riders: new Set<number>() };
    const found = await inspect(databaseUrl, event.competition_id, acknowledged);
    return {
      ...found,
      confirmed: acknowledged.runs.size,
      unsent,
      boards: describeBoards(boards, acknowledged.runs.size),
    };
  }
  return { recordUntilConfirmed, phonesAreEmpty, boardsShow, end };
}

/** Waits until every run was sent, and returns all of them. */
async function settle(listEntries: () => Promise<KeptRun[]>): Promise<KeptRun[]> {
  await until(async () => !(await listEntries()).some(isUnsent));
  return listEntries();
}

/** Describes boards that do not show all runs, and closes all boards. */
function describeBoards(boards: readonly Board[], runs: number): string[] {
  return boards.flatMap((board, index) => {
    board.close();
    return board.runs() === runs ? [] : [`the board of server ${index + 1} shows ${board.runs()} of ${runs} runs`];
  });
}

/** Waits for a condition. Throws after `recoveryMs`. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + recoveryMs;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error('Phones or boards did not recover.');
    await sleep(100);
  }
}

/** The fields of a test run besides its ids. */
const probe = {
  ...{ door1: true, door2: true, door3: true, door4: false, door5: false, door6: false },
  penality: 1,
  chrono_sec: 99.5,
};
