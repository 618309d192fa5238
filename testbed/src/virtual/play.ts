import type { RowOf } from '@dossard/contract/places/exchange.schema.ts';
import { isEven } from '@dossard/contract/places/home.ts';
import { isUnsent, type KeptRun, newKeptRun } from '@dossard/web/referee/outbox/kept.run.ts';
import { memoryStore } from '@dossard/web/referee/outbox/memory.store.ts';
import { type OutboxStore, type Pump, startPump } from '@dossard/web/referee/outbox/pump.ts';
import { type Chance, chanceOf } from '../referees/chance.ts';
import { findFaults } from './findings.ts';
import { createSchedule, type Schedule } from './schedule.ts';
import { Trace } from './trace.ts';
import { carryBetween, type World } from './virtual.courier.ts';
import { type Line, openLine } from './virtual.line.ts';
import { riderOf, submissionOf } from './virtual.rows.ts';
import { startVirtualServer, type VirtualServer } from './virtual.server.ts';

/*
 * One shared competition in virtual time, from a seed: two installations, two phones, three lines. The outbox, the
 * exchange and its timing are those of the product; clock, network and store are simulated.
 */

/** Duration of the faults, and the time for everything to arrive once the lines are healed, in milliseconds. */
const troubleMs = 8_000;
const settleMs = 60_000;
const riders = 3;
const runsOfPhone = 3;
/** Timeout of a phone's request, in milliseconds (O3). */
const phoneMs = 30_000;
const lateAnswer = { status: 0, genuine: false, code: null, message: null, retryAfterMs: 0 };

export interface Play {
  /** Runs the next event; false when the play is over. Its immediate effects happen before the next call. */
  step: () => boolean;
  /** Resolves to the problems at the end, as texts, and the hash of all events. */
  end: () => Promise<{ wrong: string[]; hash: number }>;
}

interface Phone {
  store: OutboxStore;
  pump: Pump;
  line: Line;
}

/** Starts to play a seed. */
export function beginPlay(seed: number): Play {
  const chance = chanceOf(seed);
  const schedule = createSchedule();
  const trace = new Trace();
  const wrong: string[] = [];
  const fail = (error: unknown) => wrong.push(error instanceof Error ? error.message : String(error));
  const [a, b] = [startVirtualServer('a', schedule.now), startVirtualServer('b', schedule.now)] as const;
  const servers = [a, b] as const;
  const between = openLine(schedule, chance, trace);
  const phones = servers.map((server, index) => switchOn(server, index, { schedule, chance, trace, fail }));
  for (let dossard = 1; dossard <= riders; dossard += 1) void a.edit(riderOf(dossard, ''));
  carryBetween(chance.percent(50) ? [a, b] : [b, a], between, { schedule, chance, trace, fail });
  for (const phone of phones) planRuns(phone, phones.indexOf(phone), schedule, chance);
  planTrouble({ servers, phones, between, schedule, chance, trace, fail });

  const listEntries = async () => (await Promise.all(phones.map(({ store }) => store.list()))).flat();
  let isSettled = false;
  schedule.after(troubleMs, () => heal(servers, phones, between));
  const look = () => void lookOnce().catch(fail);
  async function lookOnce(): Promise<void> {
    const isQuiet = a.isHome() !== b.isHome() && servers.every(({ ledger }) => isEven(ledger.standing, ledger.end()));
    // A run of a deleted rider stays in its outbox for the referee.
    const waits = (entry: KeptRun) => isUnsent(entry) && entry.state !== 'refused';
    if (isQuiet && !(await listEntries()).some(waits) && decideConflicts(servers, chance)) isSettled = true;
    else schedule.after(1_000, look);
  }
  schedule.after(troubleMs + 1_000, look);

  return {
    step: () => !isSettled && schedule.step(troubleMs + settleMs),
    async end() {
      for (const { pump } of phones) pump.stop();
      for (const { ledger } of servers) {
        const { epoch, received, sequence } = ledger.standing;
        trace.note('end', ledger.end(), epoch, received, sequence);
      }
      if (!isSettled) wrong.push('not everything has arrived a minute after the lines were healed');
      return { wrong: [...wrong, ...findFaults(servers, await listEntries())], hash: trace.hash };
    },
  };
}

