import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Asked, ask } from './attack.ts';

/** Response times in milliseconds. */
export interface Latency {
  answers: number;
  p50: number;
  p99: number;
}

export interface SteadyCalls {
  port: number;
  /** Number of concurrent callers. */
  callers: number;
  /** Interval between two calls of a caller, in milliseconds; no pause if the answer took longer. */
  paceMs: number;
  status: number;
  next: (caller: number) => Asked & { path: string };
}

/**
 * Makes calls at a steady pace until `isOver` and returns how long each took, in milliseconds; counts answers with
 * another status than the expected one in `failures`, with 0 for no answer.
 */
export async function callSteadily(
  { port, callers, paceMs, status: expected, next }: SteadyCalls,
  isOver: () => boolean,
  failures: Record<string, number>,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const make = async (caller: number) => {
    while (!isOver()) {
      const { path, ...asked } = next(caller);
      const start = performance.now();
      const status = await ask({ port }, path, asked, agent);
      const took = performance.now() - start;
      times.push(took);
      if (status !== expected) {
        const failure = `${asked.method ?? 'GET'} ${path}: ${status}`;
        failures[failure] = (failures[failure] ?? 0) + 1;
      }
      await sleep(Math.max(0, paceMs - took));
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => make(caller)));
  agent.destroy();
  return times;
}

/** Summarises response times. */
export function latencyOf(unordered: readonly number[]): Latency {
  const times = [...unordered].sort((one, other) => one - other);
  const at = (share: number) => Math.round((times[Math.floor(times.length * share)] ?? 0) * 10) / 10;
  return { answers: times.length, p50: at(0.5), p99: at(0.99) };
}
