import type { Row } from '@dossard/contract/places/exchange.schema.ts';
import { isEven } from '@dossard/contract/places/home.ts';
import { chanceOf } from '../referees/chance.ts';
import { createSchedule } from './schedule.ts';
import { Trace } from './trace.ts';
import { carryBetween } from './virtual.courier.ts';
import { openLine } from './virtual.line.ts';
import { riderOf, submissionOf } from './virtual.rows.ts';
import { startVirtualServer, type VirtualServer } from './virtual.server.ts';

/* Six hours in virtual time during which two disconnected installations record runs. */

const cutMs = 6 * 3_600_000;
/** When the line is cut; everything from before has arrived by then. */
const begunMs = 60_000;
const riders = 50;

export interface CutOutcome {
  /** Seconds of virtual time from the healing of the line until both sides are equal. */
  alike_sec: number;
  /** Runs on each side. */
  runs: number[];
  /** True if every row is the same on both sides, byte for byte. */
  is_same: boolean;
}

/** Plays a cut of six hours, while each side records `runs` runs. */
export async function playLongCut(seed: number, runs: number): Promise<CutOutcome> {
  const [schedule, chance, trace] = [createSchedule(), chanceOf(seed), new Trace()];
  const servers = [startVirtualServer('a', schedule.now), startVirtualServer('b', schedule.now)] as const;
  const between = openLine(schedule, chance, trace);
  const fail = (error: unknown) => {
    throw error;
  };
  for (let dossard = 1; dossard <= riders; dossard += 1) await servers[0].edit(riderOf(dossard, ''));
  carryBetween(servers, between, { schedule, chance, trace, fail });
  schedule.after(begunMs, () => between.cut(cutMs));
  for (const [side, server] of servers.entries()) {
    for (let number = 0; number < runs; number += 1) {
      const dossard = 1 + chance.below(riders);
      schedule.after(begunMs + 1_000 + (number * (cutMs - 2_000)) / runs, () => {
        void server.record(submissionOf(`run-${side}-${number}`, dossard, number % 121));
      });
    }
  }
  schedule.after(begunMs + cutMs, between.heal);
  const isAlike = () => servers.every(({ ledger }) => isEven(ledger.standing, ledger.end())) && isSame(servers);
  do {
    schedule.step(Number.POSITIVE_INFINITY);
    await new Promise((resolve) => setImmediate(resolve));
  } while (schedule.now() < begunMs + cutMs || !isAlike());
  return {
    alike_sec: (schedule.now() - begunMs - cutMs) / 1_000,
    runs: servers.map(({ ledger }) => [...ledger.rows.values()].filter(({ kind }) => kind === 'run').length),
    is_same: isSame(servers),
  };
}

function isSame(servers: readonly VirtualServer[]): boolean {
  const [one, other] = servers.map(({ ledger }) => serialiseRows(ledger.rows));
  return one === other;
}

const serialiseRows = (rows: ReadonlyMap<string, Row>): string => {
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(sorted.map(([, row]) => Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))));
};