function switchOn(server: VirtualServer, index: number, { schedule, chance, trace, fail }: World): Phone {
  const store = memoryStore();
  const line = openLine(schedule, chance, trace);
  // Its clock is wrong by up to a day.
  const aheadMs = (chance.next() - 0.5) * 86_400_000;
  const ask = <Answer>(there: () => Promise<Answer>, none: Answer) =>
    new Promise<Answer>((resolve) => line.carry(there, phoneMs, (answer) => resolve(answer ?? none)));
  const pump = startPump({
    store,
    network: {
      send: ({ submission }) => {
        trace.note('send', index, schedule.now());
        return ask(() => server.record(submission), lateAnswer);
      },
      verify: ({ submission }) =>
        ask(
          async () => {
            if (!server.isUp()) throw new Error('The server is down.');
            return { status: 200, exists: server.has(submission.submission_id) };
          },
          { status: 0, exists: false },
        ),
    },
    clock: { now: () => schedule.now() + aheadMs, chance: chance.next, wake: schedule.after },
    isSender: () => true,
    online: () => true,
    failed: fail,
  });
  return { store, pump, line };
}

function planRuns({ store, pump }: Phone, index: number, schedule: Schedule, chance: Chance): void {
  const by = {
    ...{ user: 'referee', referee_name: '', zone_name: '' },
    rider: { first_name: '', last_name: '', category: 'U13', gender: 'F' as const },
  };
  for (let number = 0; number < runsOfPhone; number += 1) {
    const dossard = 1 + chance.below(riders);
    // The riders arrive at the second installation first.
    schedule.after(1_000 + chance.below(troubleMs - 1_500), () => {
      const submission = submissionOf(`run-${index}-${number}`, dossard, number);
      void store.add(newKeptRun(submission, by, schedule.now())).then(pump.nudge);
    });
  }
}

interface Troubled extends World {
  servers: readonly [VirtualServer, VirtualServer];
  phones: readonly Phone[];
  between: Line;
}

/** Schedules the events of people and faults of the network. */
function planTrouble(troubled: Troubled): void {
  const { schedule, chance } = troubled;
  for (let number = 0; number < 9; number += 1) {
    const deed = chance.oneOf(deeds);
    schedule.after(1_000 + chance.below(troubleMs - 1_500), () => deed(troubled));
  }
}

const deeds: readonly ((troubled: Troubled) => void)[] = [
  ({ between, chance }) => between.cut(1_000 + chance.below(6_000)),
  ({ phones, chance }) => chance.oneOf(phones).line.cut(1_000 + chance.below(5_000)),
  ({ servers, schedule, chance }) => {
    const server = chance.oneOf(servers);
    server.stop();
    schedule.after(500 + chance.below(3_000), server.start);
  },
  ({ servers, chance }) => void chance.oneOf(servers).edit(riderOf(1 + chance.below(riders), String(chance.below(9)))),
  ({ servers, chance }) => void chance.oneOf(servers).edit(riderOf(chance.percent(50) ? 1 : 4, '', chance.percent(50))),
  ({ servers, chance, fail }) => correctRun(chance.oneOf(servers), chance).catch(fail),
  ({ servers, chance }) => chance.oneOf(servers).moveHome(chance.percent(50) ? 'here' : 'there'),
  // A phone's unsent runs are imported on the other installation as a file.
  ({ servers, phones, chance, fail }) => void bringFile(chance.oneOf(phones), chance.oneOf(servers)).catch(fail),
];

async function correctRun(server: VirtualServer, chance: Chance): Promise<void> {
  const runs = [...server.ledger.rows.values()].filter((row): row is RowOf<'run'> => row.kind === 'run');
  if (runs.length === 0) return;
  const run = chance.oneOf(runs);
  await server.edit({ ...run, version: run.version + 1, penality: chance.below(5), deleted: chance.percent(20) });
}

async function bringFile({ store }: Phone, server: VirtualServer): Promise<void> {
  for (const entry of await store.list()) if (isUnsent(entry) && server.isUp()) await server.record(entry.submission);
}

function heal(servers: readonly VirtualServer[], phones: readonly Phone[], between: Line): void {
  for (const server of servers) server.start();
  between.heal();
  for (const { line, pump } of phones) {
    line.heal();
    void pump.hurry();
  }
}

/** Decides the open conflicts at home; returns true when none is left. */
function decideConflicts(servers: readonly VirtualServer[], chance: Chance): boolean {
  const home = servers.find((server) => server.isHome());
  const waiting = [...(home?.ledger.rows.values() ?? [])].filter(
    (row): row is RowOf<'conflict'> => row.kind === 'conflict' && row.state === 'waiting',
  );
  for (const conflict of waiting) {
    const isTaken = chance.percent(50);
    if (isTaken) void home?.edit(conflict.theirs as RowOf<'participant'>);
    void home?.edit({ ...conflict, state: isTaken ? 'taken' : 'kept' });
  }
  return waiting.length === 0;
}
